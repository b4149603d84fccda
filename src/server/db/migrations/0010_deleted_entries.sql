-- Blocked time and agenda points are deleted softly, so that the toast can bring them back (product §2).

alter table time_blocks
  add column deleted_at timestamptz,
  -- The block whose deletion took this one along; a series comes back as it went.
  add column deleted_with uuid,
  add constraint time_blocks_deleted check ((deleted_at is null) = (deleted_with is null));
create index time_blocks_deleted on time_blocks (deleted_at) where deleted_at is not null;
create index time_blocks_deleted_with on time_blocks (deleted_with) where deleted_with is not null;

alter table session_agenda_items add column deleted_at timestamptz;
create index session_agenda_deleted on session_agenda_items (deleted_at) where deleted_at is not null;
