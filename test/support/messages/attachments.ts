import type { AttachmentDto } from '#contract/messages/attachments.ts'
import { PART_BYTES } from '#contract/resources/resource-files.ts'
import type { ResourceFileId, RoomId } from '#contract/values.ts'
import type { TestApp } from '../app.ts'
import { sendPart } from '../resources/uploads.ts'

type Person = { token: string }
export type SentFile = { name: string; bytes: Buffer }
type Of = { roomId: RoomId; fileId: ResourceFileId }

/** Announces a file for a message. */
export const beginAttachment = (app: TestApp, { token }: Person, roomId: RoomId, { name, bytes }: SentFile) =>
  app.call(
    'POST /v1/message/:roomId/attachment',
    { params: { roomId }, body: { name, byteSize: bytes.length } },
    token,
  )

export const finishAttachment = (app: TestApp, { token }: Person, params: Of) =>
  app.call('POST /v1/message/:roomId/attachment/:fileId/finish', { params }, token)

export const cancelAttachment = (app: TestApp, { token }: Person, params: Of) =>
  app.call('DELETE /v1/message/:roomId/attachment/:fileId', { params }, token)

export const openAttachment = (app: TestApp, { token }: Person, params: Of) =>
  app.call('GET /v1/message/:roomId/attachment/:fileId/download', { params }, token)

/** Uploads a file for a message, which is not sent yet. */
export async function uploadAttachment(
  app: TestApp,
  who: Person,
  roomId: RoomId,
  sent: SentFile,
): Promise<AttachmentDto> {
  const begun = await beginAttachment(app, who, roomId, sent)
  if (begun.status !== 201) throw new Error(`attachment: ${JSON.stringify(begun.body)}`)
  const fileId = begun.body.id
  for (let at = 0; at < sent.bytes.length; at += PART_BYTES) {
    const part = await sendPart(app, who, fileId, at, sent.bytes.subarray(at, at + PART_BYTES))
    if (part.status !== 204) throw new Error(`part: ${part.status} ${String(part.body)}`)
  }
  const finished = await finishAttachment(app, who, { roomId, fileId })
  if (finished.status !== 200) throw new Error(`finish: ${JSON.stringify(finished.body)}`)
  return finished.body
}
