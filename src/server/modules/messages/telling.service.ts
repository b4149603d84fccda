import type { Transaction } from 'kysely'
import type { RoomId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { DomainEvent } from '../../domain-events.ts'
import { recordAll } from '#server/events/record.ts'
import { TimerNotNow, insertOfTimers, startTimers, storedTimer } from '#server/events/timers.ts'
import { lookAt, tellNow } from './telling.domain.ts'
import * as telling from './telling.repository.ts'
import type { Timers } from './writing.repository.ts'

/** Has rooms looked at soon: a part of the statement that writes messages there, and its values in their order. */
export function tellLater({ clock }: Deps, roomIds: readonly RoomId[]): Timers {
  const dueAt = lookAt(clock.now())
  return { insert: insertOfTimers, rows: roomIds.map((roomId) => storedTimer(tellTimer(roomId, dueAt))) }
}

const tellTimer = (roomId: RoomId, dueAt: EpochMs) => ({
  key: `message.tell:${roomId}`,
  dueAt,
  command: { type: 'message.tell' as const, roomId },
})

/**
 * The timer of a room: who has not read for some minutes is told, once until they have read. The rest is looked at again.
 * @throws TimerNotNow while somebody is writing there, who waits for this timer
 */
export async function tellOfMessages(deps: Deps, tx: Transaction<DB>, roomId: RoomId): Promise<void> {
  const isHeld = await telling.holdRoom(tx, roomId)
  if (isHeld === undefined) return
  if (!isHeld) throw new TimerNotNow(roomId)
  const now = deps.clock.now()
  const { told, lookAgainAt } = tellNow(await telling.listWaiting(tx, roomId), now)
  if (lookAgainAt !== undefined) {
    await startTimers(tx, [tellTimer(roomId, lookAgainAt)])
  }
  if (told.length === 0) return
  await telling.putTold(tx, roomId, told, now)
  await recordAll(
    deps,
    tx,
    told.map(({ userId, userType, coachId, clientId, groupId }): DomainEvent => ({
      type: 'message.waiting',
      coachId,
      actorUserId: null,
      subjectId: roomId,
      payload: { reader: userId, side: userType, clientId, groupId },
    })),
  )
}
