-- When somebody is written to (product §17). Who has no row has the values below, which the product knows too. What is
-- switched off by event and channel is in channel_preferences.
create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  -- Of the meaning of the other columns.
  version int not null default 1,
  quiet boolean not null default true,
  quiet_from text not null default '21:00',
  quiet_until text not null default '08:00',
  daily boolean not null default false,
  daily_at text not null default '08:00',
  constraint notification_settings_times check (
    quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    and daily_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and quiet_from <> quiet_until
  )
);

-- The last message of a room when somebody was told outside the product that messages wait for them. Until they have read
-- up to there, they are not told again.
create table message_tellings (
  room_id uuid not null references message_rooms on delete cascade,
  user_id uuid not null references users on delete cascade,
  seq int not null,
  told_at timestamptz not null,
  primary key (room_id, user_id)
);
