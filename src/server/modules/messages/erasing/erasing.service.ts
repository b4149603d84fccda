import type { RoomId, UserId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import { eraseSome, findWrittenIn } from './erasing.repository.ts'
import { forListeners, presentMessage } from '../messages.presenter.ts'
import { listRoomPeople } from '../room-people.repository.ts'
import { findMessages, lockRoom } from '../thread.repository.ts'

/** How many messages are erased in one transaction: a person who writes in the room meanwhile waits for it. */
const TOGETHER = 500

/**
 * Erases what a person wrote, in every room, as deleting each message does: a browser that was away finds it by its revision, and open
 * rooms are told. Done twice, it changes nothing. The files go with their rows (db/erasure).
 */
export async function eraseMessagesOf(deps: Deps, userId: UserId): Promise<void> {
  for (;;) {
    const room = await findWrittenIn(deps.db, userId)
    if (!room) return
    await eraseInRoom(deps, userId, room)
  }
}

async function eraseInRoom(
  deps: Deps,
  userId: UserId,
  { roomId, coachId }: { roomId: RoomId; coachId: UserId },
): Promise<void> {
  const tell = await deps.db.transaction().execute(async (tx) => {
    // The practice may end at this moment, and the room with it.
    const room = await lockRoom(tx, scopeOfPractice(coachId), roomId)
    const last = room && (await eraseSome(tx, { roomId, userId, most: TOGETHER }, room, deps.clock.now()))
    const [row] = last === undefined ? [] : await findMessages(tx, [last])
    if (!row) return () => undefined
    // One is enough: browsers see by its revision that they missed the others, and ask for them.
    const listeners = await listRoomPeople(tx, [roomId])
    const told = forListeners(row, listeners, coachId, (viewer) => presentMessage(deps, row, viewer))
    return deps.realtime.emitAllWith(
      tx,
      told.map((each) => ({ name: 'MESSAGE_CHANGED' as const, ...each })),
    )
  })
  tell()
}
