-- A title nobody chose is made when it is read, so that its number follows the dates (docs/decisions/029).
alter table sessions alter column title drop not null;
-- Sessions of one person have a title for the client exactly where nobody chose one.
update sessions set title = null where client_title is not null;
-- Those of a group never had: there the words tell, which only the product wrote before.
update sessions set title = null
  where group_id is not null and title ~ '^(Sesión [0-9]+ con|Session [0-9]+ with) ';
alter table sessions drop column client_title;

-- Which session of its client or group one is, by start; null for one that is off. The states are those that count
-- towards the limits of a calendar, and `proposed`.
create function session_number(session uuid, client uuid, of_group uuid, starts timestamptz, state text)
returns int language sql stable parallel safe as $$
  select case
    when state not in ('requested', 'proposed', 'confirmed', 'completed', 'noShowClient', 'noShowCoach') then null
    when client is not null then (
      select count(*)::int from sessions e
      where e.client_id = client and (e.starts_at, e.id) <= (starts, session)
        and e.status in ('requested', 'proposed', 'confirmed', 'completed', 'noShowClient', 'noShowCoach'))
    else (
      select count(*)::int from sessions e
      where e.group_id = of_group and (e.starts_at, e.id) <= (starts, session)
        and e.status in ('requested', 'proposed', 'confirmed', 'completed', 'noShowClient', 'noShowCoach'))
  end
$$;
