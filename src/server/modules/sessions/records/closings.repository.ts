import type { Transaction } from 'kysely'
import type { CloseSessionBody } from '#contract/sessions/session-records.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { putAttendance } from '#server/modules/sessions/changes/attendances.repository.ts'
import type { SessionRow } from '../sessions.repository.ts'
import { type InCall, timesOf } from './call-times.domain.ts'

/** The record that a coach writes. */
export type Closing = Omit<CloseSessionBody, 'actions' | 'carried'>

type Closed = Pick<SessionRow, 'id' | 'coachId'>

/** Inserts the record of a session that was just closed, and who was in its video room when. Empty notes get no row. */
export async function insertClosing(
  tx: Transaction<DB>,
  session: Closed,
  closing: Closing,
  inCall: readonly InCall[],
  now: EpochMs,
): Promise<void> {
  await tx
    .insertInto('session_closings')
    .values({ session_id: session.id, ...columnsOf(closing), closed_at: toTimestamp(now) })
    .execute()
  await putAttendance(
    tx,
    session.id,
    closing.attendance.map((person) => ({ ...person, ...timesOf(inCall, person.personId) })),
  )
  await putPrivateNotes(tx, session, closing, now)
}

/** Updates the record; the instant of the closing is kept. */
export async function updateClosing(
  tx: Transaction<DB>,
  session: Closed,
  closing: Closing,
  now: EpochMs,
): Promise<void> {
  await tx
    .updateTable('session_closings')
    .set({ ...columnsOf(closing), corrected_at: toTimestamp(now) })
    .where('session_id', '=', session.id)
    .execute()
  await putAttendance(tx, session.id, closing.attendance)
  await putPrivateNotes(tx, session, closing, now)
}

function columnsOf({ outcome, realMinutes, summary }: Closing) {
  return { outcome, real_minutes: realMinutes, summary }
}

async function putPrivateNotes(
  tx: Transaction<DB>,
  { id, coachId }: Closed,
  { privateNotes }: Closing,
  now: EpochMs,
): Promise<void> {
  if (privateNotes === '') {
    await tx.deleteFrom('session_private_notes').where('session_id', '=', id).execute()
    return
  }
  const written = { body: privateNotes, updated_at: toTimestamp(now) }
  await tx
    .insertInto('session_private_notes')
    .values({ session_id: id, coach_id: coachId, ...written })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(written))
    .execute()
}
