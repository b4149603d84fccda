-- What a coach says when they cancel, from before the provider is asked until a line of the ledger has it: the provider's own
-- call may be read before the answer to the coach's.
alter table payment_customers
  add column cancel_reason text,
  add column cancel_asked_at timestamptz;
