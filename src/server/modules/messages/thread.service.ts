import type { Transaction } from 'kysely'
import {
  EDIT_MINUTES,
  type MessageDto,
  type RoomRead,
  type ThreadQuery,
  type WritingBarrier,
} from '#contract/thread.ts'
import type { MessageId, RoomId } from '#contract/values.ts'
import { type EpochMs, MINUTE_MS } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { type Scope, scopeOf } from '../../policy/scope.ts'
import { Refusal, found, refuseFields } from '../../refusal.ts'
import { dropParts } from '../resources/uploads.service.ts'
import { removeOfMessage } from './attachments.repository.ts'
import { forListeners, presentMessage, presentPerson } from './messages.presenter.ts'
import { listRoomPeople } from './room-people.repository.ts'
import * as rooms from './rooms.repository.ts'
import * as thread from './thread.repository.ts'

// The call itself sends the news of a room, with its commit (ADR 63), not an effect of an event.

/** GET: a part of a room. One in which nobody wrote yet is empty. @throws Refusal `message.room_not_found` */
export async function getThread(deps: Deps, actor: Actor, roomId: RoomId, query: ThreadQuery) {
  const scope = scopeOf(actor)
  // Before the messages: what is written meanwhile is newer than the revision that is answered, and comes next time.
  const room = await thread.findRoom(deps.db, scope, roomId)
  if (!room) {
    if (!(await rooms.hasOwner(deps.db, scope, roomId))) throw new Refusal('message.room_not_found')
    const around = await surroundings(deps, actor, roomId)
    return { data: [], more: false, revision: 0, lastSeq: 0, reads: [], ...around }
  }
  const [{ rows, more }, reads, around] = await Promise.all([
    thread.listThread(deps.db, roomId, query),
    thread.listReads(deps.db, roomId),
    surroundings(deps, actor, roomId),
  ])
  return { data: rows.map((row) => presentMessage(deps, row, actor)), more, ...room, reads, ...around }
}

/** Who is in a room, and whether the person may write there now. */
async function surroundings(deps: Deps, actor: Actor, roomId: RoomId) {
  const [people, isClosed] = await Promise.all([
    rooms.listPeople(deps.db, scopeOf(actor), roomId),
    rooms.isClosed(deps.db, roomId),
  ])
  const barrier: WritingBarrier | null = isClosed ? 'ended' : actor.paid ? null : 'unpaid'
  return { people: people.map((person) => presentPerson(deps, person, actor)), barrier }
}

/**
 * PUT: changes the text of one's own message, which may be empty beside files. @throws Refusal `message.not_found`, also for somebody else's or a deleted
 * one; `message.too_old`
 */
export function editMessage(deps: Deps, actor: Actor, id: MessageId, text: string): Promise<MessageDto> {
  return change(deps, actor, id, (message, now) => {
    if (message.deletedAt !== null) throw new Refusal('message.not_found')
    if (message.text === text) return undefined
    if (text === '' && message.attachments.length === 0) refuseFields({ text: 'required' })
    if (now - message.createdAt > EDIT_MINUTES * MINUTE_MS) throw new Refusal('message.too_old')
    return { text, editedAt: now }
  })
}

/** DELETE: takes the text and the files of one's own message away, for everybody. @throws Refusal `message.not_found` */
export async function deleteMessage(deps: Deps, actor: Actor, id: MessageId): Promise<MessageDto> {
  let parts: string[] = []
  const message = await change(
    deps,
    actor,
    id,
    (before, now) => (before.deletedAt === null ? { deletedAt: now } : undefined),
    async (tx) => {
      parts = await removeOfMessage(tx, id)
    },
  )
  await dropParts(deps, parts)
  return message
}

/** PUT: stores how far the person has a room, never beyond its last message. @throws Refusal `message.room_not_found` */
export async function readMessages(
  deps: Deps,
  actor: Actor,
  roomId: RoomId,
  { deliveredSeq = 0, readSeq = 0 }: Partial<RoomRead>,
): Promise<RoomRead> {
  const scope = scopeOf(actor)
  const room = await thread.findRoom(deps.db, scope, roomId)
  if (!room) {
    if (!(await rooms.hasOwner(deps.db, scope, roomId))) throw new Refusal('message.room_not_found')
    return { userId: actor.userId, deliveredSeq: 0, readSeq: 0 }
  }
  const upTo = (seq: number) => Math.min(seq, room.lastSeq)
  const wanted = { deliveredSeq: upTo(deliveredSeq), readSeq: upTo(readSeq) }
  const { read, tell } = await deps.db.transaction().execute(async (tx) => {
    const moved = await thread.putRead(tx, roomId, actor.userId, wanted, deps.clock.now())
    // Not told: browsers that read again what has changed, and say how far they are, would never stop.
    if (!moved) return { read: await thread.findRead(tx, roomId, actor.userId), tell: () => undefined }
    const people = await listRoomPeople(tx, [roomId])
    const to = people.map(({ membershipId }) => membershipId)
    const told = { roomId, ...moved }
    return {
      read: moved,
      tell: await deps.realtime.emitAllWith(tx, [{ to, name: 'MESSAGES_READ', payload: [told] }]),
    }
  })
  tell()
  return read
}

type Change = Parameters<typeof thread.changeMessage>[3]

async function change(
  deps: Deps,
  actor: Actor,
  id: MessageId,
  decide: (message: thread.MessageRow, now: EpochMs) => Change | undefined,
  alongside: (tx: Transaction<DB>) => Promise<void> = async () => undefined,
): Promise<MessageDto> {
  const scope = scopeOf(actor)
  const { message, tell } = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const { roomId } = await ownMessage(tx, scope, actor, id)
    const room = found(await thread.lockRoom(tx, scope, roomId), 'message.not_found')
    // Again, now that nobody else changes it.
    const message = await ownMessage(tx, scope, actor, id)
    const wanted = decide(message, now)
    if (!wanted) return { message: presentMessage(deps, message, actor), tell: () => undefined }
    await thread.changeMessage(tx, message, room, wanted)
    await alongside(tx)
    const changed = await ownMessage(tx, scope, actor, id)
    const listeners = await listRoomPeople(tx, [roomId])
    const told = forListeners(changed, listeners, actor.coachId, (viewer) =>
      presentMessage(deps, changed, viewer),
    )
    return {
      message: presentMessage(deps, changed, actor),
      tell: await deps.realtime.emitAllWith(
        tx,
        told.map((each) => ({ name: 'MESSAGE_CHANGED' as const, ...each })),
      ),
    }
  })
  tell()
  return message
}

async function ownMessage(tx: Transaction<DB>, scope: Scope, { userId }: Actor, id: MessageId) {
  const message = found(await thread.findMessage(tx, scope, id), 'message.not_found')
  if (message.senderId !== userId) throw new Refusal('message.not_found')
  return message
}
