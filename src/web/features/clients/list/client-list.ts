import type { ClientSort, ClientStatus } from '#contract/clients.ts'
import type { Input } from '#web/api/call.ts'

/** What the list shows and in which order: all of it stands in the address, so that going back finds the same list. */
export type ClientList = {
  search: string
  status: ClientStatus | null
  tag: string | null
  /** Only those who need attention. */
  attention: boolean
  sort: ClientSort
  direction: 'asc' | 'desc'
  page: number
}

/** States as the filter lists them. */
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

/** What a list may be sorted by, in the order of its columns. */
export const SORTS = [
  'name',
  'status',
  'nextSession',
  'lastSession',
  'openActions',
  'rhythm',
  'createdAt',
] as const satisfies readonly ClientSort[]

/** Items of a page (spec §9). */
export const PAGE_ITEMS = 10

/** The longest search and tag that the server takes. */
const LONGEST = { search: 120, tag: 40 } as const

/** The list of an address. What it says that cannot be is left aside, so that every address shows a list. */
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

/** The address of a list; what goes without saying is left out. */
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

/** Another search, filter or order begins at its first page. */
export function changedList(list: ClientList, change: Partial<ClientList>): ClientList {
  return { ...list, page: 1, ...change }
}

/** The list without search and filters, in the order it has. */
export function clearedList(list: ClientList): ClientList {
  return changedList(list, { search: '', status: null, tag: null, attention: false })
}

/** The list by a column; by the one it has already, the other way round. */
export function sortedList(list: ClientList, sort: ClientSort): ClientList {
  const turned = list.direction === 'asc' ? 'desc' : 'asc'
  return changedList(list, { sort, direction: list.sort === sort ? turned : firstDirection(sort) })
}

/** Whether fewer than everybody are shown. A page that no longer exists shows nobody either, and is left the same way. */
export function isNarrowed({ search, status, tag, attention, page }: ClientList): boolean {
  return search !== '' || status !== null || tag !== null || attention || page > 1
}

/** Columns where the most says the most begin with it. */
const MOST_FIRST: ReadonlySet<ClientSort> = new Set(['lastSession', 'openActions', 'rhythm', 'createdAt'])

/** Which way a column is sorted at first. */
function firstDirection(sort: ClientSort): 'asc' | 'desc' {
  return MOST_FIRST.has(sort) ? 'desc' : 'asc'
}

/** What narrows the list, as calls take it. */
export function filterQuery({ search, status, tag, attention }: ClientList) {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(status && { status }),
    ...(tag && { tag }),
    ...(attention && { attention: 'true' }),
  }
}

type Query = NonNullable<Input<'GET /v1/client/coach/:coachId'>['query']>

/** A page of the list, as its call takes it. */
export function listQuery(list: ClientList): Query {
  const { sort, direction, page } = list
  return { ...filterQuery(list), sort, direction, page, items: PAGE_ITEMS }
}
