import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ClientRole } from '#contract/account/auth.ts'
import { type ClientSort, ClientStatus } from '#contract/clients.ts'
import type { ClientId, PageQuery } from '#contract/values.ts'
import { type EpochMs, MINUTE_MS, epochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '#server/policy/scope.ts'
import { SESSION_MINUTES } from '#server/modules/sessions/sessions.domain.ts'
import { countInNeed, needsAttention } from './client-attention.repository.ts'
import { type ClientRow, withActivity } from '../client-records.repository.ts'
import { expiredSince } from '../clients.domain.ts'
import { attendedInGroups, comingInGroups } from '../group-sessions.repository.ts'

/** The filters of a list. */
export type ClientFilter = {
  /** Stored ones or `expired`. */
  statuses: readonly ClientStatus[]
  roles: readonly ClientRole[]
  /** Each has to occur in one of the searched fields. */
  words?: readonly string[]
  tag?: string | undefined
  /** Only clients who need attention. */
  attention?: boolean | undefined
}

export type ClientOrder = PageQuery & { sort: ClientSort }

/**
 * A page, the number of all matches, and how many clients of the roles in `everybody` need attention: one query, also
 * beyond the last page. Clients without a sort value come last in either direction; equal ones are sorted by name.
 */
export async function listClients(
  db: Kysely<DB>,
  scope: CoachScope,
  filter: ClientFilter,
  everybody: readonly ClientRole[],
  order: ClientOrder,
  now: EpochMs,
): Promise<{ rows: ClientRow[]; total: number; attention: number }> {
  const { key, of } = sortKeys(order.sort, scope, now)
  const chosen = clientsOf(db, scope)
    .$if(of !== undefined, (query) =>
      query.leftJoin(sql<{ client_id: ClientId }>`(${of})`.as('k'), 'k.client_id', 'clients.id'),
    )
    .where(matches(filter, scope, now))
    .select(['clients.id', key.as('sortKey')])
    .orderBy(inOrder(order, sql`sort_name`))
    .limit(order.items)
    .offset((order.page - 1) * order.items)
  // The counts are on the left of the join, so that a page without rows has them too.
  const counts = db.selectNoFrom([
    clientsOf(db, scope)
      .where(matches(filter, scope, now))
      .select(sql<number>`count(*)`.as('count'))
      .$asScalar()
      .$notNull()
      .as('total'),
    countInNeed(scope, everybody, now).as('attention'),
  ])
  const found = await db
    .selectFrom(counts.as('t'))
    .leftJoinLateral(withActivity(db, chosen, now).as('p'), (join) => join.onTrue())
    .selectAll()
    .orderBy(inOrder(order, sql`"sortName"`))
    .execute()
  const { total, attention } = found[0]!
  return { rows: found.filter(({ id }) => id !== null) as ClientRow[], total, attention }
}

function clientsOf(db: Kysely<DB>, scope: CoachScope) {
  return db.selectFrom('clients').where('clients.coach_id', '=', scope.coachId)
}

/** Whether a client matches the filters. */
export function matches(
  { statuses, roles, words = [], tag, attention }: ClientFilter,
  scope: CoachScope,
  now: EpochMs,
): RawBuilder<SqlBool> {
  const stored = statuses.map((status) => (status === 'expired' ? 'invited' : status))
  const [open, expired] = [statuses.includes('invited'), statuses.includes('expired')]
  const since = toTimestamp(expiredSince(now))
  // The search words are in a subquery, so that they are folded once and not for every row.
  const all = [
    sql`clients.status in (${sql.join(stored)})`,
    sql`clients.role in (${sql.join(roles)})`,
    ...(open === expired
      ? []
      : [sql`(clients.status <> 'invited' or (clients.invited_at > ${since}) = ${open})`]),
    ...words.map((word) => sql`position((select fold(${word})) in clients.search_text) > 0`),
    ...(tag === undefined
      ? []
      : [sql`(select fold(${tag})) in (select fold(t) from unnest(clients.tags) as t)`]),
    ...(attention ? [needsAttention(scope, now)] : []),
  ]
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`
}

// Within the page, and again after columns were added to it.
function inOrder({ sort, direction }: ClientOrder, name: RawBuilder<unknown>): RawBuilder<unknown> {
  const way = sql.raw(direction)
  if (sort === 'name') return sql`${name} ${way}, id ${way}`
  return sql`"sortKey" ${way} nulls last, ${name}, id`
}

/** The sort value of each order; `of` is a query with the values of all clients of a practice who have one. */
function sortKeys(
  sort: ClientSort,
  { coachId }: CoachScope,
  now: EpochMs,
): { key: RawBuilder<unknown>; of?: RawBuilder<unknown> } {
  const key = sql`k.value`
  const at = toTimestamp(now)
  // Redundant, because no session is longer, but it lets PostgreSQL use the indexes on this column.
  const earliest = toTimestamp(epochMs(now - SESSION_MINUTES.max * MINUTE_MS))
  switch (sort) {
    case 'name':
      return { key: sql`null` }
    case 'createdAt':
      return { key: sql`clients.created_at` }
    case 'status':
      // In the order of a process.
      return {
        key: sql`array_position(${[...ClientStatus.options]}::text[], case
          when clients.status = 'invited' and clients.invited_at <= ${toTimestamp(expiredSince(now))} then 'expired'
          else clients.status end)`,
      }
    case 'nextSession':
      return {
        key,
        of: sql`select client_id, min(starts_at) as value from (
            select client_id, starts_at from sessions where coach_id = ${coachId} and client_id is not null
              and status = 'confirmed' and ends_at > ${at} and starts_at > ${earliest}
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
    case 'openActions':
      return {
        key: sql`coalesce(k.value, 0)`,
        of: sql`select client_id, count(*) as value from actions
          where coach_id = ${coachId} and status in ('pending', 'inProgress') group by client_id`,
      }
    case 'rhythm':
      return {
        key: sql`case when clients.status = 'active' then floor(extract(epoch from
          (${at} - greatest(coalesce(clients.accepted_at, clients.created_at), k.value))) / 86400) end`,
        of: sql`select client_id, max(at) as value from (
            select client_id, max(starts_at) as at from sessions
              where coach_id = ${coachId} and client_id is not null and status = 'completed' group by client_id
            union all ${attendedInGroups(coachId)}
            union all
            select client_id, max(updated_at) from actions
              where coach_id = ${coachId} and changed_by = 'client' group by client_id
          ) as moved group by client_id`,
      }
  }
}
