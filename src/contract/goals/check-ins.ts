import { z } from 'zod'
import { CheckInId, CheckInKey, DateOn, GoalId, MilestoneId, SessionId, paragraph } from '../values.ts'
import { GoalMeasure, MOST_MILESTONES, amount } from './goal-measures.ts'

/** A milestone that was ticked, by its words of then; `done` is false for one that was opened again. */
const TickedMilestone = z.object({ id: MilestoneId, text: z.string(), done: z.boolean() })

export const CheckInDto = z.object({
  id: CheckInId,
  date: DateOn,
  value: z.number().nullable(),
  milestones: z.array(TickedMilestone),
  comment: z.string().nullable(),
  by: z.enum(['coach', 'client']),
  /** The first name of the person who noted it; null for the coach. */
  name: z.string().nullable(),
  sessionId: SessionId.nullable(),
  /** Whether the viewer may take it back now. */
  canTakeBack: z.boolean(),
})
export type CheckInDto = z.infer<typeof CheckInDto>

/** Progress that is noted: a value of the goal's measure, milestones that were reached, a comment, or several of these. */
export const CheckInBody = z.strictObject({
  value: amount.optional(),
  comment: paragraph(1000).optional(),
  /** Today if it is left out. */
  date: DateOn.optional(),
  milestones: z
    .array(z.strictObject({ id: MilestoneId, done: z.boolean() }))
    .max(MOST_MILESTONES)
    .optional(),
  /** Chosen by who sends it: the same key again stores nothing, and is refused with another content. */
  clientKey: CheckInKey.optional(),
})
export type CheckInBody = z.infer<typeof CheckInBody>

/** One milestone of a goal when progress was noted, as it is stored with it. */
export type NotedMilestone = {
  id: MilestoneId
  /** The day on which it had been reached before; null if it had not. */
  was: DateOn | null
  /** What was ticked, with its words; left out for one that was not touched. */
  tick?: { done: boolean; text: string }
}

/** A goal that was worked on in a session, as it was when the session was closed (product §9). */
export const SessionGoal = z.object({
  id: GoalId,
  /** Its words of then. */
  title: z.string(),
  measure: GoalMeasure,
  unit: z.string().nullable(),
  /** The last value of then; null before the first, and of measures without values. */
  value: z.number().nullable(),
  /** From 0 to 100. */
  progress: z.int(),
  /** How far it was before; null if nothing was noted in the session, and only an action leads to it. */
  before: z.int().nullable(),
  /** What was noted while the session was closed, oldest first. */
  checkIns: z.array(CheckInDto.pick({ id: true, value: true, milestones: true, comment: true })),
})
export type SessionGoal = z.infer<typeof SessionGoal>
