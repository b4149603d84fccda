-- What became of the backups, in one row: any server can tell how old the newest one is, also where only the worker sees
-- their folder.
create table backup_state (
  only_row boolean primary key default true check (only_row),
  -- The newest complete backup: the moment of its snapshot, and its name.
  made_at timestamptz,
  name text,
  -- The attempts that failed since then: how many, when the last one did, and why.
  failures int not null default 0,
  failed_at timestamptz,
  failure text,
  constraint backup_state_made check ((made_at is null) = (name is null)),
  constraint backup_state_failed check ((failures = 0) = (failed_at is null) and (failed_at is null) = (failure is null))
);
