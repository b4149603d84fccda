import type { MessageDto, RoomPerson, RoomRead } from '#contract/thread.ts'

/** How far a message of one's own has come (product §16). */
export type MessageState = 'sent' | 'delivered' | 'read'

type Room = { reads: readonly RoomRead[]; people: readonly RoomPerson[] }

/** Delivered or read once it is so for everybody else who is in the room now. */
export function stateOf({ seq }: Pick<MessageDto, 'seq'>, room: Room, viewerId: string): MessageState {
  const others = room.people.filter(({ userId }) => userId !== viewerId)
  if (others.length === 0) return 'sent'
  const reached = (what: 'readSeq' | 'deliveredSeq') =>
    others.every(({ userId }) => readOf(room, userId)[what] >= seq)
  return reached('readSeq') ? 'read' : reached('deliveredSeq') ? 'delivered' : 'sent'
}

/** The other people of the room who have read a message, and those who have not. */
export function readersOf({ seq, sender }: Pick<MessageDto, 'seq' | 'sender'>, room: Room) {
  const others = room.people.filter(({ userId }) => userId !== sender.userId)
  const hasRead = ({ userId }: RoomPerson) => readOf(room, userId).readSeq >= seq
  return { read: others.filter(hasRead), unread: others.filter((person) => !hasRead(person)) }
}

const readOf = ({ reads }: Room, userId: string) =>
  reads.find((read) => read.userId === userId) ?? { deliveredSeq: 0, readSeq: 0 }
