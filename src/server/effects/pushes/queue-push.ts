import type { Transaction } from 'kysely'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { listPushTargets } from '../../modules/push/push.service.ts'
import { PUSHES_QUEUE } from '#server/events/queues.ts'
import type { StoredEvent } from '#server/events/stored-event.ts'
import { changeTimers } from '#server/events/timers.ts'
import { type Facts, memberId } from '#server/effects/facts/facts.ts'
import type { Recipient } from '#server/effects/facts/people.ts'
import type { PushEffect } from '../effect.ts'
import { effectKey } from '../effect-key.ts'
import { once } from '../once.ts'
import { type PushJob, pushJob } from './push-job.ts'
import { pushKindOf } from './push-kinds.ts'

/** Queues one push, once. A push that nobody takes and no mail replaces is not queued. */
export async function queuePush(
  deps: Deps,
  stored: StoredEvent,
  effect: PushEffect,
  to: Recipient,
  facts: Facts,
): Promise<void> {
  const { to: side, type, otherwise } = effect
  if (pushKindOf(type, side) === undefined) return
  const isTaken = to.membershipId !== null && (await listPushTargets(deps, to.membershipId)).length > 0
  if (!isTaken && otherwise === undefined) return
  const clientId = memberId(to, facts)
  const job = pushJob({ eventId: stored.id, to: side, type, otherwise, clientId })
  await once(deps, effectKey(stored, effect, clientId), (tx) => enqueuePush(deps, tx, job))
}

export function enqueuePush(deps: Deps, tx: Transaction<DB>, job: object): Promise<void> {
  return deps.jobs.enqueue(tx, PUSHES_QUEUE, job, 'ordinary')
}

/** Has a push sent at the end of its reader's quiet hours. */
export function putOffPush(deps: Deps, key: string, job: PushJob, dueAt: EpochMs): Promise<void> {
  return deps.db
    .transaction()
    .execute((tx) =>
      changeTimers(tx, [
        { kind: 'set', key: `push.send:${key}`, dueAt, command: { type: 'push.send', job } },
      ]),
    )
}
