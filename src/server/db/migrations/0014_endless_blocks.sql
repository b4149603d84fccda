-- Blocked time that repeats without end (product §8): a rule that is expanded when it is read. Series that end keep
-- their rows in time_blocks, as before.
create table endless_blocks (
  -- The id of the series. The block of a date has this id with the number of its day in the last six digits.
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  title text,
  frequency text not null check (frequency in ('weekly', 'monthly')),
  every int not null check (every between 1 and 12),
  -- ISO weekdays of a weekly rule; without any it is the one of the first date.
  weekdays int[] not null default '{}',
  timezone text not null,
  first_on date not null,
  -- HH:mm on the date of a block.
  start_time text not null,
  -- HH:mm, so many days later.
  end_time text not null,
  days_later int not null check (days_later between 0 and 367),
  -- The length of the first block, for dates on which a change of offset leaves no time between both ends.
  minutes int not null check (minutes > 0),
  created_at timestamptz not null,
  constraint endless_blocks_id check (right(id::text, 6) = '000000')
);
create index endless_blocks_by_coach on endless_blocks (coach_id);

-- Dates on which such a series has no block: given back, or changed to a row of time_blocks.
create table endless_block_exclusions (
  coach_id uuid not null references coaches on delete cascade,
  series_id uuid not null references endless_blocks on delete cascade,
  from_on date not null,
  -- The last excluded date; null for all that follow.
  until_on date,
  -- When they were given back and with which block: that brings them back. Null if they were changed, or for good.
  deleted_at timestamptz,
  deleted_with uuid,
  primary key (series_id, from_on),
  constraint endless_block_exclusions_length check (until_on >= from_on),
  constraint endless_block_exclusions_deleted check ((deleted_at is null) = (deleted_with is null)),
  -- Each date is excluded once, so that bringing back one deletion leaves the others.
  constraint endless_block_exclusions_once
    exclude using gist (series_id with =, daterange(from_on, until_on, '[]') with &&)
);
create index endless_block_exclusions_deleted on endless_block_exclusions (deleted_at) where deleted_at is not null;
create index endless_block_exclusions_with on endless_block_exclusions (deleted_with) where deleted_with is not null;
