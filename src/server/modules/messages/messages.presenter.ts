import type { AttachmentDto } from '#contract/messages/attachments.ts'
import type { MessageNotification, MessageSender, RoomDto } from '#contract/messages.ts'
import type { MessageDto, MessageNews, RoomPerson } from '#contract/thread.ts'
import { type MembershipId, type UserId, toWire } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { photoOf } from '../files/files.service.ts'
import { previewOf } from '../resources/file-kinds.domain.ts'
import type { AttachmentRow } from './attachments.repository.ts'
import type { PersonRow, RoomRow, UnreadRow } from './rooms.repository.ts'
import { type Viewer, knowsLastName, viewsOf } from './room-names.domain.ts'
import type { MessageRow } from './thread.repository.ts'

/** A room as this viewer sees it: with the group's name, for the coach the client's, for the client the coach's. */
export function presentRoom(deps: Deps, row: RoomRow, viewer: Actor): RoomDto {
  return {
    roomId: row.roomId,
    type: row.type,
    ...presentOther(deps, row, viewer),
    unread: row.unread,
    last: lastOf(deps, row, viewer),
  }
}

type OtherRow = Pick<
  RoomRow,
  | 'type'
  | 'groupName'
  | 'groupPhotoId'
  | 'clientName'
  | 'clientLastName'
  | 'clientPhotoId'
  | 'coachName'
  | 'coachLastName'
  | 'coachPhotoId'
>

/** Whom a room is with, for this viewer. */
export function presentOther(deps: Deps, row: OtherRow, viewer: Actor) {
  if (row.type === 'Group') {
    return { name: row.groupName ?? '', lastName: '', photo: photoOf(deps, row.groupPhotoId) }
  }
  return viewer.userType === 'coach'
    ? {
        name: row.clientName ?? '',
        lastName: row.clientLastName ?? '',
        photo: photoOf(deps, row.clientPhotoId),
      }
    : { name: row.coachName, lastName: row.coachLastName, photo: photoOf(deps, row.coachPhotoId) }
}

function lastOf(deps: Deps, row: RoomRow, viewer: Actor): RoomDto['last'] {
  const { lastSeq, lastText, lastAttachment, lastAt, senderId } = row
  if (lastSeq === null || lastAt === null || senderId === null) return null
  return {
    seq: lastSeq,
    text: lastText ?? '',
    attachment: lastAttachment,
    createdAt: toWire(lastAt),
    own: senderId === viewer.userId,
    sender: presentSender(deps, { ...row, senderId }, viewer),
  }
}

type SenderRow = Pick<RoomRow, 'senderName' | 'senderLastName' | 'senderPhotoId'> & { senderId: UserId }

/** Who wrote a message, as this viewer knows them. */
export function presentSender(deps: Deps, row: SenderRow, viewer: Viewer): MessageSender {
  return {
    name: row.senderName ?? '',
    lastName: knowsLastName(viewer, row.senderId) ? (row.senderLastName ?? '') : '',
    photo: photoOf(deps, row.senderPhotoId),
  }
}

/** An unread message as its notification (spec §3). */
export function presentPending(deps: Deps, row: UnreadRow, viewer: Viewer): MessageNotification {
  return {
    createdAt: toWire(row.createdAt),
    body: {
      sender: presentSender(deps, row, viewer),
      type: row.type,
      roomId: row.roomId,
    },
  }
}

/** A person of a room, as this viewer knows them. */
export function presentPerson(
  deps: Deps,
  { userId, name, lastName, photoId }: PersonRow,
  viewer: Viewer,
): RoomPerson {
  const isKnown = knowsLastName(viewer, userId)
  return { userId, name, lastName: isKnown ? lastName : '', photo: photoOf(deps, photoId) }
}

/** A message as this viewer sees it: only the last names differ. */
export function presentMessage(deps: Deps, row: MessageRow, viewer: Viewer): MessageDto {
  const { answeredId, answeredSeq, answeredSenderId, editedAt, deletedAt } = row
  const knowsAnswered = answeredSenderId !== null && knowsLastName(viewer, answeredSenderId)
  return {
    id: row.id,
    roomId: row.roomId,
    seq: row.seq,
    revision: row.revision,
    sender: { userId: row.senderId, ...presentSender(deps, row, viewer) },
    text: row.text,
    attachments: row.attachments.map(presentAttachment),
    replyTo:
      answeredId === null || answeredSeq === null
        ? null
        : {
            id: answeredId,
            seq: answeredSeq,
            name: row.answeredName ?? '',
            lastName: knowsAnswered ? (row.answeredLastName ?? '') : '',
            text: row.answeredText ?? '',
            attachment: row.answeredAttachment,
          },
    clientKey: row.clientKey,
    createdAt: toWire(row.createdAt),
    editedAt: editedAt === null ? null : toWire(editedAt),
    deletedAt: deletedAt === null ? null : toWire(deletedAt),
  }
}

/** A file of a message. */
export function presentAttachment({ width, height, ...file }: AttachmentRow): AttachmentDto {
  const { id, name, mediaType, byteSize } = file
  const image = width === null || height === null ? null : { width, height }
  return { id, name, mediaType, byteSize, preview: previewOf(mediaType), image }
}

/** What a new message tells this viewer. */
export function presentNews(deps: Deps, row: MessageRow, viewer: Viewer): MessageNews {
  const message = presentMessage(deps, row, viewer)
  const { name, lastName, photo } = message.sender
  return {
    createdAt: message.createdAt,
    body: { sender: { name, lastName, photo }, type: row.type, roomId: row.roomId },
    message,
  }
}

/** Whose sockets are told of a message, each with what they see of it; those who see the same are told together. */
export function forListeners<Payload>(
  row: MessageRow,
  listeners: Parameters<typeof viewsOf>[0],
  coachId: UserId,
  present: (viewer: Viewer) => Payload,
): { to: MembershipId[]; payload: [Payload] }[] {
  const views = viewsOf(listeners, coachId, [row.senderId, row.answeredSenderId])
  return views.map(({ viewer, to }) => ({ to, payload: [present(viewer)] }))
}
