import type { Kysely, Transaction } from 'kysely'
import type { BriefNotes } from '#contract/sessions/session-records.ts'
import type { SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '#server/policy/scope.ts'

/** The coach's notes on the brief of a session; empty ones of revision 0 while nothing was written. */
export async function findNotes(db: Kysely<DB>, scope: CoachScope, id: SessionId): Promise<BriefNotes> {
  const found = await db
    .selectFrom('session_brief_notes')
    .select(['body as text', 'revision'])
    .where('coach_id', '=', scope.coachId)
    .where('session_id', '=', id)
    .executeTakeFirst()
  return found ?? { text: '', revision: 0 }
}

/** Stores the notes, replacing earlier ones. The session is locked, and its coach is the one of the scope. */
export async function putNotes(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: SessionId,
  { text, revision }: BriefNotes,
  now: EpochMs,
): Promise<void> {
  const written = { body: text, revision, updated_at: toTimestamp(now) }
  await tx
    .insertInto('session_brief_notes')
    .values({ session_id: id, coach_id: scope.coachId, ...written })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(written))
    .execute()
}
