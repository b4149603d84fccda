-- What happened to the payment of each coach (product §5): lines are added and never changed, and the state of a payment can
-- be computed from them.
create table payment_entries (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  -- What it is, at whom: the same fact is told twice by a provider that repeats itself, and is one line.
  key text not null,
  -- When it counts: facts may be heard of late, and in another order.
  happened_at timestamptz not null,
  recorded_at timestamptz not null,
  provider text not null,
  -- A shape with a version.
  fact jsonb not null,
  method text check (method in ('card', 'oxxo', 'spei')),
  amount_minor int check (amount_minor >= 0),
  currency text,
  -- Who of the operators did it, and why; the reason of a coach who cancels.
  by_operator text,
  reason text,
  constraint payment_entries_key unique (coach_id, key),
  constraint payment_entries_amount check ((amount_minor is null) = (currency is null))
);
create index payment_entries_by_coach on payment_entries (coach_id, happened_at);

create function refuse_to_change_an_entry() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the payment ledger are never changed';
end
$$;
create trigger payment_entries_append_only before update on payment_entries
  for each row execute function refuse_to_change_an_entry();

insert into payment_entries (id, coach_id, key, happened_at, recorded_at, provider, fact)
  select gen_random_uuid(), id, 'before the ledger', updated_at, now(), 'norte', jsonb_build_object(
    'v', 1, 'cause', 'carriedOver', 'status', payment_status, 'planId', plan_id,
    'periodEndsAt', (extract(epoch from date_trunc('milliseconds', period_ends_at)) * 1000)::bigint)
  from coaches where payment_status <> 'none';
