import type { ActionDto } from '#contract/actions/actions.ts'
import { screenWeekStart, addDays, type CalendarDate } from '#time/calendar-date.ts'

/** The groups of product §12; overdue actions come first, dropped ones last. */
export const ACTION_GROUPS = ['overdue', 'today', 'thisWeek', 'later', 'done', 'dropped'] as const
export type ActionGroup = (typeof ACTION_GROUPS)[number]

type Groupable = Pick<ActionDto, 'dueOn' | 'status' | 'overdue' | 'completedAt' | 'updatedAt'>

const LATER_THAN_ALL = '9999'

/**
 * The group of an action for a viewer whose date is `today`. Weeks end on Saturday, as displayed (product §8). Actions
 * without a date come later; dropped ones do not count as done, here as on the dashboard.
 */
export function groupOf(action: Groupable, today: CalendarDate): ActionGroup {
  if (action.status === 'done') return 'done'
  if (action.status === 'wontDo') return 'dropped'
  if (action.overdue) return 'overdue'
  // Both are calendar dates, with the brand of the contract and of #time.
  const dueOn: string | null = action.dueOn
  if (dueOn === null) return 'later'
  // The viewer's date may be one ahead of the owner's: then the action is due now, not overdue.
  const day: string = today
  const weekEnd: string = addDays(screenWeekStart(today), 6)
  if (dueOn <= day) return 'today'
  return dueOn <= weekEnd ? 'thisWeek' : 'later'
}

/** The actions by group: open ones in the given order, finished ones latest first. */
export function groupActions<A extends Groupable>(
  actions: readonly A[],
  today: CalendarDate,
): Record<ActionGroup, A[]> {
  const groups = Object.fromEntries(ACTION_GROUPS.map((group) => [group, [] as A[]])) as Record<
    ActionGroup,
    A[]
  >
  for (const action of actions) groups[groupOf(action, today)].push(action)
  // An action that was just ticked has no instant from the server yet: it counts as the latest.
  const finishedAt = ({ completedAt, status, updatedAt }: A) =>
    completedAt ?? (status === 'done' ? LATER_THAN_ALL : updatedAt)
  for (const finished of [groups.done, groups.dropped]) {
    finished.sort((a, b) => (finishedAt(a) < finishedAt(b) ? 1 : finishedAt(a) > finishedAt(b) ? -1 : 0))
  }
  return groups
}
