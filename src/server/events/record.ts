import { type Transaction, sql } from 'kysely'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { EVENT_VERSION } from './stored-event.ts'
import { EFFECTS_QUEUE } from './queues.ts'
import { changeTimers } from './timers.ts'

/**
 * Records what happened, in the transaction that makes it true: the history row, the timers that follow from it and
 * the job that will run its effects. Events without effects are not queued. Commit makes all of it, roll-back none.
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
      version: EVENT_VERSION,
    })
    .execute()
  await changeTimers(tx, deps.eventPlans.planTimers(event, now))
  const job = deps.eventPlans.jobOf(id, event)
  if (job) await deps.jobs.enqueue(tx, EFFECTS_QUEUE, job.data, job.priority)
}

/**
 * Records any number of events, with the timers that follow from them, with as many statements as for one.
 */
export async function recordAll(
  deps: Deps,
  tx: Transaction<DB>,
  events: readonly DomainEvent[],
): Promise<void> {
  if (events.length === 0) return
  const now = deps.clock.now()
  const rows = events.map((event) => ({ ...event, id: deps.newId<string>() }))
  await sql`
    insert into domain_events (id, type, coach_id, actor_user_id, subject_id, payload, occurred_at, version)
    select id, type, "coachId", "actorUserId", "subjectId", payload, ${toTimestamp(now)}, ${EVENT_VERSION}
    from json_to_recordset(${JSON.stringify(rows)}::json) as event (
      id uuid, type text, "coachId" uuid, "actorUserId" uuid, "subjectId" uuid, payload jsonb
    )`.execute(tx)
  await changeTimers(
    tx,
    events.flatMap((event) => deps.eventPlans.planTimers(event, now)),
  )
  const jobs = rows.flatMap((event) => deps.eventPlans.jobOf(event.id, event) ?? [])
  await deps.jobs.enqueueAll(tx, EFFECTS_QUEUE, jobs)
}
