-- What a signed-in person says of themselves, how they may be reached, and the other ways to sign in.

-- An uploaded picture, re-encoded by us (product §18). The bytes lie in the file store under the row's id.
create table files (
  id uuid primary key,
  owner_user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('photo', 'logo')),
  media_type text not null,
  byte_size int not null check (byte_size > 0),
  created_at timestamptz not null
);
create index files_by_owner on files (owner_user_id);

-- Links as spec §3 names them; a value without a scheme is plain text (a user name, a number).
alter table users
  add column photo_id uuid references files on delete set null,
  add column birthday date,
  add column color_scheme text not null default 'auto' check (color_scheme in ('auto', 'light', 'dark')),
  add column facebook text,
  add column instagram text,
  add column twitter text,
  add column linked_in text,
  add column teams text,
  add column meet text,
  add column zoom text,
  add column skype text,
  add column whatsapp text,
  add column facetime text,
  add column phone text,
  -- What a coached person tells their coach (product §18, /profile/about).
  add column about_me text,
  add column expectations text;

alter table coaches
  add column logo_id uuid references files on delete set null,
  add column bio text,
  add column specialities text[] not null default '{}',
  add column spoken_languages text[] not null default '{}',
  add column credentials text[] not null default '{}',
  add column practising_since int check (practising_since between 1900 and 2200);

-- Accounts of an identity provider that open this account (product §3).
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  email text not null,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject),
  constraint identities_one_per_issuer unique (user_id, issuer)
);

-- A sign-in on its way through the provider: bound to the browser that began it, used once, gone after minutes.
create table oidc_flows (
  state_hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  -- Where the person wanted to go; or whose account the identity is for, or which invitation it answers. Of the last
  -- two also what they were begun with, a sign-in and a link: once that has ended, they lead nowhere any more.
  return_to text,
  link_user_id uuid references users on delete cascade,
  link_session_id uuid references auth_sessions on delete cascade,
  invitation_client_id uuid references clients on delete cascade,
  invitation_token_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index oidc_flows_by_end on oidc_flows (expires_at);

-- What the provider said of a person, waiting for the browser to come back with the ticket (product §3).
create table oidc_tickets (
  ticket_hash bytea primary key,
  browser_hash bytea not null,
  issuer text not null,
  subject text not null,
  email text not null,
  email_verified boolean not null,
  name text not null,
  last_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oidc_tickets_by_end on oidc_tickets (expires_at);

-- Every recovery link mailed; only the hash of its secret is kept (product §3).
create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index password_resets_by_user on password_resets (user_id, created_at);

-- The address a person wants to have, until the code sent there comes back (product §18). One at a time.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  new_email text not null,
  code_hash bytea,
  expires_at timestamptz not null,
  tries int not null default 0,
  created_at timestamptz not null,
  constraint email_changes_normalised check (new_email = lower(btrim(new_email)))
);

alter table auth_attempts drop constraint auth_attempts_kind_check;
alter table auth_attempts add constraint auth_attempts_kind_check
  check (kind in ('signIn', 'register', 'askCode', 'useCode', 'recovery', 'password', 'google'));

-- Rooms: one per coach and client, one per group (product §16). A room's id is the client's or the group's (product §1 D10).
create table message_rooms (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  type text not null check (type in ('Client', 'Group')),
  client_id uuid,
  last_seq int not null default 0,
  created_at timestamptz not null,
  constraint message_rooms_client_of_coach foreign key (coach_id, client_id) references clients (coach_id, id) on delete cascade,
  constraint message_rooms_shape check (type <> 'Client' or client_id = id),
  unique (coach_id, id)
);

-- The order within a room is the server's: `seq` has no gaps and no doubles; the sender's key makes a resend harmless.
create table messages (
  id uuid primary key,
  room_id uuid not null references message_rooms on delete cascade,
  seq int not null,
  sender_user_id uuid not null references users on delete cascade,
  body text not null check (char_length(body) <= 4000),
  client_key uuid not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  constraint messages_seq_unique unique (room_id, seq),
  constraint messages_key_unique unique (room_id, sender_user_id, client_key)
);

-- How far each person has read a room.
create table message_reads (
  room_id uuid not null references message_rooms on delete cascade,
  user_id uuid not null references users on delete cascade,
  seq int not null,
  read_at timestamptz not null,
  primary key (room_id, user_id)
);

-- How often a timer has failed: each time it waits longer before the next try.
alter table timers add column tries int not null default 0;

-- A title nobody chose names the other person, so the client's own says who the coach is (product §9).
alter table sessions add column client_title text;
