import type { Transaction } from 'kysely'
import type { CloseSessionBody } from '#contract/session-records.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '../../platform/postgres.ts'
import type { SessionRow } from './sessions.repository.ts'

/** Writes the record of a session that was just closed. Notes nobody wrote leave no row. */
export async function insertClosing(
  tx: Transaction<DB>,
  session: Pick<SessionRow, 'id' | 'coachId'>,
  closing: CloseSessionBody,
  now: EpochMs,
): Promise<void> {
  await tx
    .insertInto('session_closings')
    .values({
      session_id: session.id,
      outcome: closing.outcome,
      real_minutes: closing.realMinutes,
      summary: closing.summary,
      closed_at: toTimestamp(now),
    })
    .execute()
  if (closing.attendance.length > 0) {
    await tx
      .insertInto('session_attendances')
      .values(
        closing.attendance.map(({ personId, state }) => ({
          session_id: session.id,
          client_id: personId,
          state,
        })),
      )
      .execute()
  }
  if (closing.privateNotes !== '') {
    await tx
      .insertInto('session_private_notes')
      .values({
        session_id: session.id,
        coach_id: session.coachId,
        body: closing.privateNotes,
        updated_at: toTimestamp(now),
      })
      .execute()
  }
}
