-- How the media of a call go, and the room of the SFU that they go through. Earlier calls went between browsers.
alter table calls
  add column route text not null default 'direct' constraint calls_route_check check (route in ('direct', 'sfu')),
  -- There until it was ended in the SFU, also after the call has found another way.
  add column sfu_room bigint constraint calls_sfu_room_key unique,
  -- The SFU does not answer, and there are too many people to go on without it.
  add column is_sfu_away boolean not null default false,
  add constraint calls_sfu_check check (route = 'direct' or sfu_room is not null);

-- Where somebody's line to the SFU is, so that another server takes it over when this one is gone: a shape with a version.
-- There until the line was ended.
alter table call_stays add column sfu jsonb;
create index call_stays_with_line on call_stays (session_id) where sfu is not null;
