-- People, sign-ins, payment, clients, calendars, sessions, actions, notifications and the product's history.
-- Every row of a practice carries coach_id, the tenant key: the user id of its coach.

create extension if not exists btree_gist;

-- Accents and case never hide a person from a search (product §6). Immutable, so that an index may use it.
create function fold(source text) returns text language sql immutable strict parallel safe as
  $$ select translate(lower(source), 'áàäâãéèëêíìïîóòöôõúùüûñç', 'aaaaaeeeeiiiiooooouuuunc') $$;

create table users (
  id uuid primary key,
  email text not null,
  email_verified_at timestamptz,
  password_hash text,
  name text not null,
  last_name text not null,
  job_occupation text,
  language text not null default 'es-MX',
  country text not null,
  city text,
  timezone text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_email_unique unique (email),
  constraint users_email_normalised check (email = lower(btrim(email)))
);

-- What a person accepted, in which version and when (product §3).
create table consents (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('terms', 'privacy', 'news')),
  version text not null,
  accepted_at timestamptz not null,
  primary key (user_id, kind, version)
);

create table coaches (
  id uuid primary key references users on delete cascade,
  company_name text,
  color_ui text check (color_ui ~ '^[0-9A-F]{6}$'),
  payment_status text not null default 'none'
    check (payment_status in ('none', 'pending', 'trial', 'active', 'pastDue', 'cancelled', 'exempt')),
  plan_id text check (plan_id in ('monthly', 'yearly')),
  period_ends_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table clients (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  user_id uuid references users,
  name text not null,
  last_name text not null,
  email text not null,
  role text not null default 'client' check (role in ('client', 'member', 'collaborator')),
  status text not null
    check (status in ('notInvited', 'invited', 'active', 'declined', 'paused', 'finished', 'archived')),
  timezone text not null,
  invited_at timestamptz,
  accepted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint clients_coach_email_unique unique (coach_id, email),
  constraint clients_coach_user_unique unique (coach_id, user_id),
  constraint clients_email_normalised check (email = lower(btrim(email))),
  constraint clients_person_has_user check (status not in ('active', 'paused', 'finished') or user_id is not null),
  unique (coach_id, id)
);
create index clients_by_name on clients (coach_id, fold(name || ' ' || last_name), id);
create index clients_by_email on clients (email);
create index clients_by_user on clients (user_id);

-- Every link mailed for an invitation; only the hash of its secret is kept (product §4).
create table invitation_tokens (
  token_hash bytea primary key,
  client_id uuid not null references clients on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index invitation_tokens_by_client on invitation_tokens (client_id);

-- One account, one or more places to be (product §1 D19): being a coach, or being the client record of one.
create table memberships (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  user_type text not null check (user_type in ('coach', 'client')),
  coach_id uuid not null references coaches on delete cascade,
  client_id uuid,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint memberships_client_of_coach foreign key (coach_id, client_id) references clients (coach_id, id) on delete cascade,
  constraint memberships_shape check ((user_type = 'client') = (client_id is not null)),
  constraint memberships_coach_is_user check (user_type <> 'coach' or coach_id = user_id),
  constraint memberships_unique unique nulls not distinct (user_id, coach_id, client_id)
);

create table auth_sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  membership_id uuid not null references memberships on delete cascade,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  revoked_at timestamptz
);
create index auth_sessions_by_user on auth_sessions (user_id) where revoked_at is null;

-- The one code that confirms a person's address at a time; a new one takes its place (product §3).
create table email_codes (
  user_id uuid primary key references users on delete cascade,
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  created_at timestamptz not null
);

-- What people try without being signed in, counted per account and per address (product §3): failed sign-ins,
-- registrations, codes asked for and typed. The account is a keyed hash: a mistyped address is nobody's business.
-- Rows live for an hour.
create table auth_attempts (
  id uuid primary key,
  kind text not null check (kind in ('signIn', 'register', 'askCode', 'useCode')),
  account_hash bytea not null,
  address text not null,
  attempted_at timestamptz not null
);
create index auth_attempts_by_account on auth_attempts (account_hash, kind, attempted_at);
create index auth_attempts_by_address on auth_attempts (address, kind, attempted_at);
create index auth_attempts_by_age on auth_attempts (attempted_at);

create table checkouts (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  provider text not null,
  plan_id text not null check (plan_id in ('monthly', 'yearly')),
  method text not null check (method in ('card', 'oxxo', 'spei')),
  amount_minor int not null check (amount_minor >= 0),
  currency text not null,
  status text not null check (status in ('open', 'voucher', 'paid', 'declined')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index checkouts_by_coach on checkouts (coach_id, created_at desc);

-- The row a booking locks (product §8): hours and rules of one coach.
create table calendars (
  coach_id uuid primary key references coaches on delete cascade,
  weekly jsonb not null,
  durations int[] not null,
  step_min int not null,
  buffer_before_min int not null,
  buffer_after_min int not null,
  min_notice_min int not null,
  horizon_days int not null,
  max_per_day int not null,
  max_per_week int not null,
  auto_confirm boolean not null,
  cancel_notice_min int not null,
  default_channel text not null,
  -- Set once the coach has saved their own hours: the dashboard's checklist asks.
  reviewed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  type text not null check (type in ('Client', 'Group')),
  client_id uuid not null,
  title text not null,
  objective text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  timezone text not null,
  channel text not null
    check (channel in ('meet', 'zoom', 'teams', 'skype', 'whatsapp', 'facetime', 'phone', 'place')),
  meeting_url text,
  place text,
  status text not null check (status in ('requested', 'proposed', 'confirmed', 'completed', 'noShowClient',
    'noShowCoach', 'cancelledByClient', 'cancelledByCoach', 'rejected', 'expired')),
  cancelled_by text check (cancelled_by in ('coach', 'client')),
  cancelled_at timestamptz,
  cancel_reason text,
  cancel_late boolean,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sessions_client_of_coach foreign key (coach_id, client_id) references clients (coach_id, id),
  constraint sessions_length check (ends_at >= starts_at + interval '15 minutes' and ends_at <= starts_at + interval '480 minutes'),
  constraint sessions_no_overlap exclude using gist (coach_id with =, tstzrange(starts_at, ends_at) with &&)
    where (status in ('requested', 'confirmed', 'completed')),
  unique (coach_id, id)
);
create index sessions_by_coach on sessions (coach_id, starts_at);
create index sessions_by_client on sessions (client_id, starts_at);

-- The record of a closed session. Private notes stand in a table of their own, which only the coach's reads name.
create table session_closings (
  session_id uuid primary key references sessions on delete cascade,
  outcome text not null check (outcome in ('completed', 'noShowClient', 'noShowCoach')),
  real_minutes int not null,
  summary text not null,
  closed_at timestamptz not null
);
create table session_private_notes (
  session_id uuid primary key references sessions on delete cascade,
  coach_id uuid not null references coaches on delete cascade,
  body text not null,
  updated_at timestamptz not null
);
create table session_attendances (
  session_id uuid not null references sessions on delete cascade,
  client_id uuid not null references clients on delete cascade,
  state text not null check (state in ('present', 'late', 'absent', 'excused')),
  primary key (session_id, client_id)
);

create table actions (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  client_id uuid not null,
  session_id uuid,
  text text not null,
  due_on date,
  status text not null check (status in ('pending', 'inProgress', 'done', 'wontDo')),
  completed_at timestamptz,
  changed_by text check (changed_by in ('coach', 'client')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint actions_client_of_coach foreign key (coach_id, client_id) references clients (coach_id, id) on delete cascade,
  constraint actions_session_of_coach foreign key (coach_id, session_id) references sessions (coach_id, id)
);
create index actions_by_client on actions (client_id, due_on, id);
create index actions_by_session on actions (session_id);

create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  membership_id uuid not null references memberships on delete cascade,
  type text not null,
  body jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  deleted_at timestamptz
);
create index notifications_by_membership on notifications (membership_id, created_at) where deleted_at is null;

-- The history of the product: what happened, once, in the transaction that made it happen.
create table domain_events (
  id uuid primary key,
  type text not null,
  coach_id uuid not null references coaches on delete cascade,
  actor_user_id uuid references users,
  subject_id uuid not null,
  payload jsonb not null,
  occurred_at timestamptz not null
);
create index domain_events_by_subject on domain_events (subject_id, occurred_at);

-- Effects already carried out, by their key: a second run finds the key and does nothing (architecture §4).
create table effects_done (
  key text primary key,
  done_at timestamptz not null
);

-- What the clock will do: one row per key, moved or dropped in the transaction that moves or drops its cause,
-- and taken in the transaction that carries it out. So each fires once, and none after a cancel.
create table timers (
  key text primary key,
  due_at timestamptz not null,
  command jsonb not null
);
create index timers_by_due on timers (due_at);
