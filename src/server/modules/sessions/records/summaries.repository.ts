import type { Kysely } from 'kysely'
import type { SessionId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { CoachScope } from '#server/policy/scope.ts'

/** When a session's summary was last mailed, and its record last corrected; undefined if it was never mailed. */
export function findLastSummaryMail(db: Kysely<DB>, scope: CoachScope, id: SessionId) {
  return db
    .selectFrom('domain_events as e')
    .leftJoin('session_closings as c', 'c.session_id', 'e.subject_id')
    .where('e.coach_id', '=', scope.coachId)
    .where('e.subject_id', '=', id)
    .where('e.type', '=', 'session.summary_mailed')
    .orderBy('e.occurred_at', 'desc')
    .select(['e.occurred_at as at', 'c.corrected_at as correctedAt'])
    .limit(1)
    .executeTakeFirst()
}
