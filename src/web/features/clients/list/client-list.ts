import type { ClientSort, ClientStatus } from '#contract/clients.ts'
import type { Input } from '#web/api/call.ts'

/** The filters and the order of the list: all of it is in the URL, so that the back button restores the list. */
export type ClientList = {
  search: string
  status: ClientStatus | null
  tag: string | null
  /** Only clients who need attention. */
  attention: boolean
  sort: ClientSort
  direction: 'asc' | 'desc'
  page: number
}

/** Statuses as the filter lists them. */
export const STATUSES = [
  'active',
  'invited',
  'notInvited',
  'expired',
  'declined',
  'paused',
  'finished',
  'archived',
] as const satisfies readonly ClientStatus[]

/** What a list can be sorted by, in the order of its columns; `recent` has none. */
export const SORTS = [
  'name',
  'status',
  'nextSession',
  'lastSession',
  'openActions',
  'rhythm',
  'createdAt',
  'recent',
] as const satisfies readonly ClientSort[]

/** Two windows full of rows: fewer pages to turn than with the API's default of ten (spec §9). */
export const PAGE_ITEMS = 25

/** The longest search and tag that the server accepts. */
const LONGEST = { search: 120, tag: 40 } as const

/** Parses the list from a URL. Invalid values are ignored, so that every URL shows a list. */
export function readList(params: URLSearchParams): ClientList {
  const sort = SORTS.find((each) => each === params.get('sort')) ?? 'name'
  const direction = params.get('direction')
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST.search),
    status: STATUSES.find((each) => each === params.get('status')) ?? null,
    tag: (params.get('tag') ?? '').trim().slice(0, LONGEST.tag) || null,
    attention: params.get('attention') === 'true',
    sort,
    direction: direction === 'asc' || direction === 'desc' ? direction : firstDirection(sort),
    page: Math.min(100_000, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
  }
}

/** The URL of a list; defaults are omitted. */
export function writeList({ search, status, tag, attention, sort, direction, page }: ClientList) {
  return new URLSearchParams({
    ...(search.trim() && { search: search.trim() }),
    ...(status && { status }),
    ...(tag && { tag }),
    ...(attention && { attention: 'true' }),
    ...(sort !== 'name' && { sort }),
    ...(direction !== firstDirection(sort) && { direction }),
    ...(page > 1 && { page: String(page) }),
  })
}

/** A new search, filter or order starts at page 1. */
export function changedList(list: ClientList, change: Partial<ClientList>): ClientList {
  return { ...list, page: 1, ...change }
}

/** The list without search and filters, in the same order. */
export function clearedList(list: ClientList): ClientList {
  return changedList(list, { search: '', status: null, tag: null, attention: false })
}

/** The list sorted by a column; reversed if it is sorted by it already. */
export function sortedList(list: ClientList, sort: ClientSort): ClientList {
  const turned = list.direction === 'asc' ? 'desc' : 'asc'
  return changedList(list, { sort, direction: list.sort === sort ? turned : firstDirection(sort) })
}

/** Whether the list is filtered. A page that no longer exists counts too, since it is empty as well. */
export function isNarrowed({ search, status, tag, attention, page }: ClientList): boolean {
  return search !== '' || status !== null || tag !== null || attention || page > 1
}

/** How many filters are set besides the search. */
export function countFilters({ status, tag, attention }: ClientList): number {
  return [status !== null, tag !== null, attention].filter(Boolean).length
}

/** Columns that start with the highest value. */
const MOST_FIRST: ReadonlySet<ClientSort> = new Set([
  'lastSession',
  'openActions',
  'rhythm',
  'createdAt',
  'recent',
])

/** The initial direction of a column. */
function firstDirection(sort: ClientSort): 'asc' | 'desc' {
  return MOST_FIRST.has(sort) ? 'desc' : 'asc'
}

/** The filters as query parameters. */
export function filterQuery({ search, status, tag, attention }: ClientList) {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(status && { status }),
    ...(tag && { tag }),
    ...(attention && { attention: 'true' }),
  }
}

type Query = NonNullable<Input<'GET /v1/client/coach/:coachId'>['query']>

/** The query parameters of a page. */
export function listQuery(list: ClientList): Query {
  const { sort, direction, page } = list
  return { ...filterQuery(list), sort, direction, page, items: PAGE_ITEMS }
}
