-- The rest of what a coach keeps of a client, groups and their members, links to be shared, and imports.

-- Immutable, so that a generated column may use it; array_to_string alone is only stable.
create function words(parts text[]) returns text language sql immutable parallel safe as
  $$ select array_to_string(parts, ' ') $$;

alter table clients
  add column whatsapp text,
  add column phone text,
  add column job_occupation text,
  add column company_name text,
  add column country text,
  add column city text,
  add column started_on date,
  add column objective text,
  add column tags text[] not null default '{}',
  add column source text,
  add column emergency_contact text,
  -- The coach's picture of the person; the person's own goes before it.
  add column photo_id uuid references files on delete set null,
  -- The state an archived client comes back to.
  add column archived_from text check (archived_from in ('notInvited', 'invited', 'declined', 'finished')),
  -- What a search looks through (product §6), kept ready: accents and case aside.
  add column search_text text not null generated always as (
    fold(name || ' ' || last_name || ' ' || email || ' ' || coalesce(company_name, '') || ' ' || words(tags))
  ) stored,
  -- What lists are sorted by, kept ready as well.
  add column sort_name text not null generated always as (fold(name || ' ' || last_name)) stored,
  add constraint clients_tags_count check (cardinality(tags) <= 15);
update clients set archived_from = case when user_id is null then 'notInvited' else 'finished' end
  where status = 'archived';
alter table clients
  add constraint clients_archived_from check ((status = 'archived') = (archived_from is not null));

alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check check (kind in ('photo', 'logo', 'clientPhoto', 'groupPhoto'));

-- `mail`: the link came to the invited address. `shared`: the coach copied it, and whoever accepts through it has to
-- bring a code that is sent to the address (product §4).
alter table invitation_tokens
  add column kind text not null default 'mail' check (kind in ('mail', 'shared'));

alter table auth_attempts drop constraint auth_attempts_kind_check;
alter table auth_attempts add constraint auth_attempts_kind_check check (
  kind in ('signIn', 'register', 'askCode', 'useCode', 'recovery', 'password', 'google', 'invitationCode')
);

-- The one code of an invitation at a time; a new one takes its place.
create table invitation_codes (
  client_id uuid primary key references clients on delete cascade,
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  created_at timestamptz not null
);

alter table coaches
  -- Ways to reach the coach that clients see (product §18).
  add column shown_contacts text[] not null default '{email}';

create table groups (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  name text not null,
  description text,
  objective text,
  photo_id uuid references files on delete set null,
  company_name text,
  starts_on date,
  ends_on date,
  capacity int not null check (capacity between 2 and 200),
  modality text check (modality in ('online', 'inPerson', 'phone')),
  channel text check (channel in ('meet', 'zoom', 'teams', 'skype', 'whatsapp', 'facetime', 'phone', 'place')),
  status text not null check (status in ('draft', 'open', 'running', 'finished', 'archived')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint groups_dates check (ends_on >= starts_on),
  unique (coach_id, id)
);
-- Two names that differ in accents or case alone would be the same to everybody (product §7).
create unique index groups_coach_name_unique on groups (coach_id, fold(name));

create table group_members (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  group_id uuid not null,
  client_id uuid not null,
  status text not null check (status in ('invited', 'active', 'declined', 'left', 'removed')),
  invited_at timestamptz,
  joined_at timestamptz,
  left_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint group_members_group_of_coach foreign key (coach_id, group_id) references groups (coach_id, id) on delete cascade,
  constraint group_members_client_of_coach foreign key (coach_id, client_id) references clients (coach_id, id) on delete cascade,
  constraint group_members_unique unique (group_id, client_id),
  constraint group_members_joined check (status <> 'active' or joined_at is not null)
);
create index group_members_by_client on group_members (client_id);

-- A file of clients that was read, until its coach confirms it; kept for a day.
create table client_imports (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  people jsonb not null,
  created_at timestamptz not null,
  confirmed_at timestamptz
);
create index client_imports_by_age on client_imports (created_at);

-- A file that goes is looked for wherever it may be shown.
create index clients_by_photo on clients (photo_id) where photo_id is not null;
create index groups_by_photo on groups (photo_id) where photo_id is not null;

-- A page of a large practice, its total and who needs attention in it come from these alone (product §6).
drop index clients_by_name;
create index clients_by_name on clients (coach_id, sort_name, id);
create index clients_by_status on clients (coach_id, status, role) include (invited_at, id);
create index clients_by_acceptance on clients (coach_id, coalesce(accepted_at, created_at)) where status = 'active';
create index sessions_held on sessions (coach_id, starts_at) include (client_id) where status = 'completed';
create index actions_by_due_date on actions (coach_id, due_on) include (client_id)
  where status in ('pending', 'inProgress');
-- What a client moved themself counts for their rhythm (product §6).
create index actions_by_client_move on actions (client_id, updated_at) where changed_by = 'client';
create index actions_by_own_move on actions (coach_id, updated_at) include (client_id) where changed_by = 'client';
