import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ClientRole } from '#contract/account/auth.ts'
import { type ClientSort, ClientStatus } from '#contract/clients.ts'
import type { ClientId, PageQuery } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { type Slots, compiledQuery } from '#server/platform/postgres/compiled-query.ts'
import type { CoachScope } from '#server/policy/scope.ts'
import { countInNeed, needsAttention } from './client-attention.repository.ts'
import { type ClientRow, withActivity } from '../client-records.repository.ts'
import { attendedInGroups, comingInGroups } from '../group-sessions.repository.ts'
import {
  type Practice,
  type PracticeValues,
  practiceAt,
  practiceSlots,
  practiceValues,
} from './practice-values.repository.ts'

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
 * A page and how many match in all, in one query; the total is right beyond the last page too. Clients without a value
 * to sort by come last in either direction; equal ones are sorted by name.
 */
export async function listClients(
  db: Kysely<DB>,
  scope: CoachScope,
  filter: ClientFilter,
  { sort, direction, items, page }: ClientOrder,
  now: EpochMs,
): Promise<{ rows: ClientRow[]; total: number }> {
  const { words = [], tag = '', ...others } = filter
  const query = pageFor({
    ...others,
    words: words.length,
    tagged: filter.tag !== undefined,
    sort,
    direction,
  })
  const found = await query(db, {
    ...practiceValues(scope, now),
    ...Object.fromEntries(words.map((word, index) => [`word${index}`, word])),
    tag,
    items,
    offset: (page - 1) * items,
  })
  return { rows: found.filter(({ id }) => id !== null) as ClientRow[], total: found[0]!.total }
}

/** How many clients of these roles need attention. */
export async function countClientsInNeed(
  db: Kysely<DB>,
  scope: CoachScope,
  roles: readonly ClientRole[],
  now: EpochMs,
): Promise<number> {
  const { count } = await db
    .selectNoFrom(countInNeed(practiceAt(scope, now), roles).as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** What the text of the query depends on; everything else is a parameter. */
type PageShape = Pick<ClientFilter, 'statuses' | 'roles' | 'attention'> &
  Pick<ClientOrder, 'sort' | 'direction'> & { words: number; tagged: boolean }

type PageValues = PracticeValues & {
  tag: string
  items: number
  offset: number
  [word: `word${number}`]: string
}

type CompiledPage = ReturnType<typeof compiledPage>

/** Most texts that are kept; searches of many words make ever more of them. */
const MOST_SHAPES = 200
const kept = new Map<string, CompiledPage>()

function pageFor(shape: PageShape): CompiledPage {
  const key = JSON.stringify(shape)
  let query = kept.get(key)
  if (!query) {
    query = compiledPage(shape)
    if (kept.size >= MOST_SHAPES) kept.delete(kept.keys().next().value!)
    kept.set(key, query)
  }
  return query
}

function compiledPage({ words, tagged, sort, direction, ...filter }: PageShape) {
  return compiledQuery((db, slots: Slots<PageValues>) => {
    const practice = practiceSlots(slots)
    const matching = db
      .selectFrom('clients')
      .where('clients.coach_id', '=', practice.coachId)
      .where(
        matches(
          {
            ...filter,
            words: Array.from({ length: words }, (_, index) => slots[`word${index}`]!),
            tag: tagged ? slots.tag : undefined,
          },
          practice,
        ),
      )
    const { key, of } = sortKeys(sort, practice)
    const chosen = matching
      .$if(of !== undefined, (query) =>
        query.leftJoin(sql<{ client_id: ClientId }>`(${of})`.as('k'), 'k.client_id', 'clients.id'),
      )
      .select(['clients.id', key.as('sortKey')])
      .orderBy(inOrder({ sort, direction }, sql`sort_name`))
      .limit(slots.items)
      .offset(slots.offset)
    // The total is on the left side of the join, so that a page without rows has it too.
    return db
      .selectFrom(matching.select(sql<number>`count(*)`.as('total')).as('t'))
      .leftJoinLateral(withActivity(db, chosen, practice.now).as('p'), (join) => join.onTrue())
      .selectAll()
      .orderBy(inOrder({ sort, direction }, sql`"sortName"`))
  })
}

type MatchFilter = Pick<ClientFilter, 'statuses' | 'roles' | 'attention'> & {
  words?: readonly (string | RawBuilder<string>)[]
  tag?: string | RawBuilder<string> | undefined
}

/** Whether a client matches the filters. */
export function matches(
  { statuses, roles, words = [], tag, attention }: MatchFilter,
  practice: Practice,
): RawBuilder<SqlBool> {
  const stored = statuses.map((status) => (status === 'expired' ? 'invited' : status))
  const [open, expired] = [statuses.includes('invited'), statuses.includes('expired')]
  // The search words are in a subquery, so that they are folded once and not for every row.
  const all = [
    sql`clients.status in (${sql.join(stored)})`,
    sql`clients.role in (${sql.join(roles)})`,
    ...(open === expired
      ? []
      : [sql`(clients.status <> 'invited' or (clients.invited_at > ${practice.expiredSince}) = ${open})`]),
    ...words.map((word) => sql`position((select fold(${word})) in clients.search_text) > 0`),
    ...(tag === undefined
      ? []
      : [sql`(select fold(${tag})) in (select fold(t) from unnest(clients.tags) as t)`]),
    ...(attention ? [needsAttention(practice)] : []),
  ]
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`
}

// Within the page, and again after columns were added to it.
function inOrder(
  { sort, direction }: Pick<ClientOrder, 'sort' | 'direction'>,
  name: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const way = sql.raw(direction)
  if (sort === 'name') return sql`${name} ${way}, id ${way}`
  return sql`"sortKey" ${way} nulls last, ${name}, id`
}

/** The sort value of each order; `of` is a query with the values of all clients of a practice who have one. */
function sortKeys(
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
    case 'openActions':
      return {
        key: sql`coalesce(k.value, 0)`,
        of: sql`select client_id, count(*) as value from actions
          where coach_id = ${coachId} and status in ('pending', 'inProgress') group by client_id`,
      }
    case 'rhythm':
      return {
        key: sql`case when clients.status = 'active' then floor(extract(epoch from
          (${now} - greatest(coalesce(clients.accepted_at, clients.created_at), k.value))) / 86400) end`,
        of: sql`select client_id, max(at) as value from (
            select client_id, max(starts_at) as at from sessions
              where coach_id = ${coachId} and client_id is not null and status = 'completed' group by client_id
            union all ${attendedInGroups(coachId)}
            union all
            select client_id, max(updated_at) from actions
              where coach_id = ${coachId} and changed_by = 'client' group by client_id
          ) as moments group by client_id`,
      }
  }
}
