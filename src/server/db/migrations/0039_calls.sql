-- Sessions in a video room of our own (product §10).
alter table sessions drop constraint sessions_channel_check,
  add constraint sessions_channel_check
    check (channel in ('norte', 'meet', 'zoom', 'teams', 'skype', 'whatsapp', 'facetime', 'phone', 'place')) not valid;
alter table sessions validate constraint sessions_channel_check;
alter table groups drop constraint groups_channel_check,
  add constraint groups_channel_check
    check (channel in ('norte', 'meet', 'zoom', 'teams', 'skype', 'whatsapp', 'facetime', 'phone', 'place')) not valid;
alter table groups validate constraint groups_channel_check;

-- The room of a session, from the first who goes in. What browsers are told of it carries the revision, so that of two
-- states the later one is known, whichever server told it.
create table calls (
  session_id uuid primary key references sessions on delete cascade,
  revision int not null,
  created_at timestamptz not null
);

-- Who was in it, and when: a row from going in to leaving. A browser that is lost does not leave: its row ends when it was
-- seen last.
create table call_stays (
  id uuid primary key,
  session_id uuid not null references calls on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- The client as whom they are in it; null for the coach.
  client_id uuid references clients on delete cascade,
  -- The browser's tab, which comes back with it after it is loaded again.
  peer_id uuid not null,
  sends_audio boolean not null,
  sends_video boolean not null,
  shares_screen boolean not null,
  raises_hand boolean not null,
  joined_at timestamptz not null,
  seen_at timestamptz not null,
  left_at timestamptz,
  constraint call_stays_order check (joined_at <= seen_at and seen_at <= coalesce(left_at, seen_at))
);
create unique index call_stays_open on call_stays (session_id, user_id) where left_at is null;
create index call_stays_by_session on call_stays (session_id, joined_at);
create index call_stays_by_client on call_stays (client_id);
create index call_stays_by_user on call_stays (user_id);
