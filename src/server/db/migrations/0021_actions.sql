-- Actions in full (product §12): what they ask for in detail, how it went, whose group they were given to, reminders.
alter table actions
  add column detail text,
  -- What the person wrote about how it went, and why it was dropped.
  add column comment text,
  add column reason text,
  add column reminds boolean not null default true,
  add column created_by text not null default 'coach' check (created_by in ('coach', 'client')),
  -- The group it was given to: each person has a row of their own, and all of them share the assignment.
  add column group_id uuid,
  add column assignment_id uuid,
  add column deleted_at timestamptz,
  add constraint actions_group_of_coach foreign key (coach_id, group_id) references groups (coach_id, id),
  add constraint actions_assignment check (assignment_id is null or group_id is not null);

update actions set created_by = 'client'
  where id in (select subject_id from domain_events where type = 'action.added' and payload ->> 'by' = 'client');

-- What was agreed in a session of a group was given to all its people with the same words.
update actions as a set group_id = s.group_id, assignment_id = given.id
  from sessions s, (
    select session_id, text, due_on, (array_agg(id order by id))[1] as id from actions group by session_id, text, due_on
  ) as given
  where s.id = a.session_id and s.group_id is not null
    and given.session_id = a.session_id and given.text = a.text and given.due_on is not distinct from a.due_on;

create index actions_by_practice on actions (coach_id, due_on, id)
  where deleted_at is null and status in ('pending', 'inProgress');
create index actions_by_group on actions (group_id, assignment_id) where group_id is not null;
create index actions_deleted on actions (deleted_at) where deleted_at is not null;

-- Reminders of the actions that are open: at 9:00 of the day in the zone of their person.
insert into timers (key, due_at, command, tries)
  select 'action.remind:' || a.id, due.at,
    jsonb_build_object('v', 1, 'type', 'action.remind', 'actionId', a.id, 'dueOn', a.due_on), 0
  from actions a
  join clients c on c.id = a.client_id
  left join users u on u.id = c.user_id
  cross join lateral (
    select (a.due_on + time '09:00') at time zone coalesce(u.timezone, c.timezone) as at
  ) as due
  where a.status in ('pending', 'inProgress') and due.at > now()
  on conflict (key) do nothing;
