import type { GroupStatus } from '#contract/groups.ts'

/** The states of a group in the order of its life (product §7). */
export const STATUSES = ['draft', 'open', 'running', 'finished', 'archived'] as const satisfies GroupStatus[]

/** Which groups a list shows. */
export type GroupFilter = { search: string; status: GroupStatus | null; page: number }

/** Everything, from the beginning. */
export const noFilter: GroupFilter = { search: '', status: null, page: 1 }

/** The longest search that the server takes. */
export const LONGEST_SEARCH = 120

const MOST_PAGES = 100_000

/** The filter an address asks for; what it cannot mean counts as not asked. */
export function filterOf(params: URLSearchParams): GroupFilter {
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH).trim(),
    status: STATUSES.find((status) => status === params.get('status')) ?? null,
    page: Math.min(MOST_PAGES, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
  }
}

/** The address of a filter: only what differs from everything. */
export function addressOf({ search, status, page }: GroupFilter): Record<string, string> {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(status && { status }),
    ...(page > 1 && { page: String(page) }),
  }
}

/** Whether it leaves anything out. A page that no longer exists shows nothing either, and is left the same way. */
export function isFiltered(filter: GroupFilter): boolean {
  return Object.keys(addressOf(filter)).length > 0
}
