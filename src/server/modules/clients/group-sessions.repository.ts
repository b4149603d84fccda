import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { TimestampParam } from '#server/db/columns.ts'

// Group sessions by the people in them. A practice has few groups, so each query starts with them.

/** `client_id`, `starts_at` of the future sessions in which a member is expected: active now and not excused. */
export function comingInGroups(
  coachId: RawBuilder<UserId>,
  now: RawBuilder<TimestampParam>,
): RawBuilder<unknown> {
  return sql`
    select m.client_id, s.starts_at from groups g
      join sessions s on s.group_id = g.id and s.status = 'confirmed' and s.ends_at > ${now}
      join group_members m on m.group_id = g.id and m.status = 'active'
      where g.coach_id = ${coachId} and not exists (
        select from session_attendances a
        where a.session_id = s.id and a.client_id = m.client_id and a.state = 'excused')`
}

/** `client_id`, `starts_at` of the group sessions a client attended, whether or not they are still a member. */
export function attendedInGroups(coachId: RawBuilder<UserId>): RawBuilder<unknown> {
  return sql`
    select a.client_id, s.starts_at from groups g
      join sessions s on s.group_id = g.id and s.status = 'completed'
      join session_attendances a on a.session_id = s.id and a.state in ('present', 'late')
      where g.coach_id = ${coachId}`
}

/** The same for the client of a row `c`: the start of the next one, and of the last one. */
export const nextInGroups = (now: RawBuilder<TimestampParam>) => sql<EpochMs | null>`(
  select min(s.starts_at) from group_members m
    join sessions s on s.group_id = m.group_id and s.status = 'confirmed' and s.ends_at > ${now}
    where m.client_id = c.id and m.status = 'active' and not exists (
      select from session_attendances a
      where a.session_id = s.id and a.client_id = c.id and a.state = 'excused'))`

export const lastInGroups = sql<EpochMs | null>`(select max(s.starts_at) from ${attendedBy(sql`c.id`)})`

/** The `from` items that select, as `s`, the group sessions a client attended. */
export function attendedBy(client: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`session_attendances a
    join sessions s on s.id = a.session_id and s.group_id is not null and s.status = 'completed'
    where a.client_id = ${client} and a.state in ('present', 'late')`
}
