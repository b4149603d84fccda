import type { ClientStatus } from '#contract/clients.ts'
import type { Measured } from '#contract/goals/goal-measures.ts'
import type { GoalAction, GoalPoint, GoalStatus } from '#contract/goals/goals.ts'
import type { GroupStatus } from '#contract/groups.ts'
import type { DateOn, MilestoneId } from '#contract/values.ts'

/** The only changes of a goal's status, each with the name of its action (product §11). A goal that has ended stays so. */
const TRANSITIONS: Record<GoalStatus, Partial<Record<GoalStatus, GoalAction>>> = {
  active: { paused: 'pause', achieved: 'achieve', partial: 'achievePart', dropped: 'drop' },
  paused: { active: 'resume', achieved: 'achieve', partial: 'achievePart', dropped: 'drop' },
  achieved: {},
  partial: {},
  dropped: {},
}

/** Statuses of open goals. */
export const OPEN_STATUSES = ['active', 'paused'] as const satisfies readonly GoalStatus[]

/** Whether a goal has not ended. */
export function isOpen(status: GoalStatus): boolean {
  return status === 'active' || status === 'paused'
}

/** Whether a goal may go from one status to another: active ↔ paused → achieved, partial or dropped. */
export function canBecome(from: GoalStatus, to: GoalStatus): boolean {
  return TRANSITIONS[from][to] !== undefined
}

/** What the state of a goal allows to those who may write it; deleting it is always possible. */
export function statusActions(status: GoalStatus): GoalAction[] {
  return [
    ...(isOpen(status) ? (['edit'] as const) : []),
    ...(status === 'active' ? (['checkIn'] as const) : []),
    ...Object.values(TRANSITIONS[status]),
    'delete',
  ]
}

/** What is wrong with the dates of a goal: an end before its start, or a new end that has passed. */
export function dateErrors(
  { startsOn, targetOn }: { startsOn: DateOn; targetOn: DateOn | null },
  today: DateOn,
  isNewTarget: boolean,
): Record<string, string> {
  if (targetOn === null) return {}
  if (isNewTarget && targetOn < today) return { targetDate: 'date_past' }
  return targetOn < startsOn ? { targetDate: 'end_before_start' } : {}
}

/** What is wrong with the day that progress is noted for: it has not come, or lies before the goal began. */
export function notedOnErrors(date: DateOn, startsOn: DateOn, today: DateOn): Record<string, string> {
  if (date > today) return { date: 'date_not_yet' }
  return date < startsOn ? { date: 'date_before_start' } : {}
}

/** How far a value is on the way from the baseline to the target, as a whole number from 0 to 100; 100 only at its end. */
export function progressOf(measured: Measured, value: number | null): number {
  const { measure, baseline, target } = measured
  if (value === null) return 0
  if (measure === 'yesNo') return value === 1 ? 100 : 0
  if (baseline === null || target === null) return 0
  return share((value - baseline) / (target - baseline))
}

/** How many of the milestones are reached, as a whole number from 0 to 100. */
export function milestoneProgress(milestones: readonly { doneOn: DateOn | null }[]): number {
  if (milestones.length === 0) return 0
  return share(milestones.filter(({ doneOn }) => doneOn !== null).length / milestones.length)
}

// Rounded down, so that nobody reads 100 before the end.
function share(part: number): number {
  return Math.floor(Math.min(1, Math.max(0, part)) * 100 + 1e-9)
}

type Noted = { date: DateOn; value: number | null }
type Reached = { doneOn: DateOn | null }

/** Progress at the end of each day on which it changed or was noted, oldest first. */
export function pointsOf(
  measured: Measured,
  noted: readonly Noted[],
  milestones: readonly Reached[],
): GoalPoint[] {
  if (measured.measure === 'milestones') return milestonePoints(milestones)
  const byDay = new Map<DateOn, number>()
  for (const { date, value } of noted) if (value !== null) byDay.set(date, progressOf(measured, value))
  return [...byDay].map(([date, progress]) => ({ date, progress })).toSorted(byDate)
}

function milestonePoints(milestones: readonly Reached[]): GoalPoint[] {
  const days = [...new Set(milestones.flatMap(({ doneOn }) => doneOn ?? []))].toSorted()
  return days.map((date) => {
    const then = milestones.map(({ doneOn }) => ({ doneOn: doneOn && doneOn <= date ? doneOn : null }))
    return { date, progress: milestoneProgress(then) }
  })
}

const byDate = (a: GoalPoint, b: GoalPoint) => (a.date < b.date ? -1 : 1)

/** Active goals beyond which the product suggests to keep to a few (product §11). */
const A_FEW = 3

/** Whether there are more active goals than a person keeps in mind: the screen says so, and refuses nothing. */
export function isCrowded(active: number): boolean {
  return active > A_FEW
}

/** Whether a client in this state can be given goals: not once they declined, or their process ended (product §6). */
export function clientTakesGoals(process: ClientStatus): boolean {
  return process !== 'declined' && process !== 'finished' && process !== 'archived'
}

/** Whether a group in this state can be given goals: until it has ended (product §7). */
export function groupTakesGoals(process: GroupStatus): boolean {
  return process !== 'finished' && process !== 'archived'
}

type Listed = { id?: MilestoneId | undefined; text: string; date?: DateOn | null | undefined }

/**
 * Whether a list of milestones is the stored one, whatever is ticked. One without an id is that at its place with the same
 * words and date: it was added by a call whose answer was lost.
 */
export function isStoredList(list: readonly Listed[], stored: readonly Required<Listed>[]): boolean {
  return (
    list.length === stored.length &&
    list.every(({ id, text, date = null }, place) => {
      const there = stored[place]!
      return (id === undefined || id === there.id) && text === there.text && date === there.date
    })
  )
}

/** Most open goals of one person or group. */
export const MOST_OPEN = 50
