import { type Kysely, type Transaction, sql } from 'kysely'
import type { AttendanceState } from '#contract/sessions/sessions.ts'
import type { SeriesId, SessionId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { firstProposedAt } from '../session-parts.repository.ts'

/** The session of a timer, which the product set itself; no request names it, so there is no scope. */
export function findTimedSession(db: Kysely<DB>, id: SessionId) {
  return selectTimed(db).where('s.id', '=', id).executeTakeFirst()
}

/** The sessions of a practice that lie ahead or wait for an answer, some at a time by their ids. */
export function listTimed(
  db: Kysely<DB>,
  coachId: UserId,
  { now, after, most }: { now: EpochMs; after: SessionId | undefined; most: number },
) {
  return selectTimed(db)
    .where('s.coach_id', '=', coachId)
    .where((eb) =>
      eb.or([
        eb('s.status', 'in', ['requested', 'proposed']),
        eb.and([
          eb('s.status', '=', 'confirmed'),
          eb.or([eb('s.starts_at', '>', toTimestamp(now)), eb('s.move_starts_at', 'is not', null)]),
        ]),
      ]),
    )
    .$if(after !== undefined, (some) => some.where('s.id', '>', after!))
    .orderBy('s.id')
    .limit(most)
    .execute()
}

/** Expires sessions that wait for an answer. */
export async function expireQuietly(
  tx: Transaction<DB>,
  ids: readonly SessionId[],
  now: EpochMs,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('sessions')
    .set({ status: 'expired', updated_at: toTimestamp(now) })
    .where('id', 'in', ids)
    .execute()
}

/** Ends requests to move. */
export async function endMovesQuietly(
  tx: Transaction<DB>,
  ids: readonly SessionId[],
  now: EpochMs,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('sessions')
    .set({ move_starts_at: null, move_ends_at: null, move_asked_at: null, updated_at: toTimestamp(now) })
    .where('id', 'in', ids)
    .execute()
}

function selectTimed(db: Kysely<DB>) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('calendars', 'calendars.coach_id', 's.coach_id')
    .leftJoin('session_closings as closing', 'closing.session_id', 's.id')
    .select([
      's.id',
      's.type',
      's.coach_id as coachId',
      's.client_id as clientId',
      's.group_id as groupId',
      's.status',
      's.starts_at as startsAt',
      's.ends_at as endsAt',
      's.created_at as createdAt',
      's.asked_at as askedAt',
      's.move_starts_at as moveStartsAt',
      'closing.closed_at as closedAt',
      'calendars.cancel_notice_min as cancelNoticeMin',
    ])
    .select((eb) => [
      firstProposedAt(eb).as('firstProposedAt'),
      sql<AttendanceState | null>`null::text`.as('ownAttendance'),
    ])
}

/** The first confirmed session of a series from a start on; undefined if there are no more. */
export async function findConfirmedFrom(
  db: Kysely<DB>,
  seriesId: SeriesId,
  from: EpochMs,
): Promise<SessionId | undefined> {
  const row = await db
    .selectFrom('sessions')
    .where('series_id', '=', seriesId)
    .where('status', '=', 'confirmed')
    .where('starts_at', '>=', toTimestamp(from))
    .orderBy('starts_at')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/**
 * Expires a request; false while another transaction has the row. It never waits: a transaction with the session waits
 * for its timer, which this one has locked.
 */
export async function expireUnlessBusy(tx: Transaction<DB>, id: SessionId, now: EpochMs): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ status: 'expired', sequence: sql`sequence + 1`, updated_at: toTimestamp(now) })
    .where('id', '=', (query) =>
      query
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', id)
        .where('status', 'in', ['requested', 'proposed'])
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a client's request to move; false while another transaction has the row. It never waits either. */
export async function endMoveUnlessBusy(tx: Transaction<DB>, id: SessionId, now: EpochMs): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ move_starts_at: null, move_ends_at: null, move_asked_at: null, updated_at: toTimestamp(now) })
    .where('id', '=', (query) =>
      query
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', id)
        .where('move_starts_at', 'is not', null)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
