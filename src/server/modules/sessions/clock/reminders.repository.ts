import { type Kysely, sql } from 'kysely'
import type { SessionId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'

/**
 * The sessions of timers, which the product set itself, with their coaches' settings for reminders; no request names
 * them, so there is no scope.
 */
export function listTimedSessions(db: Kysely<DB>, ids: readonly SessionId[]) {
  return db
    .selectFrom('sessions')
    .innerJoin('calendars', 'calendars.coach_id', 'sessions.coach_id')
    .where('sessions.id', '=', sql<SessionId>`any(${sql.val([...ids])}::uuid[])`)
    .select([
      'sessions.id',
      'sessions.coach_id as coachId',
      'sessions.client_id as clientId',
      'sessions.group_id as groupId',
      'sessions.status',
      'sessions.starts_at as startsAt',
      'sessions.ends_at as endsAt',
      'calendars.reminders',
    ])
    .execute()
}
