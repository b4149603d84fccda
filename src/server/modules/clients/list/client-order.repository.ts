import { type RawBuilder, sql } from 'kysely'
import { type ClientSort, ClientStatus } from '#contract/clients.ts'
import type { PageQuery } from '#contract/values.ts'
import { attendedInGroups, comingInGroups } from '../group-sessions.repository.ts'
import type { Practice } from './practice-values.repository.ts'

/** How far back a session counts as recent: the whole history of a practice is not read for it. */
const RECENT = '120 days'

/** The order of a page: within its selection, and again after columns were added to it. */
export function inOrder(
  { sort, direction }: { sort: ClientSort; direction: PageQuery['direction'] },
  name: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const way = sql.raw(direction)
  if (sort === 'name') return sql`${name} ${way}, id ${way}`
  return sql`"sortKey" ${way} nulls last, ${name}, id`
}

/** The sort value of each order; `of` is a query with the values of all clients of a practice who have one. */
export function sortKeys(
  sort: ClientSort,
  { coachId, now, earliestStart, expiredSince }: Practice,
): { key: RawBuilder<unknown>; of?: RawBuilder<unknown> } {
  const key = sql`k.value`
  switch (sort) {
    case 'name':
      return { key: sql`null` }
    case 'createdAt':
      return { key: sql`clients.created_at` }
    case 'status':
      // In the order of a process.
      return {
        key: sql`array_position(${[...ClientStatus.options]}::text[], case
          when clients.status = 'invited' and clients.invited_at <= ${expiredSince} then 'expired'
          else clients.status end)`,
      }
    case 'nextSession':
      // `earliestStart` excludes nothing more, but it is about the column that the indexes are sorted by.
      return {
        key,
        of: sql`select client_id, min(starts_at) as value from (
            select client_id, starts_at from sessions where coach_id = ${coachId} and client_id is not null
              and status = 'confirmed' and ends_at > ${now} and starts_at > ${earliestStart}
            union all ${comingInGroups(coachId, now)}
          ) as coming group by client_id`,
      }
    case 'lastSession':
      return {
        key,
        of: sql`select client_id, max(starts_at) as value from (
            select client_id, starts_at from sessions
              where coach_id = ${coachId} and client_id is not null and status = 'completed'
            union all ${attendedInGroups(coachId)}
          ) as held group by client_id`,
      }
    case 'recent':
      // When they were added, or a session of the last months or to come was booked or held.
      return {
        key: sql`greatest(clients.created_at, k.value)`,
        of: sql`select client_id, max(greatest(created_at,
              case when status in ('confirmed', 'completed') and starts_at <= ${now} then starts_at end)) as value
            from sessions
            where coach_id = ${coachId} and client_id is not null and starts_at > ${now} - ${RECENT}::interval
            group by client_id`,
      }
    case 'openActions':
      return {
        key: sql`coalesce(k.value, 0)`,
        of: sql`select client_id, count(*) as value from actions
          where coach_id = ${coachId} and deleted_at is null and status in ('pending', 'inProgress')
          group by client_id`,
      }
    case 'rhythm':
      // Each client's last steps are found by themselves: a history of years costs as much as one of weeks.
      return {
        key: sql`case when clients.status = 'active' then floor(extract(epoch from (${now} - greatest(
          coalesce(clients.accepted_at, clients.created_at), k.value,
          (select max(s.starts_at) from sessions s where s.client_id = clients.id and s.status = 'completed'),
          (select max(a.updated_at) from actions a where a.client_id = clients.id and a.changed_by = 'client'),
          (select max(n.created_at) from goal_check_ins n where n.client_id = clients.id and n.deleted_at is null)
        ))) / 86400) end`,
        of: sql`select client_id, max(starts_at) as value from (${attendedInGroups(coachId)}) as came
          group by client_id`,
      }
  }
}
