import type { Transaction } from 'kysely'
import type { FeedbackAnswers, PreparationAnswers } from '#contract/sessions/sessions.ts'
import type { ClientId, SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

type Whose = { sessionId: SessionId; clientId: ClientId }

/** A client's preparation of a session. */
export function findPreparation(tx: Transaction<DB>, { sessionId, clientId }: Whose) {
  return tx
    .selectFrom('session_preparations')
    .select(['answers', 'updated_at as updatedAt'])
    .where('session_id', '=', sessionId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** Stores a client's preparation of a session, replacing an earlier one. */
export async function putPreparation(
  tx: Transaction<DB>,
  { sessionId, clientId }: Whose,
  answers: PreparationAnswers,
  now: EpochMs,
): Promise<void> {
  const written = { answers: JSON.stringify(answers), updated_at: toTimestamp(now) }
  await tx
    .insertInto('session_preparations')
    .values({ session_id: sessionId, client_id: clientId, ...written })
    .onConflict((conflict) => conflict.columns(['session_id', 'client_id']).doUpdateSet(written))
    .execute()
}

/** Stores a client's rating of a session, replacing an earlier one. */
export async function putFeedback(
  tx: Transaction<DB>,
  { sessionId, clientId }: Whose,
  feedback: FeedbackAnswers,
  now: EpochMs,
): Promise<void> {
  const said = { ...feedback, updated_at: toTimestamp(now) }
  await tx
    .insertInto('session_feedback')
    .values({ session_id: sessionId, client_id: clientId, ...said, created_at: toTimestamp(now) })
    .onConflict((conflict) => conflict.columns(['session_id', 'client_id']).doUpdateSet(said))
    .execute()
}
