import type { Kysely } from 'kysely'
import type { SessionId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Scope } from '#server/policy/scope.ts'

/** The events of some types about a session, oldest first, with the name of the actor. Access was checked before. */
export function listHappened(
  db: Kysely<DB>,
  scope: Scope,
  id: SessionId,
  types: readonly DB['domain_events']['type'][],
) {
  return db
    .selectFrom('domain_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_user_id')
    .select([
      'e.id',
      'e.type',
      'e.coach_id as coachId',
      'e.actor_user_id as actorUserId',
      'e.subject_id as subjectId',
      'e.payload',
      'e.occurred_at as occurredAt',
      'u.name',
    ])
    .where('e.coach_id', '=', scope.coachId)
    .where('e.subject_id', '=', id)
    .where('e.type', 'in', types)
    .orderBy('e.occurred_at')
    .orderBy('e.id')
    .execute()
}
