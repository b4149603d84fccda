import { type Transaction, sql } from 'kysely'
import type { CloseSessionBody } from '#contract/sessions/session-records.ts'
import type { ClientId, GroupId, SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** Stores a member's excuse with its reason. */
export async function insertExcuse(
  tx: Transaction<DB>,
  sessionId: SessionId,
  personId: ClientId,
  reason: string,
): Promise<void> {
  const excused = { state: 'excused' as const, reason }
  await tx
    .insertInto('session_attendances')
    .values({ session_id: sessionId, client_id: personId, ...excused })
    .onConflict((conflict) => conflict.columns(['session_id', 'client_id']).doUpdateSet(excused))
    .execute()
}

/** Removes a member's excuse. */
export async function deleteExcuse(
  tx: Transaction<DB>,
  sessionId: SessionId,
  personId: ClientId,
): Promise<void> {
  await tx
    .deleteFrom('session_attendances')
    .where('session_id', '=', sessionId)
    .where('client_id', '=', personId)
    .where('state', '=', 'excused')
    .execute()
}

/** Removes the excuses from sessions that are moved, because they were for the old time. */
export async function deleteExcuses(tx: Transaction<DB>, ids: readonly SessionId[]): Promise<void> {
  await tx
    .deleteFrom('session_attendances')
    .where('session_id', 'in', ids)
    .where('state', '=', 'excused')
    .execute()
}

/** What is written of somebody; without times those that were written before are kept. */
type Attended = CloseSessionBody['attendance'][number] & { joinedAt?: EpochMs; leftAt?: EpochMs }

/**
 * Writes the attendance; people who are not named keep theirs, and earlier excuses keep their reason. The times in the video
 * room are written once.
 */
export async function putAttendance(
  tx: Transaction<DB>,
  sessionId: SessionId,
  attendance: readonly Attended[],
): Promise<void> {
  if (attendance.length === 0) return
  await tx
    .insertInto('session_attendances')
    .values(
      attendance.map(({ personId, state, joinedAt, leftAt }) => ({
        session_id: sessionId,
        client_id: personId,
        state,
        joined_at: joinedAt === undefined ? null : toTimestamp(joinedAt),
        left_at: leftAt === undefined ? null : toTimestamp(leftAt),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'client_id']).doUpdateSet({
        state: sql`excluded.state`,
        joined_at: sql`coalesce(excluded.joined_at, session_attendances.joined_at)`,
        left_at: sql`coalesce(excluded.left_at, session_attendances.left_at)`,
      }),
    )
    .execute()
}

/** Removes a client's attendance entries from the future sessions of a group. */
export async function deleteAhead(
  tx: Transaction<DB>,
  groupId: GroupId,
  personId: ClientId,
  now: EpochMs,
): Promise<void> {
  await tx
    .deleteFrom('session_attendances')
    .where('client_id', '=', personId)
    .where('session_id', 'in', (query) =>
      query
        .selectFrom('sessions')
        .select('id')
        .where('group_id', '=', groupId)
        .where('status', '=', 'confirmed')
        .where('starts_at', '>', toTimestamp(now)),
    )
    .execute()
}
