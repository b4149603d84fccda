import type { Kysely } from 'kysely'
import type { ClientId, GroupId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '#server/policy/scope.ts'
import type { Held } from './brief.domain.ts'
import { type SessionRow, selectSessions } from '../sessions.repository.ts'

/** Ratings a coach reads before a session. */
const MOST_RATINGS = 5

/** The last closed session with the same client or group before this one, with its summary. */
export function findLastClosed(db: Kysely<DB>, scope: CoachScope, before: SessionRow) {
  return selectSessions(db, scope)
    .where('s.id', '<>', before.id)
    .where('s.starts_at', '<=', toTimestamp(before.startsAt))
    .where((eb) =>
      before.groupId === null
        ? eb('s.client_id', '=', before.clientId)
        : eb('s.group_id', '=', before.groupId),
    )
    .select('closing.summary')
    .where('closing.summary', 'is not', null)
    .orderBy('s.starts_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * The sessions that some people have had since an instant: their own, and group sessions they attended; for a group
 * only those of that group.
 */
export function listHeld(
  db: Kysely<DB>,
  scope: CoachScope,
  { people, groupId }: { people: readonly ClientId[]; groupId: GroupId | null },
  since: EpochMs,
): Promise<Held[]> {
  return db
    .selectFrom('sessions as s')
    .innerJoin('session_closings as closing', 'closing.session_id', 's.id')
    .leftJoin('session_attendances as a', (join) =>
      join.onRef('a.session_id', '=', 's.id').on('a.state', 'in', ['present', 'late']),
    )
    .select((eb) => [
      eb.fn.coalesce('s.client_id', 'a.client_id').$notNull().as('personId'),
      's.id as sessionId',
      'closing.closed_at as closedAt',
    ])
    .where('s.coach_id', '=', scope.coachId)
    .where('s.status', '=', 'completed')
    .$if(groupId !== null, (some) => some.where('s.group_id', '=', groupId))
    .where('closing.closed_at', '>', toTimestamp(since))
    .where((eb) => eb(eb.fn.coalesce('s.client_id', 'a.client_id'), 'in', people))
    .execute()
}

/** The last ratings by some people, newest first. */
export function listRatings(db: Kysely<DB>, scope: CoachScope, people: readonly ClientId[]) {
  return db
    .selectFrom('session_feedback as f')
    .innerJoin('clients as c', 'c.id', 'f.client_id')
    .select([
      'f.heard',
      'f.focus',
      'f.clarity',
      'f.progress',
      'f.comment',
      'f.updated_at as at',
      'c.name',
      'c.last_name as lastName',
    ])
    .where('c.coach_id', '=', scope.coachId)
    .where('f.client_id', 'in', people)
    .orderBy('f.updated_at', 'desc')
    .orderBy('f.session_id', 'desc')
    .limit(MOST_RATINGS)
    .execute()
}
