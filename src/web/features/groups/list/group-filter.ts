import type { GroupStatus } from '#contract/groups.ts'

/** The statuses of a group in the order of its life (product §7). */
export const STATUSES = ['draft', 'open', 'running', 'finished', 'archived'] as const satisfies GroupStatus[]

/** Which groups a list shows. */
export type GroupFilter = { search: string; status: GroupStatus | null; page: number }

/** No filter, first page. */
export const noFilter: GroupFilter = { search: '', status: null, page: 1 }

/** The longest search that the server accepts. */
export const LONGEST_SEARCH = 120

const MOST_PAGES = 100_000

/** Parses the filter of a URL; invalid values are ignored. */
export function filterOf(params: URLSearchParams): GroupFilter {
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH).trim(),
    status: STATUSES.find((status) => status === params.get('status')) ?? null,
    page: Math.min(MOST_PAGES, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
  }
}

/** The URL of a filter, without defaults. */
export function addressOf({ search, status, page }: GroupFilter): Record<string, string> {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(status && { status }),
    ...(page > 1 && { page: String(page) }),
  }
}

/** Whether the filter excludes anything. A page that no longer exists counts too, since it is empty as well. */
export function isFiltered(filter: GroupFilter): boolean {
  return Object.keys(addressOf(filter)).length > 0
}

/** How many filters are set, without the search. */
export function countFilters({ status }: GroupFilter): number {
  return status === null ? 0 : 1
}
