-- The whole life of a session: availability beyond the weekly hours, series, groups, proposals, moves, what both sides
-- write before and after, calendar files (product §8, §9).

alter table calendars
  -- Public holidays that close the day, by key; an override of the date wins.
  add column holidays text[] not null default '{newYear,constitution,juarez,labour,independence,revolution,transition,christmas}',
  -- Which reminders of a session go out.
  add column reminders text[] not null default '{h48,h24,h3,m10}';

-- What replaces the weekly hours on one date; no windows at all means closed (product §8, rule 1).
create table date_overrides (
  coach_id uuid not null references coaches on delete cascade,
  on_date date not null,
  windows jsonb not null,
  updated_at timestamptz not null,
  primary key (coach_id, on_date)
);

-- Time the coach keeps free of sessions. The blocks of one recurring choice share a series.
create table time_blocks (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  series_id uuid,
  title text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint time_blocks_length check (ends_at > starts_at)
);
create index time_blocks_by_coach on time_blocks (coach_id, starts_at);
create index time_blocks_by_series on time_blocks (series_id) where series_id is not null;

-- A calendar kept elsewhere, read from its address now and then; its busy time below is what the last success said.
create table external_calendars (
  coach_id uuid primary key references coaches on delete cascade,
  url text not null,
  -- Since the last success: the next reading comes later and later.
  failures int not null default 0,
  last_tried_at timestamptz,
  last_success_at timestamptz,
  -- A key of the texts; null after a success.
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create table external_busy (
  coach_id uuid not null references external_calendars on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  title text,
  constraint external_busy_length check (ends_at > starts_at)
);
create index external_busy_by_coach on external_busy (coach_id, starts_at);

-- Reading an address that somebody typed in may be asked for only so often.
alter table auth_attempts drop constraint auth_attempts_kind_check;
alter table auth_attempts add constraint auth_attempts_kind_check check (
  kind in (
    'signIn', 'register', 'askCode', 'useCode', 'recovery', 'password', 'google', 'invitationCode', 'calendarImport'
  )
);

-- A secret address per person under which a calendar program reads their sessions; only its hash is kept.
create table calendar_feeds (
  membership_id uuid primary key references memberships on delete cascade,
  secret_hash bytea not null unique,
  created_at timestamptz not null,
  last_read_at timestamptz
);

-- Several sessions booked as one: wall time, zone and rule, so that 10:00 stays 10:00 across every change of offset.
create table session_series (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  timezone text not null,
  start_time text not null,
  rule jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (coach_id, id)
);

alter table sessions
  alter column client_id drop not null,
  add column group_id uuid,
  add column series_id uuid,
  -- Grows with every change of time, link or place, and with a cancellation (RFC 5545 §3.8.7.4).
  add column sequence int not null default 0,
  -- When it was asked for, or other times were proposed: it lapses 48 hours later (product §9).
  add column asked_at timestamptz,
  -- The time a client asks to move to; held until it is answered or lapses.
  add column move_starts_at timestamptz,
  add column move_ends_at timestamptz,
  add column move_asked_at timestamptz,
  add constraint sessions_group_of_coach foreign key (coach_id, group_id) references groups (coach_id, id),
  add constraint sessions_series_of_coach foreign key (coach_id, series_id) references session_series (coach_id, id),
  add constraint sessions_whose check ((type = 'Client') = (client_id is not null) and (type = 'Group') = (group_id is not null)),
  add constraint sessions_move_whole check (num_nulls(move_starts_at, move_ends_at, move_asked_at) in (0, 3)),
  add constraint sessions_move_length check (move_ends_at > move_starts_at),
  add constraint sessions_move_stands check (move_starts_at is null or (type = 'Client' and status = 'confirmed')),
  -- The last guard of held times among each other; against sessions the lock on the calendar stands (product §8).
  add constraint sessions_moves_no_overlap exclude using gist (coach_id with =, tstzrange(move_starts_at, move_ends_at) with &&)
    where (move_starts_at is not null);
create index sessions_by_group on sessions (group_id, starts_at) where group_id is not null;
create index sessions_by_series on sessions (series_id, starts_at) where series_id is not null;

-- One to three other times the coach offers; the client chooses.
create table session_proposals (
  session_id uuid not null references sessions on delete cascade,
  position int not null check (position between 1 and 3),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (session_id, position),
  constraint session_proposals_length check (ends_at > starts_at)
);

create table session_agenda_items (
  id uuid primary key,
  session_id uuid not null references sessions on delete cascade,
  text text not null,
  done boolean not null default false,
  -- Who added it; null for the coach. A group has several who may.
  client_id uuid references clients on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index session_agenda_by_session on session_agenda_items (session_id, created_at, id);

-- What a person writes before a session, and how they found it afterwards. One row each.
create table session_preparations (
  session_id uuid not null references sessions on delete cascade,
  client_id uuid not null references clients on delete cascade,
  answers jsonb not null,
  updated_at timestamptz not null,
  primary key (session_id, client_id)
);
create table session_feedback (
  session_id uuid not null references sessions on delete cascade,
  client_id uuid not null references clients on delete cascade,
  heard int not null check (heard between 0 and 10),
  focus int not null check (focus between 0 and 10),
  clarity int not null check (clarity between 0 and 10),
  progress int not null check (progress between 0 and 10),
  comment text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (session_id, client_id)
);

alter table session_attendances
  add column reason text,
  add column joined_at timestamptz,
  add column left_at timestamptz;
create index session_attendances_by_client on session_attendances (client_id);

alter table session_closings add column corrected_at timestamptz;

-- What was done in a month, for the dashboard.
create index actions_by_completion on actions (coach_id, completed_at) where status = 'done';
