-- What a dashboard adds up of a month is stored with each session: looking up the record and the people of hundreds of
-- sessions took most of its time. Kept by the database, so that also a server of the release before counts right.

alter table sessions
  -- Null until the session has a record.
  add column real_minutes int,
  -- Of the people of a session who were not excused, and of those who came.
  add column expected smallint not null default 0,
  add column attended smallint not null default 0;

update sessions s set real_minutes = closing.real_minutes
  from session_closings closing where closing.session_id = s.id;
update sessions s set expected = people.expected, attended = people.attended
  from (
    select session_id, count(*) filter (where state <> 'excused') as expected,
      count(*) filter (where state in ('present', 'late')) as attended
    from session_attendances group by session_id
  ) as people
  where people.session_id = s.id and people.expected > 0;

create function keep_minutes_of_sessions() returns trigger language plpgsql as $$
begin
  update sessions s set real_minutes = changed.real_minutes
    from changed where s.id = changed.session_id and s.real_minutes is distinct from changed.real_minutes;
  return null;
end
$$;
create trigger session_closings_inserted after insert on session_closings
  referencing new table as changed for each statement execute function keep_minutes_of_sessions();
create trigger session_closings_updated after update on session_closings
  referencing new table as changed for each statement execute function keep_minutes_of_sessions();

-- Once for each statement: the people of a group are written together. Not after a deletion: only excuses are deleted,
-- which do not count, and what somebody left behind who was erased, and the numbers name nobody.
create function keep_people_of_sessions() returns trigger language plpgsql as $$
begin
  update sessions s set expected = people.expected, attended = people.attended
    from (
      select session_id, count(*) filter (where state <> 'excused') as expected,
        count(*) filter (where state in ('present', 'late')) as attended
      from session_attendances where session_id in (select session_id from changed) group by session_id
    ) as people
    where s.id = people.session_id and (s.expected, s.attended) is distinct from (people.expected, people.attended);
  return null;
end
$$;
create trigger session_attendances_inserted after insert on session_attendances
  referencing new table as changed for each statement execute function keep_people_of_sessions();
create trigger session_attendances_updated after update on session_attendances
  referencing new table as changed for each statement execute function keep_people_of_sessions();

-- The last held session and the open actions of each client of a list, however long their history is.
create index sessions_held_by_client on sessions (client_id, starts_at) where status = 'completed';
create index actions_open_by_client on actions (client_id, due_on)
  where deleted_at is null and status in ('pending', 'inProgress');
