-- The archives of their data that people ask for (product §18). Their bytes lie in the store of exports, under `file_id`, and go
-- with the row's time.
create table data_exports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The practice in which it was asked for: its events need one.
  coach_id uuid not null,
  -- The sign-in that proved who asked; it may fetch the archive without another proof.
  auth_session_id uuid not null,
  state text not null default 'waiting',
  -- Who writes it: a worker that was thought dead changes nothing once another has begun.
  attempt int not null default 0,
  progress int not null default 0,
  missing_files int not null default 0,
  file_id uuid,
  byte_size bigint,
  asked_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  constraint data_exports_state check (state in ('waiting', 'running', 'ready', 'failed')),
  constraint data_exports_progress check (progress between 0 and 100),
  constraint data_exports_ready check ((state = 'ready') = (file_id is not null and ready_at is not null))
);
-- One at a time of a person, however often it is asked for.
create unique index data_exports_one_at_a_time on data_exports (user_id) where state in ('waiting', 'running');
create index data_exports_by_user on data_exports (user_id, asked_at desc);
