-- What the dashboards read of a practice, without looking at all that it ever had.

-- Sessions that are not over: few of them, however long the practice exists.
create index sessions_open on sessions (coach_id, starts_at) include (ends_at)
  where status in ('requested', 'proposed', 'confirmed');

-- Open actions by their dates, with whose they are: read from the index alone.
drop index actions_by_due_date;
drop index actions_by_practice;
create index actions_by_practice on actions (coach_id, due_on, id) include (client_id)
  where deleted_at is null and status in ('pending', 'inProgress');

-- What was done in a month, without what was deleted.
drop index actions_by_completion;
create index actions_by_completion on actions (coach_id, completed_at) where status = 'done' and deleted_at is null;

-- A page of the library and the number of its resources, without those of a state, read from the index alone; and the
-- categories in use.
drop index resources_by_title;
drop index resources_by_age;
create index resources_by_title on resources (coach_id, sort_title, id) include (status) where deleted_at is null;
create index resources_by_age on resources (coach_id, created_at, id) include (status) where deleted_at is null;
create index resources_by_category on resources (coach_id, category) where deleted_at is null;

-- The newest notes of a practice: a word that many of them have is found in the first few.
create index notes_by_age on notes (coach_id, written_at desc, id) where deleted_at is null;
