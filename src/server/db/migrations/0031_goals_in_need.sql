-- The goals of a practice that may need attention, without the rest of their rows.
create index goals_active on goals (coach_id)
  include (id, client_id, group_id, progress, starts_on, target_on, moved_on)
  where status = 'active' and deleted_at is null;
