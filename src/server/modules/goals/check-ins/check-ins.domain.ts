import type { NotedMilestone } from '#contract/goals/check-ins.ts'
import type { DateOn, MilestoneId } from '#contract/values.ts'
import { milestoneProgress } from '../goals.domain.ts'

/** Progress with milestones that were ticked, as it is retold when one is taken back. */
export type Step = {
  date: DateOn
  /** Whether it was not taken back. */
  counts: boolean
  /** All milestones of the goal at that time. */
  milestones: readonly NotedMilestone[]
}

/** The day of a milestone after a tick: one that was reached before keeps its day. */
export function dayAfter({ was, tick }: NotedMilestone, date: DateOn): DateOn | null {
  if (tick === undefined) return was
  return tick.done ? (was ?? date) : null
}

/** How many of the milestones of a step are reached after it, from 0 to 100; before it, if it was taken back. */
export function progressAfter({ date, counts, milestones }: Step): number {
  return milestoneProgress(milestones.map((each) => ({ doneOn: counts ? dayAfter(each, date) : each.was })))
}

/** How many of the milestones of a step were reached before it. */
export function progressBefore({ milestones }: Pick<Step, 'milestones'>): number {
  return milestoneProgress(milestones.map(({ was }) => ({ doneOn: was })))
}

/**
 * The steps of a goal in their order, each with what was before it if only those that count had happened, and the days
 * of the milestones in the end. A milestone begins as it was before the first step that knows it.
 */
export function retell<S extends Step>(
  steps: readonly S[],
): { steps: S[]; days: ReadonlyMap<MilestoneId, DateOn | null> } {
  const days = new Map<MilestoneId, DateOn | null>()
  const told = steps.map((step) => {
    const milestones = step.milestones.map((each) => {
      const known = days.get(each.id)
      return known === undefined ? each : { ...each, was: known }
    })
    for (const each of milestones) days.set(each.id, step.counts ? dayAfter(each, step.date) : each.was)
    return { ...step, milestones }
  })
  return { steps: told, days }
}

/** What moved a goal: the day it began or was taken up again, the last that was noted, and milestones. */
export type Movement = {
  begunOn: DateOn
  notedOn: DateOn | null
  milestones: readonly { doneOn: DateOn | null }[]
}

/** The last day on which something moved. */
export function movedOnOf({ begunOn, notedOn, milestones }: Movement): DateOn {
  const days = [begunOn, notedOn, ...milestones.map(({ doneOn }) => doneOn)]
  return days.reduce<DateOn>((last, day) => (day !== null && day > last ? day : last), begunOn)
}

/** What somebody sends of progress, in short. */
export type Content = {
  value: number | null
  comment: string | null
  /** Undefined for today, whichever day that was. */
  date: DateOn | undefined
  ticks: readonly { id: MilestoneId; done: boolean }[]
}

/** Whether what is sent again is what was stored. */
export function isSameContent(sent: Content, stored: Content): boolean {
  const done = new Map(stored.ticks.map(({ id, done: ticked }) => [id, ticked]))
  return (
    sent.value === stored.value &&
    sent.comment === stored.comment &&
    (sent.date === undefined || sent.date === stored.date) &&
    sent.ticks.length === stored.ticks.length &&
    sent.ticks.every((tick) => done.get(tick.id) === tick.done)
  )
}
