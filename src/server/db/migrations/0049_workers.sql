-- The processes that work in the background, by their last sign of life (ADR 77).
create table workers (
  id uuid primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- Since when every mail that it sends fails, and how many did; null once one was sent.
  mails_failing_since timestamptz,
  mails_failed integer not null
);
