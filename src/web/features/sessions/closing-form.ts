import { z } from 'zod'
import { CloseSessionBody } from '#contract/session-records.ts'
import type { AttendanceState, SessionDto, SessionOutcome } from '#contract/sessions.ts'
import { NewAction } from '#contract/actions.ts'
import { fromIso, MINUTE_MS } from '#time/clock.ts'

/** What the coach answers about attendance: one question for outcome and presence. */
export const ATTENDANCE_ANSWERS = ['present', 'late', 'absent', 'coachAbsent'] as const
export type AttendanceAnswer = (typeof ATTENDANCE_ANSWERS)[number]

/** An action row; an empty one is left out when the form is sent. A date alone says nothing. */
const ActionRow = z
  .object({ text: NewAction.shape.text.optional(), dueOn: NewAction.shape.dueOn.nullish() })
  .refine(({ text, dueOn }) => text !== undefined || !dueOn, { path: ['text'], error: 'required' })

export const ClosingForm = z.object({
  attendance: z.enum(ATTENDANCE_ANSWERS),
  realMinutes: CloseSessionBody.shape.realMinutes,
  summary: CloseSessionBody.shape.summary.default(''),
  privateNotes: CloseSessionBody.shape.privateNotes.default(''),
  actions: z.array(ActionRow).max(20).default([]),
})
export type ClosingForm = z.output<typeof ClosingForm>
export type ClosingValues = z.input<typeof ClosingForm>

/** How many actions a closing may carry (contract). */
export const MAX_ACTIONS = 20

type Planned = Pick<SessionDto, 'startsAt' | 'endsAt'>

export function plannedMinutes({ startsAt, endsAt }: Planned): number {
  return Math.round((fromIso(endsAt) - fromIso(startsAt)) / MINUTE_MS)
}

/** The form as it opens: attended, and as long as it was planned (product §9). */
export function emptyClosing(
  session: Planned,
  attendance: AttendanceAnswer = 'present',
): Required<ClosingValues> {
  return {
    attendance,
    realMinutes: realMinutesFor(attendance, plannedMinutes(session)),
    summary: '',
    privateNotes: '',
    actions: [{ text: '', dueOn: null }],
  }
}

const ClosingDraft = z.object({
  attendance: z.enum(ATTENDANCE_ANSWERS),
  realMinutes: z.union([z.number(), z.literal('')]),
  summary: z.string(),
  privateNotes: z.string(),
  actions: z
    .array(z.object({ text: z.string(), dueOn: z.string().nullable() }))
    .min(1)
    .max(MAX_ACTIONS),
})

/** A draft as the form takes it; undefined for anything else, such as one of an older release. */
export function restoredClosing(draft: unknown): Required<ClosingValues> | undefined {
  return ClosingDraft.safeParse(draft).data as Required<ClosingValues> | undefined
}

/** The minutes an answer suggests: none when they did not meet. */
export function realMinutesFor(answer: AttendanceAnswer, planned: number): number {
  return hasMet(answer) ? planned : 0
}

function hasMet(answer: AttendanceAnswer): boolean {
  return answer === 'present' || answer === 'late'
}

/** The body of the call. Somebody whose coach did not come was there. */
export function closingBody(
  form: ClosingForm,
  session: Pick<SessionDto, 'clientId'>,
): z.input<typeof CloseSessionBody> {
  return {
    outcome: OUTCOMES[form.attendance],
    realMinutes: form.realMinutes,
    attendance: session.clientId ? [{ personId: session.clientId, state: PRESENCE[form.attendance] }] : [],
    summary: form.summary,
    privateNotes: form.privateNotes,
    actions: form.actions.flatMap(({ text, dueOn }) => (text ? [{ text, ...(dueOn && { dueOn }) }] : [])),
  }
}

/** Whether anything was written that leaving would lose. */
export function hasText({
  summary,
  privateNotes,
  actions,
}: Pick<ClosingValues, 'summary' | 'privateNotes' | 'actions'>): boolean {
  const texts = [summary, privateNotes, ...(actions ?? []).map(({ text }) => text)]
  return texts.some((text) => (text ?? '').trim() !== '')
}

const OUTCOMES: Record<AttendanceAnswer, SessionOutcome> = {
  present: 'completed',
  late: 'completed',
  absent: 'noShowClient',
  coachAbsent: 'noShowCoach',
}

const PRESENCE: Record<AttendanceAnswer, AttendanceState> = {
  present: 'present',
  late: 'late',
  absent: 'absent',
  coachAbsent: 'present',
}
