-- Files sent with messages, and the search of messages (product §16).

-- The bytes, the checks and the space of these files are those of resources.
alter table resource_files
  -- Of a picture that was sent with a message: its second part is a preview of this size, encoded again.
  add column preview_width int,
  add column preview_height int,
  add constraint resource_files_preview check (
    (preview_width is null) = (preview_height is null) and (preview_width is null or cardinality(parts) = 2)
  );

-- The words of a message, without accents. Each begins with the end of its room's id, so that the index has the words of
-- a room together: a search reads those of its own rooms only, and finds words by how they begin.
create function message_words(room uuid, source text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array(
    select distinct right(room::text, 12) || left(word, 60)
    from regexp_split_to_table(fold(source), '[^[:alnum:]]+') as word
    where word <> ''
  ));

alter table messages
  -- What the first of its files is, for lists; null without files.
  add column attachment text check (attachment in ('image', 'video', 'audio', 'file')),
  -- The names of its files, to be found by.
  add column file_names text not null default '',
  add column search_words tsvector not null
    generated always as (message_words(room_id, body || ' ' || file_names)) stored;
create index messages_by_words on messages using gin (search_words);

-- A file of a room, from its first byte. Whose it is, `resource_files` says.
create table message_files (
  file_id uuid primary key references resource_files on delete cascade,
  room_id uuid not null references message_rooms on delete cascade,
  -- The message it was sent with and its place there; null until then.
  message_id uuid,
  place int,
  constraint message_files_sent check ((message_id is null) = (place is null)),
  constraint message_files_place_unique unique (message_id, place),
  constraint message_files_message foreign key (room_id, message_id) references messages (room_id, id) on delete cascade
);
create index message_files_by_room on message_files (room_id);
