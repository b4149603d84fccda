import type { ResourceStatus, ResourceType } from '#contract/resources/resources.ts'

const TYPES = ['file', 'link', 'video', 'audio', 'text'] as const satisfies ResourceType[]
/** The statuses in the order of a resource's life. */
export const STATUSES = ['draft', 'published', 'archived'] as const satisfies ResourceStatus[]

/** Which resources the library shows, and how. */
export type ResourceFilter = {
  search: string
  type: ResourceType | null
  status: ResourceStatus | null
  category: string | null
  tag: string | null
  page: number
  look: 'list' | 'grid'
}

/** The longest search that the server accepts. */
export const LONGEST_SEARCH = 100

/** Parses the filter of a URL; invalid values are ignored. */
export function filterOf(params: URLSearchParams): ResourceFilter {
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH).trim(),
    type: TYPES.find((type) => type === params.get('type')) ?? null,
    status: STATUSES.find((status) => status === params.get('status')) ?? null,
    category: params.get('category')?.slice(0, 60) || null,
    tag: params.get('tag')?.slice(0, 40) || null,
    page: Math.min(100_000, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
    look: params.get('look') === 'grid' ? 'grid' : 'list',
  }
}

/** The URL of a filter, without defaults. */
export function addressOf({ search, type, status, category, tag, page, look }: ResourceFilter) {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(type && { type }),
    ...(status && { status }),
    ...(category && { category }),
    ...(tag && { tag }),
    ...(page > 1 && { page: String(page) }),
    ...(look === 'grid' && { look }),
  }
}

/** How many filters beside the search are set. */
export function countFilters({ type, status, category, tag }: ResourceFilter): number {
  return [type, status, category, tag].filter((value) => value !== null).length
}

/** Whether the search or a filter leaves something out. */
export function isNarrowed(filter: ResourceFilter): boolean {
  return countFilters(filter) > 0 || filter.search !== ''
}
