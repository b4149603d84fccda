import type { PracticeActionsQuery } from '#contract/actions/actions.ts'
import type { ClientId, GoalId, GroupId } from '#contract/values.ts'
import { isId } from '#web/paths.ts'
import type { Coachee } from '#web/widgets/people/CoacheeFilter.tsx'

export const ACTION_STATES = [
  'open',
  'overdue',
  'closed',
] as const satisfies readonly PracticeActionsQuery['status'][]
export type ActionState = (typeof ACTION_STATES)[number]

/** What a coach looks for among all actions. All of it is in the URL, so that the back button restores it. */
export type ActionSearch = {
  status: ActionState
  search: string
  of: Coachee | null
  goal: string | null
  page: number
}

/** The longest text that the server searches for. */
export const LONGEST_SEARCH = 100

/** Parses a search from a URL. Invalid values are ignored, so that every URL shows a list. */
export function readSearch(params: URLSearchParams): ActionSearch {
  const [clientId, groupId, goal] = [params.get('clientId'), params.get('groupId'), params.get('goal')]
  const page = Number(params.get('page'))
  return {
    status: ACTION_STATES.find((state) => state === params.get('status')) ?? 'open',
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH),
    of: ofId('Client', clientId) ?? ofId('Group', groupId),
    goal: goal !== null && isId(goal) ? goal : null,
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
  }
}

/** The URL of a search; what is not asked for is omitted. */
export function writeSearch({ status, search, of, goal, page }: ActionSearch): URLSearchParams {
  return new URLSearchParams({
    ...(status !== 'open' && { status }),
    ...(search.trim() && { search: search.trim() }),
    ...(of && { [of.type === 'Client' ? 'clientId' : 'groupId']: of.itemId }),
    ...(goal && { goal }),
    ...(page > 1 && { page: String(page) }),
  })
}

/** The search as the server takes it. */
export function queryOf({ status, search, of, goal, page }: ActionSearch) {
  return {
    status,
    page,
    ...(search.trim() && { search: search.trim() }),
    ...(of?.type === 'Client' && { clientId: of.itemId as ClientId }),
    ...(of?.type === 'Group' && { groupId: of.itemId as GroupId }),
    ...(goal && { goalId: goal as GoalId }),
  }
}

function ofId(type: Coachee['type'], itemId: string | null): Coachee | null {
  return itemId !== null && isId(itemId) ? { type, itemId } : null
}

/** How many filters are set, without the state and the search. */
export function countFilters({ of, goal }: ActionSearch): number {
  return [of, goal].filter((each) => each !== null).length
}
