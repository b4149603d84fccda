-- An import that was given up is counted until its time is over, and one that failed is begun again only some times: each of
-- them is work for the server.
alter table data_imports
  -- How often the person had one read again that had failed.
  add column restarts int not null default 0,
  -- It was given up: nothing shows it, and its bytes are gone.
  add column cancelled_at timestamptz,
  add constraint data_imports_cancelled check (cancelled_at is null or parts = '{}');
drop index data_imports_one_at_a_time;
create unique index data_imports_one_at_a_time on data_imports (user_id)
  where state in ('uploading', 'waiting', 'running') and cancelled_at is null;
