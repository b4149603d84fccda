import type { Transaction } from 'kysely'
import type { RoomId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { DomainEvent } from '../../domain-events.ts'
import { recordAll } from '#server/events/record.ts'
import { TimerNotNow, startTimer } from '#server/events/timers.ts'
import { lookAt, tellNow } from './telling.domain.ts'
import * as telling from './telling.repository.ts'

/** Has a room looked at soon: part of writing a message, at the cost of one statement. */
export function tellLater({ clock }: Deps, tx: Transaction<DB>, roomId: RoomId): Promise<void> {
  return startTimer(tx, {
    key: `message.tell:${roomId}`,
    dueAt: lookAt(clock.now()),
    command: { type: 'message.tell', roomId },
  })
}

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
    await startTimer(tx, {
      key: `message.tell:${roomId}`,
      dueAt: lookAgainAt,
      command: { type: 'message.tell', roomId },
    })
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
