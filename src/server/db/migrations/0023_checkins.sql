-- Noted progress that can be taken back and sent again, and how far a goal was when it was noted (product §9, §11).

alter table goal_check_ins
  -- How far the goal was on its way then, in percent; null for what moves nothing, and where it is not known.
  add column progress int,
  -- All milestones of the goal as they were before, if some were ticked; null for earlier rows.
  add column milestones jsonb,
  -- The version of their shape (ADR 31).
  add column milestones_version smallint not null default 1,
  -- Chosen by who sends it: the same key again is the same progress.
  add column client_key uuid,
  -- When it was taken back.
  add column deleted_at timestamptz,
  add constraint goal_check_ins_progress check (progress between 0 and 100),
  add constraint goal_check_ins_key_unique unique (goal_id, client_key);

-- How far the values of earlier rows were, by the target of their time.
update goal_check_ins as c set progress = case
    when g.measure = 'yesNo' then case when c.value = 1 then 100 else 0 end
    when g.target_then <> g.baseline then
      floor(least(1, greatest(0, (c.value - g.baseline) / (g.target_then - g.baseline))) * 100 + 1e-9) end
  from (
    select n.id, g.measure, g.baseline, coalesce((
        select w.target from goal_wordings w
          where w.goal_id = g.id and w.target is not null and w.changed_at > n.created_at
          order by w.changed_at limit 1
      ), g.target) as target_then
    from goal_check_ins n join goals g on g.id = n.goal_id
    where n.value is not null and g.measure <> 'milestones'
  ) as g
  where g.id = c.id;

create index goal_check_ins_deleted on goal_check_ins (deleted_at) where deleted_at is not null;

-- What a client notes counts for the rhythm of their process: of one client, and of a whole practice.
create index goal_check_ins_by_client_move on goal_check_ins (client_id, created_at)
  where client_id is not null and deleted_at is null;
create index goal_check_ins_by_own_move on goal_check_ins (coach_id, created_at) include (client_id)
  where client_id is not null and deleted_at is null;
