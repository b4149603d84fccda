-- Where browsers take web pushes, one for each sign-in that switched them on.
create table push_subscriptions (
  -- The address at the push service: who knows it may send there, so it is never logged or shown.
  endpoint text primary key check (length(endpoint) <= 1000),
  auth_session_id uuid not null references auth_sessions on delete cascade,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index push_subscriptions_by_sign_in on push_subscriptions (auth_session_id);
create index auth_sessions_by_membership on auth_sessions (membership_id) where revoked_at is null;

-- A sign-in that ends takes its pushes along, whatever ended it, also on a server of the release before.
create function forget_push_of_sign_in() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where auth_session_id = new.id;
  return null;
end
$$;
create trigger auth_sessions_revoked after update of revoked_at on auth_sessions
  for each row when (new.revoked_at is not null) execute function forget_push_of_sign_in();
