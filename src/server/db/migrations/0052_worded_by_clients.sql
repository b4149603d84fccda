-- Whose words a goal or an action has (docs/decisions/080), and what an erasure looks rows up by.

-- True once its client has a part in its words, whoever wrote them first.
alter table goals add column client_worded boolean not null default false;
alter table actions add column client_worded boolean not null default false;

update goals g set client_worded = true
  where g.created_by = 'client' or exists (
    select from domain_events e
    where e.subject_id = g.id and e.type = 'goal.changed' and e.payload ->> 'by' = 'client');
-- Of an action it was not noted what changed.
update actions a set client_worded = true
  where a.created_by = 'client' or exists (
    select from domain_events e
    where e.subject_id = a.id and e.type = 'action.changed' and e.payload ->> 'by' = 'client');

create index notifications_of_membership on notifications (membership_id);
create index auth_sessions_of_membership on auth_sessions (membership_id);
create index domain_events_by_practice on domain_events (coach_id);
create index domain_events_by_actor on domain_events (actor_user_id) where actor_user_id is not null;
