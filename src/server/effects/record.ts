import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { DomainEvent } from '../domain-events.ts'
import { toTimestamp } from '../platform/postgres.ts'
import { planTimers } from './plan.ts'
import { EFFECTS_QUEUE } from './queue.ts'
import { changeTimers } from './timers.ts'

/**
 * Records what happened, in the transaction that makes it true: the history row, the timers that follow from it and
 * the job that will carry out its effects. Commit makes all of it, roll-back none.
 */
export async function record(deps: Deps, tx: Transaction<DB>, event: DomainEvent): Promise<void> {
  const id = deps.newId<string>()
  const now = deps.clock.now()
  await tx
    .insertInto('domain_events')
    .values({
      id,
      type: event.type,
      coach_id: event.coachId,
      actor_user_id: event.actorUserId,
      subject_id: event.subjectId,
      payload: JSON.stringify(event.payload),
      occurred_at: toTimestamp(now),
    })
    .execute()
  await changeTimers(tx, planTimers(event, now))
  await deps.jobs.enqueue(tx, EFFECTS_QUEUE, { eventId: id })
}
