-- The resource that a coach shows to everybody in a call.
alter table calls add column shown_resource_id uuid references resources (id) on delete set null;
create index calls_that_show on calls (shown_resource_id) where shown_resource_id is not null;
