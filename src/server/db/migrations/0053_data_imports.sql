-- Practices that are read back from the archive of somebody's data (docs/decisions/081). The archive comes in parts, as
-- files of resources do; they go once it was read or its time is over.
create table data_imports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  state text not null default 'uploading',
  -- Who reads it: a worker that was thought dead changes nothing once another has begun.
  attempt int not null default 0,
  progress int not null default 0,
  byte_size bigint not null,
  received bigint not null default 0,
  parts uuid[] not null default '{}',
  -- The code of its sentence, and where in the archive: a table and the number of its row, or the name of a file.
  refusal text,
  refused_table text,
  refused_row int,
  refused_file text,
  -- What there is now of each kind, once it is done.
  clients int,
  sessions int,
  messages int,
  files int,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  constraint data_imports_state check (state in ('uploading', 'waiting', 'running', 'done', 'refused', 'failed')),
  constraint data_imports_progress check (progress between 0 and 100),
  constraint data_imports_received check (received between 0 and byte_size),
  constraint data_imports_refused check ((state = 'refused') = (refusal is not null)),
  constraint data_imports_finished check ((state in ('done', 'refused', 'failed')) = (finished_at is not null)),
  constraint data_imports_done check ((state = 'done') = (num_nulls(clients, sessions, messages, files) = 0))
);
-- One at a time of a person, however often it is asked for.
create unique index data_imports_one_at_a_time on data_imports (user_id) where state in ('uploading', 'waiting', 'running');
create index data_imports_by_user on data_imports (user_id, created_at desc);
-- Which bytes are named by a row.
create index data_imports_parts on data_imports using gin (parts);

-- Who wrote what a client of an imported practice wrote elsewhere. Nobody can sign in to such an account: what it wrote
-- becomes that of the person who accepts the invitation of the client, and goes with the client.
alter table users add column stands_for uuid references clients on delete cascade;
create unique index users_stand_for_clients on users (stands_for) where stands_for is not null;
