import type { Kysely, Transaction } from 'kysely'
import type { SessionId } from '#contract/values.ts'
import type { Interval } from '#time/interval.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** Stores the times a coach proposes, in their order. */
export async function insertProposals(
  tx: Transaction<DB>,
  sessionId: SessionId,
  times: readonly Interval[],
): Promise<void> {
  await tx
    .insertInto('session_proposals')
    .values(
      times.map(({ startsAt, endsAt }, index) => ({
        session_id: sessionId,
        position: index + 1,
        starts_at: toTimestamp(startsAt),
        ends_at: toTimestamp(endsAt),
      })),
    )
    .execute()
}

/** The times a coach proposes, in their order. */
export function listProposals(db: Kysely<DB>, sessionId: SessionId): Promise<Interval[]> {
  return db
    .selectFrom('session_proposals')
    .select(['starts_at as startsAt', 'ends_at as endsAt'])
    .where('session_id', '=', sessionId)
    .orderBy('position')
    .execute()
}
