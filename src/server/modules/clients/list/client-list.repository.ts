import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ClientRole } from '#contract/account/auth.ts'
import type { ClientSort, ClientStatus } from '#contract/clients.ts'
import type { ClientId, PageQuery } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { type Slots, compiledQuery, literals } from '#server/platform/postgres/compiled-query.ts'
import { type Reading, readingOf } from '#server/platform/postgres/reading.ts'
import type { CoachScope } from '#server/policy/scope.ts'
import { countInNeed, needsAttention } from './client-attention.repository.ts'
import { type ClientRow, withActivity } from '../client-records.repository.ts'
import { inOrder, sortKeys } from './client-order.repository.ts'
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
  /** Only these. */
  ids?: readonly ClientId[] | undefined
}

export type ClientOrder = PageQuery & { sort: ClientSort }

/** The screen opens with 25 by name, other callers with the default of 10. */
const USUAL_ITEMS: readonly number[] = [10, 25]

/**
 * A page and how many match in all, read at once. Clients without a value to sort by come last in either direction;
 * equal ones are sorted by name.
 */
export async function listClients(
  db: Kysely<DB>,
  scope: CoachScope,
  filter: ClientFilter,
  { sort, direction, items, page }: ClientOrder,
  now: EpochMs,
): Promise<{ rows: ClientRow[]; total: number }> {
  const { words = [], tag = '', ...others } = filter
  const query = queriesFor({
    ...others,
    words: words.length,
    tagged: filter.tag !== undefined,
    sort,
    direction,
    usual: sort === 'name' && page === 1 && USUAL_ITEMS.includes(items) ? items : undefined,
  })
  const values = {
    ...practiceValues(scope, now),
    ...Object.fromEntries(words.map((word, index) => [`word${index}`, word])),
    tag,
    items,
    offset: (page - 1) * items,
  }
  const [rows, [count]] = await Promise.all([query.page(db, values), query.total(db, values)])
  return { rows, total: count!.total }
}

/** Those of these states and roles who need attention, as far as an order shows them, and how many there are. */
export function readInNeed(
  scope: CoachScope,
  { statuses, roles }: Pick<ClientFilter, 'statuses' | 'roles'>,
  { items, ...order }: Omit<ClientOrder, 'page'>,
  now: EpochMs,
): Reading<{ rows: ClientRow[]; count: number }> {
  const shape = { statuses, roles, attention: true, words: 0, tagged: false, usual: items, ...order }
  const values = practiceValues(scope, now)
  return inNeed({ ...values, tag: '', items, offset: 0 }, shape).map((rows) => ({
    rows,
    count: rows[0]?.total ?? 0,
  }))
}

const inNeed = readingOf((db, slots: Slots<PageValues>, shape: PageShape) =>
  pageQuery(db, shape, slots).select(sql<number>`chosen.total`.as('total')),
)

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
  Pick<ClientOrder, 'sort' | 'direction'> & { words: number; tagged: boolean; usual: number | undefined }

type PageValues = PracticeValues & {
  tag: string
  items: number
  offset: number
  [word: `word${number}`]: string
}

type ListQueries = ReturnType<typeof listQueries>

/** Most shapes that are kept; searches of many words make ever more of them. */
const MOST_SHAPES = 200
const kept = new Map<string, ListQueries>()

function queriesFor(shape: PageShape): ListQueries {
  const key = JSON.stringify(shape)
  let queries = kept.get(key)
  if (!queries) {
    queries = listQueries(shape)
    if (kept.size >= MOST_SHAPES) kept.delete(kept.keys().next().value!)
    kept.set(key, queries)
  }
  return queries
}

// Two queries, because planning a page takes longer than reading it (1.3 ms of 1.7). PostgreSQL keeps a plan only if it
// expects the same cost for every practice: the usual page costs the same in each, the count does not. For the same
// reason states, roles and the usual limit are in the text. Sorting a whole practice by activity needs a plan for its
// size.
function listQueries(shape: PageShape) {
  const page = compiledQuery((db, slots: Slots<PageValues>) => pageQuery(db, shape, slots))
  const total = compiledQuery((db, slots: Slots<PageValues>) =>
    matching(db, shape, slots).select((eb) => eb.fn.countAll<number>().as('total')),
  )
  return { page, total }
}

function matching(
  db: Kysely<DB>,
  { words, tagged, ...filter }: Omit<PageShape, 'sort' | 'direction' | 'usual'>,
  slots: Slots<PageValues>,
) {
  const practice = practiceSlots(slots)
  const searched = {
    ...filter,
    words: Array.from({ length: words }, (_, index) => slots[`word${index}`]!),
    tag: tagged ? slots.tag : undefined,
  }
  return db
    .selectFrom('clients')
    .where('clients.coach_id', '=', practice.coachId)
    .where(matches(searched, practice))
}

function pageQuery(db: Kysely<DB>, shape: PageShape, slots: Slots<PageValues>) {
  const { sort, direction, usual } = shape
  const practice = practiceSlots(slots)
  const { key, of } = sortKeys(sort, practice)
  const chosen = matching(db, shape, slots)
    .$if(of !== undefined, (query) =>
      query.leftJoin(sql<{ client_id: ClientId }>`(${of})`.as('k'), 'k.client_id', 'clients.id'),
    )
    .select(['clients.id', key.as('sortKey')])
    // Of those who need attention all are looked at anyway.
    .$if(shape.attention === true, (query) => query.select(sql<number>`count(*) over ()`.as('total')))
    .orderBy(inOrder({ sort, direction }, sql`sort_name`))
    .limit(usual === undefined ? slots.items : sql.lit(usual))
    .$if(usual === undefined, (query) => query.offset(slots.offset))
  return withActivity(db, chosen, practice.now).orderBy(inOrder({ sort, direction }, sql`"sortName"`))
}

type MatchFilter = Pick<ClientFilter, 'statuses' | 'roles' | 'attention' | 'ids'> & {
  words?: readonly (string | RawBuilder<string>)[]
  tag?: string | RawBuilder<string> | undefined
}

/** Whether a client matches the filters. */
export function matches(
  { statuses, roles, words = [], tag, attention, ids }: MatchFilter,
  practice: Practice,
): RawBuilder<SqlBool> {
  const stored = new Set(statuses.map((status) => (status === 'expired' ? 'invited' : status)))
  const [open, expired] = [statuses.includes('invited'), statuses.includes('expired')]
  // The search words are in a subquery, so that they are folded once and not for every row.
  const all = [
    // No state at all: one was asked for that the other filters exclude.
    stored.size === 0 ? sql`false` : sql`clients.status in (${literals([...stored])})`,
    sql`clients.role in (${literals(roles)})`,
    ...(open === expired
      ? []
      : [sql`(clients.status <> 'invited' or (clients.invited_at > ${practice.expiredSince}) = ${open})`]),
    ...words.map((word) => sql`position((select fold(${word})) in clients.search_text) > 0`),
    ...(tag === undefined
      ? []
      : [sql`(select fold(${tag})) in (select fold(t) from unnest(clients.tags) as t)`]),
    ...(attention ? [needsAttention(practice)] : []),
    ...(ids === undefined ? [] : [sql`clients.id = any(${sql.val([...ids])}::uuid[])`]),
  ]
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`
}
