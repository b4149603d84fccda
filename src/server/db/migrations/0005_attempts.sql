-- When the password of a sign-in that was tried may be compared: those of one account wait one after the other.
alter table auth_attempts add column turn_at timestamptz;

-- Where an account was signed in to lately. Its person waits behind nobody there, whoever else guesses.
create table sign_in_places (
  account_hash bytea not null,
  address text not null,
  expires_at timestamptz not null,
  primary key (account_hash, address)
);
create index sign_in_places_by_end on sign_in_places (expires_at);

-- Tries of the person whose address it is, signed in. `tries` are those of everybody else.
alter table email_codes add column own_tries int not null default 0;
