import type { MessageNotification, RoomDto } from '#contract/messages.ts'
import { toWire } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { photoOf } from '../files/files.service.ts'
import type { RoomRow, UnreadRow } from './messages.repository.ts'

/** A room as this viewer sees it: for the coach the client's name, for the client the coach's. */
export function presentRoom(deps: Deps, row: RoomRow, viewer: Actor): RoomDto {
  const other =
    viewer.userType === 'coach'
      ? { name: row.clientName, lastName: row.clientLastName, photo: photoOf(deps, row.clientPhotoId) }
      : { name: row.coachName, lastName: row.coachLastName, photo: photoOf(deps, row.coachPhotoId) }
  return {
    roomId: row.roomId,
    type: row.type,
    ...other,
    unread: row.unread,
    last: lastOf(deps, row, viewer),
  }
}

function lastOf(deps: Deps, row: RoomRow, viewer: Actor): RoomDto['last'] {
  const { lastSeq, lastText, lastAt, senderId } = row
  if (lastSeq === null || lastAt === null) return null
  return {
    seq: lastSeq,
    text: lastText ?? '',
    createdAt: toWire(lastAt),
    own: senderId === viewer.userId,
    sender: {
      name: row.senderName ?? '',
      lastName: row.senderLastName ?? '',
      photo: photoOf(deps, row.senderPhotoId),
    },
  }
}

/** An unread message as its notification (spec §3). */
export function presentPending(deps: Deps, row: UnreadRow): MessageNotification {
  return {
    createdAt: toWire(row.createdAt),
    body: {
      sender: {
        name: row.senderName,
        lastName: row.senderLastName,
        photo: photoOf(deps, row.senderPhotoId),
      },
      type: row.type,
      roomId: row.roomId,
    },
  }
}
