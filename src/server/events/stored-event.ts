import type { Deps } from '#server/deps.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { HopelessJob } from '#server/platform/jobs/hopeless-job.ts'

/** The version of the stored form of events. A change of any payload takes the next number. */
export const EVENT_VERSION = 1

/** A recorded event, when it happened, and the version of its stored form. */
export type StoredEvent = { id: string; event: DomainEvent; at: EpochMs; version: number }

/**
 * A recorded event, by the id in its jobs; undefined if it went with an account that was deleted, and nobody is to be told of it.
 * @throws HopelessJob for an event of a newer release: its job is kept for the operator
 */
export async function loadEvent(deps: Deps, id: string): Promise<StoredEvent | undefined> {
  const row = await deps.db
    .selectFrom('domain_events')
    .select(['type', 'coach_id', 'actor_user_id', 'subject_id', 'payload', 'occurred_at', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
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
  return { id, event, at: row.occurred_at, version: row.version }
}

// Before groups existed, a session's event only named its client.
function fromFirst(payload: unknown): unknown {
  const first = payload as object
  return 'startsAt' in first ? { clientId: null, groupId: null, ...first } : first
}
