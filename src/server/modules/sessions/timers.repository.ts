import type { Kysely, Transaction } from 'kysely'
import type { SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '../../platform/postgres.ts'

/** The session of a timer, which the product set itself; no request names it, so there is no scope. */
export function findTimedSession(db: Kysely<DB>, id: SessionId) {
  return db
    .selectFrom('sessions')
    .innerJoin('calendars', 'calendars.coach_id', 'sessions.coach_id')
    .select([
      'sessions.id',
      'sessions.coach_id as coachId',
      'sessions.client_id as clientId',
      'sessions.group_id as groupId',
      'sessions.status',
      'sessions.starts_at as startsAt',
      'sessions.ends_at as endsAt',
      'calendars.cancel_notice_min as cancelNoticeMin',
    ])
    .where('sessions.id', '=', id)
    .executeTakeFirst()
}

/**
 * Lets a request lapse; false while somebody else has the row. It never waits: whoever has the session waits for its
 * timer, which this transaction holds.
 */
export async function expireUnlessBusy(tx: Transaction<DB>, id: SessionId, now: EpochMs): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ status: 'expired', updated_at: toTimestamp(now) })
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
