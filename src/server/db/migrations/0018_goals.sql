-- Goals of a client or of a group (product §11): milestones, noted progress, earlier wordings, and actions that lead there.

create table goals (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  -- The owner: exactly one of the two.
  client_id uuid,
  group_id uuid,
  title text not null,
  why text,
  area text,
  measure text not null check (measure in ('percent', 'number', 'yesNo', 'milestones')),
  baseline double precision,
  target double precision,
  unit text,
  starts_on date not null,
  target_on date,
  status text not null check (status in ('active', 'paused', 'achieved', 'partial', 'dropped')),
  -- The last day on which something moved: progress was noted, a milestone reached, or it was taken up again.
  moved_on date not null,
  reflection text,
  score int,
  closed_at timestamptz,
  created_by text not null check (created_by in ('coach', 'client')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint goals_one_owner check (num_nonnulls(client_id, group_id) = 1),
  constraint goals_client_of_coach foreign key (coach_id, client_id) references clients (coach_id, id) on delete cascade,
  constraint goals_group_of_coach foreign key (coach_id, group_id) references groups (coach_id, id) on delete cascade,
  constraint goals_numbers check (
    case when measure in ('percent', 'number') then num_nulls(baseline, target) = 0 and baseline <> target
    else num_nonnulls(baseline, target, unit) = 0 end
  ),
  constraint goals_dates check (target_on >= starts_on),
  constraint goals_closed check ((status in ('achieved', 'partial', 'dropped')) = (closed_at is not null)),
  constraint goals_closing_words check (closed_at is not null or num_nonnulls(reflection, score) = 0),
  constraint goals_score check (score between 1 and 10),
  constraint goals_of_coach unique (coach_id, id)
);
create index goals_by_client on goals (client_id, status) where deleted_at is null;
create index goals_by_group on goals (group_id, status) where deleted_at is null;
create index goals_deleted on goals (deleted_at) where deleted_at is not null;

create table goal_milestones (
  id uuid primary key,
  coach_id uuid not null,
  goal_id uuid not null,
  position int not null,
  text text not null,
  due_on date,
  done_on date,
  constraint goal_milestones_goal foreign key (coach_id, goal_id) references goals (coach_id, id) on delete cascade
);
create index goal_milestones_by_goal on goal_milestones (goal_id, position);

create table goal_check_ins (
  id uuid primary key,
  coach_id uuid not null,
  goal_id uuid not null,
  -- The client who noted it; null for the coach.
  client_id uuid,
  -- The session that was being closed.
  session_id uuid,
  noted_on date not null,
  value double precision,
  comment text,
  created_at timestamptz not null,
  constraint goal_check_ins_goal foreign key (coach_id, goal_id) references goals (coach_id, id) on delete cascade,
  constraint goal_check_ins_client foreign key (coach_id, client_id) references clients (coach_id, id) on delete cascade,
  constraint goal_check_ins_session foreign key (coach_id, session_id) references sessions (coach_id, id)
    on delete set null (session_id)
);
create index goal_check_ins_by_goal on goal_check_ins (goal_id, noted_on, created_at, id);
create index goal_check_ins_by_session on goal_check_ins (session_id) where session_id is not null;

-- How a goal was worded until a change.
create table goal_wordings (
  id uuid primary key,
  coach_id uuid not null,
  goal_id uuid not null,
  title text not null,
  why text,
  target double precision,
  target_on date,
  changed_by text not null check (changed_by in ('coach', 'client')),
  changed_at timestamptz not null,
  constraint goal_wordings_goal foreign key (coach_id, goal_id) references goals (coach_id, id) on delete cascade
);
create index goal_wordings_by_goal on goal_wordings (goal_id, changed_at);

alter table actions
  add column goal_id uuid,
  add constraint actions_goal_of_coach foreign key (coach_id, goal_id) references goals (coach_id, id)
    on delete set null (goal_id);
create index actions_by_goal on actions (goal_id) where goal_id is not null;
