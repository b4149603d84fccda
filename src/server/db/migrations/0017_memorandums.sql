-- A coach's notes to themselves for a day (product §15). Nobody else reads them: only the coach's queries name this table.
create table memorandums (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  -- What it is about, at most one thing.
  client_id uuid,
  group_id uuid,
  session_id uuid,
  description text not null,
  -- The wall time it is due at, HH:mm in `timezone`, which follows the coach's; `due_at` is derived from the three.
  due_on date not null,
  due_time text not null check (due_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  timezone text not null,
  due_at timestamptz not null,
  priority text not null check (priority in ('low', 'normal', 'high')),
  recurrence text not null check (recurrence in ('none', 'daily', 'weekly', 'monthly', 'yearly')),
  -- The date that the rule counts from: a postponed occurrence moves, its rule does not.
  anchor_on date not null,
  status text not null check (status in ('pending', 'postponed', 'done', 'cancelled')),
  -- Where it was postponed from, and whether it was notified there: taking the postponement back restores both.
  postponed_from_on date,
  postponed_from_time text,
  postponed_from_reminded_at timestamptz,
  -- When its notification went out for the time it has now; null before.
  reminded_at timestamptz,
  done_at timestamptz,
  -- The occurrence before it, whose being done brought this one.
  follows uuid,
  -- How often the coach changed it: one that nobody changed goes when the one before it is open again.
  edits int not null default 0,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint memorandums_one_target check (num_nonnulls(client_id, group_id, session_id) <= 1),
  constraint memorandums_done check ((status = 'done') = (done_at is not null)),
  constraint memorandums_postponed check (
    (status = 'postponed') = (postponed_from_on is not null) and
    (postponed_from_on is null) = (postponed_from_time is null)
  ),
  constraint memorandums_client_of_coach foreign key (coach_id, client_id) references clients (coach_id, id) on delete cascade,
  constraint memorandums_group_of_coach foreign key (coach_id, group_id) references groups (coach_id, id) on delete cascade,
  constraint memorandums_session_of_coach foreign key (coach_id, session_id) references sessions (coach_id, id) on delete cascade,
  constraint memorandums_follows_once unique (follows),
  constraint memorandums_follows foreign key (follows) references memorandums on delete set null
);
create index memorandums_open on memorandums (coach_id, due_at, id)
  where deleted_at is null and status in ('pending', 'postponed');
create index memorandums_of_coach on memorandums (coach_id, due_at, id) where deleted_at is null;
create index memorandums_of_client on memorandums (client_id) where client_id is not null;
create index memorandums_of_group on memorandums (group_id) where group_id is not null;
create index memorandums_of_session on memorandums (session_id) where session_id is not null;
create index memorandums_deleted on memorandums (deleted_at) where deleted_at is not null;
