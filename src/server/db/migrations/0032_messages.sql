-- Rooms of groups, and what changes in a room (product §16).

alter table message_rooms
  add column group_id uuid,
  -- Grows with every new message and every change of one: who was away asks for what is newer.
  add column revision int not null default 0,
  -- Of the newest message, by which rooms are listed.
  add column last_at timestamptz,
  add constraint message_rooms_group_of_coach foreign key (coach_id, group_id)
    references groups (coach_id, id) on delete cascade,
  drop constraint message_rooms_shape,
  add constraint message_rooms_shape check (
    case type when 'Client' then client_id is not distinct from id and group_id is null
    else group_id is not distinct from id and client_id is null end);

alter table messages
  -- The revision of the room when this message was written or changed last.
  add column revision int,
  add column reply_to uuid,
  add constraint messages_of_room unique (room_id, id),
  add constraint messages_reply_in_room foreign key (room_id, reply_to) references messages (room_id, id)
    -- An erased person leaves the answers of the others.
    on delete set null (reply_to);

update messages set revision = seq;
update message_rooms r set revision = last_seq,
  last_at = (select max(m.created_at) from messages m where m.room_id = r.id);
alter table messages
  alter column revision set not null,
  add constraint messages_revision_unique unique (room_id, revision);

-- How many somebody wrote in the last minute.
create index messages_by_sender on messages (sender_user_id, created_at);
create index message_rooms_by_age on message_rooms (coach_id, last_at);

-- Up to where a person's browser has a room, whether or not they have looked at it.
alter table message_reads
  add column delivered_seq int not null default 0;
update message_reads set delivered_seq = seq;
