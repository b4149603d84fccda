-- The shape in which an event was stored: 0 stands for every release before the shapes had numbers.
alter table domain_events add column version smallint not null default 0;
