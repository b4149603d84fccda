import type { ActionDto } from '#contract/actions.ts'
import { screenWeekStart, addDays, type CalendarDate } from '#time/calendar-date.ts'

/** The parts of product §12; what is overdue comes before all. */
export const ACTION_GROUPS = ['overdue', 'today', 'thisWeek', 'later', 'done'] as const
export type ActionGroup = (typeof ACTION_GROUPS)[number]

type Groupable = Pick<ActionDto, 'dueOn' | 'status' | 'overdue' | 'completedAt' | 'updatedAt'>

const LATER_THAN_ALL = '9999'

/**
 * Where an action stands for a reader whose calendar shows `today`. Weeks end on Saturday, as on screen
 * (product §8). What has no date comes later; what was dropped stays with what was done.
 */
export function groupOf(action: Groupable, today: CalendarDate): ActionGroup {
  if (action.status === 'done' || action.status === 'wontDo') return 'done'
  if (action.overdue) return 'overdue'
  // Both are dates of the calendar, under the brand of the wire and of time.
  const dueOn: string | null = action.dueOn
  if (dueOn === null) return 'later'
  // The reader's day may already be the next one where the owner's is not over: then it is due now.
  if (dueOn <= (today as string)) return 'today'
  return dueOn <= (addDays(screenWeekStart(today), 6) as string) ? 'thisWeek' : 'later'
}

/** Every action in its group: open ones in the order they came, finished ones with the latest first. */
export function groupActions<A extends Groupable>(
  actions: readonly A[],
  today: CalendarDate,
): Record<ActionGroup, A[]> {
  const groups: Record<ActionGroup, A[]> = { overdue: [], today: [], thisWeek: [], later: [], done: [] }
  for (const action of actions) groups[groupOf(action, today)].push(action)
  // What was just ticked has no instant of the server yet: it is the latest of all.
  const finishedAt = ({ completedAt, status, updatedAt }: A) =>
    completedAt ?? (status === 'done' ? LATER_THAN_ALL : updatedAt)
  groups.done.sort((a, b) => (finishedAt(a) < finishedAt(b) ? 1 : finishedAt(a) > finishedAt(b) ? -1 : 0))
  return groups
}
