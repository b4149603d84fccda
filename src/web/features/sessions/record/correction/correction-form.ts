import { z } from 'zod'
import type { correctSession } from '#contract/sessions/session-records.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { line } from '#contract/values.ts'
import { keysOf } from '#contract/keys-of.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { changedParts } from '#web/widgets/drafts/changed-parts.ts'
import {
  RecordDraft,
  RecordForm,
  recordBody,
  type AttendanceAnswer,
  type RecordValues,
} from '#web/features/sessions/close/closing-form.ts'

/** Why a record is corrected; asked for once 48 hours have passed since the closing (product §9). */
const reason = line(3, 300)

export type CorrectionValues = RecordValues & { reason?: string | undefined }

/** The form of a correction, with or without the reason it has to give. */
export function correctionForm(needsReason: boolean) {
  return RecordForm.extend({ reason: needsReason ? reason : reason.optional() })
}

/** The form with what the record says now. */
export function correctionOf(session: SessionDto): Required<CorrectionValues> {
  const { closing, attendance } = session
  return {
    attendance: answerOf(session),
    people:
      session.type === 'Client'
        ? []
        : attendance.map(({ personId, state }) => ({ personId, state: state ?? ('absent' as const) })),
    realMinutes: closing?.realMinutes ?? 0,
    summary: closing?.summary ?? '',
    privateNotes: closing?.privateNotes ?? '',
    reason: '',
  }
}

function answerOf({ type, closing, attendance }: SessionDto): AttendanceAnswer {
  if (closing?.outcome === 'noShowCoach') return 'coachAbsent'
  if (closing?.outcome === 'noShowClient') return 'absent'
  if (type === 'Group') return 'present'
  return attendance[0]?.state === 'late' ? 'late' : 'present'
}

export const correctionDraft = (sessionId: string) => `correction.${sessionId}`

/** As loose as a form is while it is written. */
const CorrectionDraft = RecordDraft.extend({ reason: z.string().default('') })

/** A draft as the form takes it; undefined for anything else. The people are those of the record, each as drafted. */
export function restoredCorrection(
  draft: unknown,
  session: SessionDto,
): Required<CorrectionValues> | undefined {
  const restored = CorrectionDraft.safeParse(draft).data
  if (!restored) return undefined
  const people = correctionOf(session).people.map(
    (person) => restored.people.find(({ personId }) => personId === person.personId) ?? person,
  )
  return { ...restored, people }
}

/** What was written of a correction that is left, as `restoredCorrection`; undefined if the record says the same. */
export function leftCorrection(
  written: CorrectionValues,
  session: SessionDto,
): Required<CorrectionValues> | undefined {
  const changed = changedParts(written, correctionOf(session))
  return keysOf(changed).length > 0 ? restoredCorrection(written, session) : undefined
}

/** The body of the call. */
export function correctionBody(
  { reason: why, ...record }: z.output<ReturnType<typeof correctionForm>>,
  session: Pick<SessionDto, 'type' | 'clientId'>,
): InputOf<typeof correctSession>['body'] {
  return { ...recordBody(record, session), ...(why && { reason: why }) }
}
