-- Accounts that are to be deleted, and those that were (docs/decisions/080).
create table account_deletions (
  user_id uuid primary key references users on delete cascade,
  asked_at timestamptz not null,
  -- Not before this, whatever is said by the clock of the day it was asked on.
  due_at timestamptz not null,
  -- Days that still have to pass, counted one by one: a clock that leaps takes one of them at most.
  days_left int not null check (days_left >= 0),
  -- The operator who was asked by mail; null if the person did it.
  by_operator text,
  -- From here on nothing can be taken back.
  begun_at timestamptz,
  erased_at timestamptz,
  constraint account_deletions_order check (erased_at is null or begun_at is not null)
);

alter table clients
  -- The person deleted their account: the record remains, without their name, address and words.
  add column account_ended_at timestamptz,
  add constraint clients_ended check (account_ended_at is null or status = 'archived');
