-- When a message goes, its answers are found without reading its whole room.
create index messages_by_answered on messages (room_id, reply_to) where reply_to is not null;
