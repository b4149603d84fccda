import type { CheckInDto, NotedMilestone, SessionGoal } from '#contract/goals/check-ins.ts'
import type { GoalMeasure } from '#contract/goals/goal-measures.ts'
import type { CheckInId, GoalId } from '#contract/values.ts'
import type { Words } from '../titles/titles.domain.ts'
import { progressBefore } from './check-ins/check-ins.domain.ts'

/** A goal that was worked on in a session, as it was at its closing. */
export type SessionGoalRow = {
  id: GoalId
  title: string
  measure: GoalMeasure
  unit: string | null
  value: number | null
  progress: number
  /** How far it was with what had been noted before the session. */
  before: number
  /** What was noted in the session, oldest first. */
  noted: {
    id: CheckInId
    value: number | null
    comment: string | null
    milestones: readonly NotedMilestone[] | null
  }[]
}

/** A goal of a session with how far it was before, if it was noted there. */
export function sessionGoalOf({ noted, before, ...goal }: SessionGoalRow): SessionGoal {
  return {
    ...goal,
    before: noted.length === 0 ? null : beforeOf({ measure: goal.measure, before, noted }),
    checkIns: noted.map(({ milestones, ...each }) => ({ ...each, milestones: ticksOf(milestones) })),
  }
}

/** Milestones say themselves what was reached before them. */
function beforeOf({ measure, before, noted }: Pick<SessionGoalRow, 'measure' | 'before' | 'noted'>): number {
  const first = measure === 'milestones' ? noted.find(({ milestones }) => milestones !== null) : undefined
  return first ? progressBefore({ milestones: first.milestones! }) : before
}

/** The milestones that were ticked, of all that were stored with them. */
export function ticksOf(milestones: readonly NotedMilestone[] | null): CheckInDto['milestones'] {
  return (milestones ?? []).flatMap(({ id, tick }) => (tick ? { id, ...tick } : []))
}

/** A goal of a session in a few lines, for the PDF and the mail: how far it was, then the milestones and words noted. */
export function goalLines(
  { title, progress, before, checkIns }: SessionGoal,
  language: string,
  words: Words,
): string {
  const say = (key: string, params: Record<string, string | number>) =>
    words.text(language, `summaries:${key}`, params)
  const hasMoved = before !== null && before !== progress
  const way = hasMoved ? say('goalMoved', { before, progress }) : say('goalAt', { progress })
  const noted = checkIns.flatMap(({ milestones, comment }) => [
    ...milestones.map(({ text, done }) => say(done ? 'milestoneDone' : 'milestoneOpen', { text })),
    ...(comment === null ? [] : [comment]),
  ])
  return [`${title}: ${way}`, ...noted].join('\n')
}
