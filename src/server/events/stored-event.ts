import type { Deps } from '#server/deps.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { HopelessJob } from '#server/platform/jobs/hopeless-job.ts'

/** The shape in which this release stores events. One that changes the payload of any takes the next number. */
export const EVENT_VERSION = 1

/** A recorded event with the shape it was stored in. */
export type StoredEvent = { id: string; event: DomainEvent; version: number }

/**
 * A recorded event, as its jobs name it.
 * @throws HopelessJob for what a newer release recorded: its job is kept for the operator
 */
export async function loadEvent(deps: Deps, id: string): Promise<StoredEvent> {
  const row = await deps.db
    .selectFrom('domain_events')
    .select(['type', 'coach_id', 'actor_user_id', 'subject_id', 'payload', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.version > EVENT_VERSION || !deps.eventPlans.isPlanned(row.type)) {
    throw new HopelessJob(`event not understood: ${row.type}, version ${row.version}`)
  }
  const event = {
    type: row.type,
    coachId: row.coach_id,
    actorUserId: row.actor_user_id,
    subjectId: row.subject_id,
    payload: row.version === 0 ? fromFirst(row.payload) : row.payload,
  } as DomainEvent
  return { id, event, version: row.version }
}

// Before there were groups, a session's event named its client only.
function fromFirst(payload: unknown): unknown {
  const first = payload as object
  return 'startsAt' in first ? { clientId: null, groupId: null, ...first } : first
}
