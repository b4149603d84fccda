import { z } from 'zod'
import { MOST_OCCURRENCES } from '#time/recurrence.ts'
import { HolidayKey, InTheWay } from '#contract/calendar/calendar.ts'
import { endpoint } from '../endpoint.ts'
import { RecurrenceRule, SeriesScope } from '#contract/calendar/recurrence.ts'
import { IsoInterval } from './sessions.ts'
import { ClientId, CoacheeType, GroupId, IsoInstant, SessionId } from '../values.ts'

/**
 * A warning about a time before booking it. `overlap` (with another session of the coach) prevents booking, the others
 * can be confirmed (product §9, screens).
 */
export const TimeWarning = z.object({
  code: z.enum([
    'overlap',
    'blocked',
    'external',
    'buffer',
    'holiday',
    'outsideHours',
    'dayFull',
    'weekFull',
  ]),
  inTheWay: InTheWay.nullable(),
  holiday: HolidayKey.nullable(),
})
export type TimeWarning = z.infer<typeof TimeWarning>

/** One start of a rule, before anything is written. */
export const Occurrence = IsoInterval.extend({
  position: z.int().min(0).max(MOST_OCCURRENCES),
  warnings: z.array(TimeWarning),
  /** Free starts of the same day, nearest first, when it overlaps. */
  alternatives: z.array(IsoInstant),
})
export type Occurrence = z.infer<typeof Occurrence>

/** From this start on, the client's clock shows another time than before (product §8, drift warning). */
export const Drift = z.object({
  position: z.int(),
  startsAt: IsoInstant,
  before: z.string(),
  after: z.string(),
})
export type Drift = z.infer<typeof Drift>

export const PreviewBody = z.strictObject({
  type: CoacheeType,
  clientId: ClientId.optional(),
  groupId: GroupId.optional(),
  startsAt: IsoInstant,
  endsAt: IsoInstant,
  recurrence: RecurrenceRule.optional(),
  /** The session (and how much of its series) to be moved there, so that it does not conflict with itself. */
  sessionId: SessionId.optional(),
  scope: SeriesScope.optional(),
})
export type PreviewBody = z.infer<typeof PreviewBody>

export const previewSession = endpoint({
  method: 'POST',
  path: '/v1/session/preview',
  access: 'paidCoach',
  summary: 'The conflicts of a time or of every start of a rule; writes nothing',
  body: PreviewBody,
  response: z.object({
    occurrences: z.array(Occurrence),
    /** In the client's zone, as `HH:MM`; empty for groups and when both zones change together. */
    drift: z.array(Drift),
  }),
  errors: ['client.not_found', 'group.not_found', 'session.not_found'],
})
