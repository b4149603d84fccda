-- How far each goal is, from 0 to 100, by the rules `progressOf` and `milestoneProgress` of goals.domain. Kept by the
-- database, whoever writes: so the goals of a practice that need attention are found without what was noted of each.

alter table goals
  add column progress smallint not null default 0 constraint goals_progress check (progress between 0 and 100);

create function goal_progress(goal goals) returns smallint language sql stable as $$
  select case goal.measure
    when 'milestones' then (
      select coalesce(floor(count(m.done_on)::float8 / nullif(count(*), 0) * 100 + 1e-9), 0)
      from goal_milestones m where m.goal_id = goal.id)
    else coalesce((
      select case goal.measure
        when 'yesNo' then case when noted.value = 1 then 100 else 0 end
        else floor(least(1, greatest(0, (noted.value - goal.baseline) / (goal.target - goal.baseline))) * 100 + 1e-9)
        end
      from goal_check_ins noted
      where noted.goal_id = goal.id and noted.value is not null and noted.deleted_at is null
      order by noted.noted_on desc, noted.created_at desc, noted.id desc
      limit 1), 0)
    end::smallint
$$;

update goals g set progress = goal_progress(g) where progress <> goal_progress(g);

create function keep_progress_of_goal() returns trigger language plpgsql as $$
begin
  new.progress := goal_progress(new);
  return new;
end
$$;
create trigger goals_keep_progress before update of measure, baseline, target on goals
  for each row execute function keep_progress_of_goal();

-- Once for each statement: the milestones of a goal are written together.
create function keep_progress_of_goals() returns trigger language plpgsql as $$
begin
  update goals g set progress = goal_progress(g)
    where id in (select goal_id from changed) and progress <> goal_progress(g);
  return null;
end
$$;
create trigger goal_check_ins_inserted after insert on goal_check_ins
  referencing new table as changed for each statement execute function keep_progress_of_goals();
create trigger goal_check_ins_updated after update on goal_check_ins
  referencing new table as changed for each statement execute function keep_progress_of_goals();
create trigger goal_check_ins_deleted after delete on goal_check_ins
  referencing old table as changed for each statement execute function keep_progress_of_goals();
create trigger goal_milestones_inserted after insert on goal_milestones
  referencing new table as changed for each statement execute function keep_progress_of_goals();
create trigger goal_milestones_updated after update on goal_milestones
  referencing new table as changed for each statement execute function keep_progress_of_goals();
create trigger goal_milestones_deleted after delete on goal_milestones
  referencing old table as changed for each statement execute function keep_progress_of_goals();
