-- Files that a client attaches to an action to show how it went (product §12). Their bytes, their checks and the coach's
-- space are those of resources.
alter table resource_files
  -- The client who uploads it; null for one of the coach.
  add column client_id uuid,
  add constraint resource_files_client
    foreign key (coach_id, client_id) references clients (coach_id, id) on delete cascade;

create table action_files (
  file_id uuid primary key references resource_files on delete cascade,
  action_id uuid not null references actions on delete cascade,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index action_files_by_action on action_files (action_id);
create index action_files_deleted on action_files (deleted_at) where deleted_at is not null;
