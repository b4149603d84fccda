-- Names that came in before characters turning the direction of writing were taken out.
create function pg_temp.without_bidi(name text) returns text language sql immutable as $$
  select coalesce(
    nullif(btrim(regexp_replace(name, '[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]', '', 'g')), ''), '?'
  )
$$;
update users set name = pg_temp.without_bidi(name), last_name = pg_temp.without_bidi(last_name)
  where name || last_name ~ '[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]';
update clients set name = pg_temp.without_bidi(name), last_name = pg_temp.without_bidi(last_name)
  where name || last_name ~ '[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]';
update groups set name = pg_temp.without_bidi(name)
  where name ~ '[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]';
update coaches set company_name = pg_temp.without_bidi(company_name)
  where company_name ~ '[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]';
