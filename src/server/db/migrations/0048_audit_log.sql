-- What happened to accounts and to the data of people (docs/decisions/078): entries are added, and neither changed nor
-- removed. A chain of hashes over them tells when somebody did so all the same.
create table audit_entries (
  id uuid primary key,
  occurred_at timestamptz not null,
  kind text not null,
  -- Whom it concerns. Without a foreign key: an entry outlives its account.
  user_id uuid,
  actor text not null,
  actor_user_id uuid,
  -- The name that an operator gave.
  operator text,
  -- JSON with a version, as text: the bytes that are hashed.
  detail text not null,
  -- Of what is personal, which lies in audit_details and may be erased from there.
  detail_hash bytea not null,
  constraint audit_entries_actor check (actor in ('person', 'unknown', 'operator', 'system')),
  constraint audit_entries_actor_named check (
    (actor = 'person') = (actor_user_id is not null) and (actor = 'operator') = (operator is not null)
  )
);
create index audit_entries_of_person on audit_entries (user_id, occurred_at, id) where user_id is not null;

-- What is personal of an entry: sha256(salt || detail) is its detail_hash.
create table audit_details (
  entry_id uuid primary key references audit_entries,
  salt bytea not null,
  detail text not null,
  -- Keeps what repeats itself to one entry: a keyed hash of whom, where and in which hour.
  once bytea,
  constraint audit_details_once unique (once)
);

-- Entries that wait for their place in the chain. They leave it with their seal, so that one whose transaction commits
-- late is not passed over.
create table audit_unsealed (
  entry_id uuid primary key references audit_entries
);

-- The chain: sha256(hash before || entry).
create table audit_seals (
  seq bigint primary key,
  entry_id uuid not null references audit_entries,
  hash bytea not null,
  constraint audit_seals_entry unique (entry_id)
);

create function refuse_to_change_the_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to';
end
$$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_to_change_the_audit_log();
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_to_change_the_audit_log();
create trigger audit_details_unchanged before update on audit_details
  for each statement execute function refuse_to_change_the_audit_log();

-- The first entry says since when there is a log: nothing is known of what was before.
with began as (
  insert into audit_entries (id, occurred_at, kind, actor, detail, detail_hash)
  select gen_random_uuid(), date_trunc('milliseconds', now()), 'log.began', 'system', '{"v":1}', sha256('\x00'::bytea || '{}'::bytea)
  returning id
), detail as (
  insert into audit_details (entry_id, salt, detail) select id, '\x00'::bytea, '{}' from began
)
insert into audit_unsealed select id from began;
