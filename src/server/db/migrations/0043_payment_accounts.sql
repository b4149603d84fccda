-- What payment providers keep of coaches (product §5).

-- The customer that a coach is there. What the provider has of them is read as a whole; a reading takes its number before it
-- asks, so that one that was overtaken changes nothing.
create table payment_customers (
  coach_id uuid primary key references coaches on delete cascade,
  provider text not null,
  customer text not null,
  readings int not null default 0,
  applied int not null default 0,
  -- What the coach is shown of it besides the ledger: a shape with a version.
  held jsonb,
  read_at timestamptz,
  -- While a page to pay on is being opened, in one tab at a time.
  opening_until timestamptz,
  constraint payment_customers_customer unique (provider, customer)
);

-- What providers have told, once each. Without a coach nobody here is that customer: the operator sees it.
create table payment_notices (
  provider text not null,
  id text not null,
  type text not null,
  customer text,
  coach_id uuid references coaches on delete cascade,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  primary key (provider, id)
);
create index payment_notices_of_nobody on payment_notices (received_at) where coach_id is null;

-- What receipts say of who pays (CFDI 4.0).
create table invoice_details (
  coach_id uuid primary key references coaches on delete cascade,
  tax_id text not null,
  name text not null,
  regime text not null,
  use text not null,
  postal_code text not null,
  updated_at timestamptz not null
);

drop index payment_entries_by_coach;
