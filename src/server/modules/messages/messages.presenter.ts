import type { MessageNotification, RoomDto } from '#contract/messages.ts'
import { wire } from '#contract/values.ts'
import type { Actor } from '../../policy/actor.ts'
import type { RoomRow, UnreadRow } from './messages.repository.ts'

/** A room as this viewer sees it: the coach talks to the client of the record, the client to the coach. */
export function presentRoom(row: RoomRow, viewer: Actor): RoomDto {
  const other =
    viewer.userType === 'coach'
      ? { name: row.clientName, lastName: row.clientLastName }
      : { name: row.coachName, lastName: row.coachLastName }
  return {
    roomId: row.roomId,
    type: row.type,
    ...other,
    photo: null,
    unread: row.unread,
    last: lastOf(row, viewer),
  }
}

function lastOf(row: RoomRow, viewer: Actor): RoomDto['last'] {
  const { lastSeq, lastText, lastAt, senderId, senderName, senderLastName } = row
  if (lastSeq === null || lastAt === null) return null
  return {
    seq: lastSeq,
    text: lastText ?? '',
    createdAt: wire(lastAt),
    own: senderId === viewer.userId,
    sender: { name: senderName ?? '', lastName: senderLastName ?? '', photo: null },
  }
}

/** An unread message as its notification (spec §3). */
export function presentPending(row: UnreadRow): MessageNotification {
  return {
    createdAt: wire(row.createdAt),
    body: {
      sender: { name: row.senderName, lastName: row.senderLastName, photo: null },
      type: row.type,
      roomId: row.roomId,
    },
  }
}
