import { sql } from 'kysely'
import type { ClientId, DateOn, FileId, GoalId, GroupId, UserId } from '#contract/values.ts'
import { type CalendarDate, latestDate } from '#time/calendar-date.ts'
import { type EpochMs, toIso } from '#time/clock.ts'
import { type Slots, timestampSlot } from '#server/platform/postgres/compiled-query.ts'
import { type Reading, readingOf } from '#server/platform/postgres/reading.ts'
import { type ClientScope, type CoachScope, clientSlots } from '../../policy/scope.ts'
import { BEHIND, EARLY_DAYS, STILL } from './goal-health.domain.ts'
import { type GoalRow, inOrder, selectGoals } from './goals.repository.ts'

/** A client's first active goals in the order of their list, those of their groups too, and how many there are. */
export function readActive(
  { coachId, clientId }: ClientScope,
  most: number,
): Reading<{ rows: GoalRow[]; total: number }> {
  return active({ coachId, clientId }, most).map((found) => ({
    rows: found as unknown as GoalRow[],
    total: (found as unknown as { total: number }[])[0]?.total ?? 0,
  }))
}

const active = readingOf((db, slots: Slots<{ coachId: UserId; clientId: ClientId }>, most: number) => {
  // By the client and by the groups apart: with one condition for both all goals of the practice are read.
  const own = sql<{ id: GoalId }>`(
    select id from goals where client_id = ${slots.clientId} and status = 'active' and deleted_at is null
    union all
    select id from goals where status = 'active' and deleted_at is null and group_id in (
      select m.group_id from group_members m where m.client_id = ${slots.clientId} and m.status = 'active'))`
  const goals = selectGoals(db, clientSlots(slots))
    .innerJoin(own.as('own'), 'own.id', 'g.id')
    .select(sql<number>`count(*) over ()`.as('total'))
  return inOrder(goals, 'asc').limit(most)
})

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
 * people and groups who are at work now. The rules of goal-health.domain as SQL for a whole practice, with the progress
 * that the database keeps (ADR 59).
 */
export function readInNeed(
  { coachId }: CoachScope,
  now: EpochMs,
  most: number,
): Reading<{ rows: GoalInNeed[]; total: number }> {
  const values = { coachId, now: toIso(now), latest: latestDate(now) }
  return inNeed(values, most).map((rows) => ({ rows, total: rows[0]?.total ?? 0 }))
}

type NeedValues = { coachId: UserId; now: string; latest: CalendarDate }

const inNeed = readingOf(
  (_, slots: Slots<NeedValues>, most: number) => sql<GoalInNeed & { total: number }>`
    select found.id, goal.title, "clientId", "groupId", team.name as "groupName", c.name, c.last_name as "lastName",
      coalesce(u.photo_id, c.photo_id) as "photoId", c.email, coalesce(c.whatsapp, u.whatsapp) as whatsapp,
      coalesce(c.country, u.country) as country, "startsOn", "targetOn", "movedOn", today, found.progress, total
    from (
      select g.*, count(*) over () as total from (${atWork(slots)}) as g where ${NEEDS_ATTENTION}
      order by "movedOn" desc, g.id
      limit ${most}
    ) as found
    join goals goal on goal.id = found.id
    left join clients c on c.id = "clientId"
    left join users u on u.id = c.user_id
    left join groups team on team.id = "groupId"
    order by "movedOn" desc, found.id`,
)

/** Those of people and groups who are at work, each with its day ("offset 0": once). */
const atWork = (slots: Slots<NeedValues>) => sql`
  select g.id, "clientId", "groupId", g.progress, "startsOn", "targetOn", "movedOn",
    (${timestampSlot(slots.now)} at time zone coalesce(u.timezone, c.timezone, coach.timezone))::date as today
  from (${inNeedSomewhere(slots)}) as g
  join users coach on coach.id = ${slots.coachId}
  left join clients c on c.id = "clientId"
  left join users u on u.id = c.user_id
  left join groups team on team.id = "groupId"
  where c.status = 'active' or team.status in ('open', 'running')
  offset 0`

/**
 * The active goals that are not reached and need attention where it is latest: what needs none there needs none anywhere,
 * because with a day more a goal only falls behind. Read from an index alone.
 */
const inNeedSomewhere = ({ coachId, latest }: Slots<NeedValues>) => sql`
  select * from (
    select id, client_id as "clientId", group_id as "groupId", progress,
      starts_on as "startsOn", target_on as "targetOn", moved_on as "movedOn", ${latest}::date as today
    from goals where coach_id = ${coachId} and status = 'active' and deleted_at is null and progress < 100
  ) as active where ${NEEDS_ATTENTION}`

/** The part of its time that has passed, in percent, as in goal-health.domain. */
const PASSED = sql`case
  when "targetOn" <= "startsOn" then case when today >= "targetOn" then 100 else 0 end
  else floor(least(1, greatest(0, (today - "startsOn")::float8 / ("targetOn" - "startsOn"))) * 100) end`

const NEEDS_ATTENTION = sql<boolean>`(today > "targetOn" or today - "movedOn" >= ${STILL.attention}
    or (today - "startsOn" >= ${EARLY_DAYS}
      and "targetOn" is not null and ${PASSED} - progress >= ${BEHIND.attention}))`
