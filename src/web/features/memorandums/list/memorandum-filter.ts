import type { MemorandumPriority } from '#contract/memorandums/memorandums.ts'
import type { MemorandumFilter } from '#web/widgets/queries/memorandum.queries.ts'

/** Priorities, the most urgent first. */
export const PRIORITIES = ['high', 'normal', 'low'] as const satisfies readonly MemorandumPriority[]

/** The longest search that the server accepts. */
export const LONGEST_SEARCH = 120

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Parses the filter of a URL; invalid values are ignored. */
export function filterOf(params: URLSearchParams): MemorandumFilter {
  const clientId = params.get('clientId')
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH).trim(),
    clientId: clientId !== null && ID.test(clientId) ? clientId : null,
    priority: PRIORITIES.find((priority) => priority === params.get('priority')) ?? null,
  }
}

/** The URL of a filter, without defaults. */
export function addressOf({ search, clientId, priority }: MemorandumFilter): Record<string, string> {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(clientId && { clientId }),
    ...(priority && { priority }),
  }
}

/** Whether the filter excludes anything. */
export const isFiltered = (filter: MemorandumFilter): boolean => Object.keys(addressOf(filter)).length > 0

/** How many filters are set, without the search. */
export const countFilters = ({ clientId, priority }: MemorandumFilter): number =>
  [clientId, priority].filter((each) => each !== null).length
