import { type Kysely, sql } from 'kysely'
import type { ClientId, DateOn, FileId, GoalId, GroupId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Reading, rowsOf } from '#server/platform/postgres/reading.ts'
import type { ClientScope, CoachScope } from '../../policy/scope.ts'
import { BEHIND, EARLY_DAYS, STILL } from './goal-health.domain.ts'
import { type GoalRow, inOrder, selectGoals } from './goals.repository.ts'

/** A client's first active goals in the order of their list, those of their groups too, and how many there are. */
export function readActive(
  db: Kysely<DB>,
  scope: ClientScope,
  most: number,
): Reading<{ rows: GoalRow[]; total: number }> {
  const active = selectGoals(db, scope)
    .where('g.deleted_at', 'is', null)
    .where('g.status', '=', sql.lit('active' as const))
    .select(sql<number>`count(*) over ()`.as('total'))
  return rowsOf(inOrder(active, 'asc').limit(sql.lit(most))).map((found) => ({
    rows: found as unknown as GoalRow[],
    total: (found as unknown as { total: number }[])[0]?.total ?? 0,
  }))
}

/** A goal that needs attention, with whose it is: a person's with how to reach them, or a group's. */
export type GoalInNeed = {
  id: GoalId
  title: string
  clientId: ClientId | null
  groupId: GroupId | null
  groupName: string | null
  name: string | null
  lastName: string | null
  photoId: FileId | null
  email: string | null
  whatsapp: string | null
  country: string | null
  progress: number
  startsOn: DateOn
  targetOn: DateOn | null
  movedOn: DateOn
  today: DateOn
}

/**
 * The active goals of a practice that need attention, those that moved last first, and how many there are. Only of
 * people and groups who are at work now. The rules of goal-health.domain and `progressOf` as SQL for a whole practice:
 * its progress is read of the goals alone that nothing else tells of.
 */
export function readInNeed(
  { coachId }: CoachScope,
  now: EpochMs,
  most: number,
): Reading<{ rows: GoalInNeed[]; total: number }> {
  const found = sql<GoalInNeed & { total: number }>`
    select facts.*, count(*) over () as total
    from (
      select g.id, g.title, g.client_id as "clientId", g.group_id as "groupId", team.name as "groupName",
        c.name, c.last_name as "lastName", coalesce(u.photo_id, c.photo_id) as "photoId", c.email,
        coalesce(c.whatsapp, u.whatsapp) as whatsapp, coalesce(c.country, u.country) as country,
        g.starts_on as "startsOn", g.target_on as "targetOn", g.moved_on as "movedOn",
        (${toTimestamp(now)} at time zone coalesce(u.timezone, c.timezone, coach.timezone))::date as today,
        ${PROGRESS} as progress
      from goals g
      join users coach on coach.id = g.coach_id
      left join clients c on c.id = g.client_id
      left join users u on u.id = c.user_id
      left join groups team on team.id = g.group_id
      where g.coach_id = ${coachId} and g.status = 'active' and g.deleted_at is null
        and (c.status = 'active' or team.status in ('open', 'running'))
    ) as facts
    where ${NEEDS_ATTENTION}
    order by "movedOn" desc, id
    limit ${sql.lit(most)}`
  return rowsOf(found).map((rows) => ({ rows, total: rows[0]?.total ?? 0 }))
}

/** As `progressOf` and `milestoneProgress` of the last value that was noted. */
const PROGRESS = sql<number>`case g.measure
  when 'milestones' then coalesce((
    select floor(count(m.done_on)::float8 / count(*) * 100 + 1e-9) from goal_milestones m where m.goal_id = g.id
    having count(*) > 0), 0)
  else coalesce((
    select case g.measure
      when 'yesNo' then case when noted.value = 1 then 100 else 0 end
      else floor(least(1, greatest(0, (noted.value - g.baseline) / (g.target - g.baseline))) * 100 + 1e-9) end
    from goal_check_ins noted where noted.goal_id = g.id and noted.value is not null and noted.deleted_at is null
    order by noted.noted_on desc, noted.created_at desc, noted.id desc limit 1), 0)
  end`

/** The part of its time that has passed, in percent, as in goal-health.domain. */
const PASSED = sql`case
  when "targetOn" <= "startsOn" then case when today >= "targetOn" then 100 else 0 end
  else floor(least(1, greatest(0, (today - "startsOn")::float8 / ("targetOn" - "startsOn"))) * 100) end`

const NEEDS_ATTENTION = sql<boolean>`(
  (today > "targetOn" or today - "movedOn" >= ${sql.lit(STILL.attention)}
    or (today - "startsOn" >= ${sql.lit(EARLY_DAYS)}
      and "targetOn" is not null and ${PASSED} - progress >= ${sql.lit(BEHIND.attention)}))
  and progress < 100)`
