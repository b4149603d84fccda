import type { Deps } from '../deps.ts'
import type { DomainEvent } from '../domain-events.ts'

/** A recorded event, as its jobs name it. */
export async function loadEvent(deps: Deps, id: string): Promise<DomainEvent> {
  const row = await deps.db
    .selectFrom('domain_events')
    .select(['type', 'coach_id', 'actor_user_id', 'subject_id', 'payload'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    type: row.type,
    coachId: row.coach_id,
    actorUserId: row.actor_user_id,
    subjectId: row.subject_id,
    payload: row.payload,
  } as DomainEvent
}
