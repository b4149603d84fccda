import type { Transaction } from 'kysely'
import {
  type AttachmentAddresses,
  type AttachmentDto,
  LARGEST_ATTACHMENT_BYTES,
  MOST_UNSENT_ATTACHMENTS,
} from '#contract/messages/attachments.ts'
import type { MessageId, ResourceFileId, RoomId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { addressesWithPreview } from '../resources/downloads.service.ts'
import * as uploads from '../resources/uploads.service.ts'
import { PREVIEW_BOX } from './attachments.domain.ts'
import * as attachments from './attachments.repository.ts'
import { presentAttachment } from './messages.presenter.ts'
import * as rooms from './rooms.repository.ts'

// Files of messages (product §16). Their bytes come by the uploads of resources, and take the space of the coach.

type Of = { roomId: RoomId; fileId: ResourceFileId }

/**
 * POST: announces a file for a message in a room.
 * @throws Refusal `message.room_not_found`; `message.closed`; `coach.unpaid`; `message.too_many_files`; `upload.too_large`;
 * `request.invalid` for its name; `resource.quota_exceeded` for the coach, `message.no_space` for a client
 */
export async function beginAttachment(deps: Deps, actor: Actor, roomId: RoomId, sent: uploads.Announcement) {
  const scope = scopeOf(actor)
  await requireRoom(deps, actor, roomId)
  if (await rooms.isClosed(deps.db, roomId)) throw new Refusal('message.closed')
  if (!actor.paid) throw new Refusal('coach.unpaid')
  const file = uploads.checkAnnouncement(deps, sent, LARGEST_ATTACHMENT_BYTES)
  return deps.db.transaction().execute(async (tx) => {
    // The row of the coach is locked meanwhile: of several at once, each counts the ones before it.
    const id = await uploads.announce(deps, tx, actor, file).catch(asReader(actor))
    if ((await attachments.countUnsent(tx, scope)) >= MOST_UNSENT_ATTACHMENTS) {
      throw new Refusal('message.too_many_files')
    }
    await rooms.openRoom(tx, scope, roomId, deps.clock.now())
    await attachments.insertFile(tx, { fileId: id, roomId })
    return { id, ...file }
  })
}

/**
 * POST finish: looks at the content and keeps the file, with a preview of a picture, or forgets it.
 * @throws Refusal `message.room_not_found`, `message.no_space`, and those of `finishUpload`
 */
export async function finishAttachment(deps: Deps, actor: Actor, of: Of): Promise<AttachmentDto> {
  await requireOwn(deps, actor, of)
  await uploads.finishUpload(deps, actor, of.fileId, { previewBox: PREVIEW_BOX }).catch(asReader(actor))
  const { mediaType, ...file } = await requireOwn(deps, actor, of)
  if (mediaType === null) throw new Refusal('resource.file_not_found')
  return presentAttachment({ ...file, mediaType })
}

/** DELETE: forgets a file that was not sent. @throws Refusal `message.room_not_found`, `resource.file_not_found` */
export async function cancelAttachment(deps: Deps, actor: Actor, { roomId, fileId }: Of): Promise<void> {
  await requireRoom(deps, actor, roomId)
  const parts = await deps.db
    .transaction()
    .execute((tx) => attachments.removeUnsent(tx, scopeOf(actor), roomId, fileId))
  await uploads.dropParts(deps, found(parts, 'resource.file_not_found'))
}

/** GET: the addresses of a file of a message. @throws Refusal `message.room_not_found`, `resource.file_not_found` */
export async function openAttachment(
  deps: Deps,
  actor: Actor,
  { roomId, fileId }: Of,
): Promise<AttachmentAddresses> {
  await requireRoom(deps, actor, roomId)
  const row = found(
    await attachments.findSent(deps.db, scopeOf(actor), roomId, fileId),
    'resource.file_not_found',
  )
  if (row.mediaType === null) throw new Refusal('resource.file_not_found')
  return addressesWithPreview(deps, actor, {
    fileId,
    mediaType: row.mediaType,
    hasPreview: row.width !== null,
  })
}

/** Files that a message is about to be sent with, in their order. @throws Refusal `message.attachment_not_found` */
export async function takeFiles(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  ids: readonly ResourceFileId[],
): Promise<{ name: string; mediaType: string }[]> {
  if (ids.length === 0) return []
  const files = await attachments.lockOwn(tx, scopeOf(actor), ids, deps.clock.now())
  if (files.length < ids.length) throw new Refusal('message.attachment_not_found')
  return files
}

/** Ties them to the message that was written. @throws Refusal `message.attachment_not_found` if one was sent before */
export async function attachFiles(
  tx: Transaction<DB>,
  { roomId, id }: { roomId: RoomId; id: MessageId },
  ids: readonly ResourceFileId[],
): Promise<void> {
  if (ids.length === 0) return
  if ((await attachments.attach(tx, roomId, id, ids)) < ids.length) {
    throw new Refusal('message.attachment_not_found')
  }
}

async function requireRoom({ db }: Deps, actor: Actor, roomId: RoomId): Promise<void> {
  if (!(await rooms.hasOwner(db, scopeOf(actor), roomId))) throw new Refusal('message.room_not_found')
}

async function requireOwn(deps: Deps, actor: Actor, { roomId, fileId }: Of) {
  await requireRoom(deps, actor, roomId)
  return found(await attachments.findOwn(deps.db, scopeOf(actor), roomId, fileId), 'resource.file_not_found')
}

// The space is the coach's, who can make room.
const asReader =
  ({ userType }: Actor) =>
  (error: unknown): never => {
    throw error instanceof Refusal && error.code === 'resource.quota_exceeded' && userType === 'client'
      ? new Refusal('message.no_space')
      : error
  }
