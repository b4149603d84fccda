-- What somebody wants to hear no more of, by event and channel: a row for each pair that is switched off. Somebody without
-- an account is known by their address.
create table channel_preferences (
  user_id uuid references users on delete cascade,
  email text,
  event text not null,
  channel text not null check (channel in ('email', 'push')),
  muted_at timestamptz not null,
  constraint channel_preferences_one_person check ((user_id is null) <> (email is null)),
  constraint channel_preferences_unique unique nulls not distinct (user_id, email, event, channel)
);
create index channel_preferences_by_email on channel_preferences (email) where email is not null;
