import { PART_BYTES } from '#contract/resources/resource-files.ts'
import type { NewResourceBody, ResourceDetail } from '#contract/resources/resources.ts'
import type { ResourceFileId } from '#contract/values.ts'
import type { RawAnswer, TestApp } from '../app.ts'
import { textSaying } from '../rich-text/rich-texts.ts'

type Person = { token: string }
type Sent = { name: string; bytes: Buffer }

const TUS = { 'tus-resumable': '1.0.0' }

/** Announces a file. */
export const begin = (app: TestApp, { token }: Person, { name, bytes }: Sent) =>
  app.call('POST /v1/resource/upload', { body: { name, byteSize: bytes.length } }, token)

/** Sends bytes of it by the protocol, from an offset on. */
export const sendPart = (
  app: TestApp,
  { token }: Person,
  id: string,
  offset: number,
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<RawAnswer> =>
  app.send({
    method: 'PATCH',
    url: `/v1/resource/upload/${id}`,
    token,
    body: bytes,
    headers: {
      ...TUS,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
  })

/** How much of it has come. */
export const offsetOf = async (app: TestApp, { token }: Person, id: string): Promise<RawAnswer> =>
  app.send({ method: 'HEAD', url: `/v1/resource/upload/${id}`, token, headers: TUS })

/** Sends all of a file in parts, and answers what finishing it says. */
export async function upload(app: TestApp, coach: Person, sent: Sent) {
  const begun = await begin(app, coach, sent)
  if (begun.status !== 201) throw new Error(`upload: ${JSON.stringify(begun.body)}`)
  const { id } = begun.body
  for (let at = 0; at < sent.bytes.length; at += PART_BYTES) {
    const part = await sendPart(app, coach, id, at, sent.bytes.subarray(at, at + PART_BYTES))
    if (part.status !== 204) throw new Error(`part: ${part.status} ${String(part.body)}`)
  }
  return finish(app, coach, id)
}

export const finish = (app: TestApp, { token }: Person, fileId: ResourceFileId) =>
  app.call('POST /v1/resource/upload/:fileId/finish', { params: { fileId } }, token)

/** A resource that anybody can be given; a text unless told otherwise. */
export async function newResource(
  app: TestApp,
  { token }: Person,
  body: Partial<NewResourceBody> = {},
): Promise<ResourceDetail> {
  const text = { type: 'text', body: textSaying('Respira.', 'Otra vez.') } as const
  const created = await app.call(
    'POST /v1/resource',
    {
      body: {
        title: 'Respiración',
        status: 'published',
        ...(body.type === undefined && text),
        ...body,
      } as never,
    },
    token,
  )
  if (created.status !== 201) throw new Error(`resource: ${JSON.stringify(created.body)}`)
  return created.body
}

/** A resource of a file that was uploaded. */
export async function newFile(app: TestApp, coach: Person, sent: Sent): Promise<ResourceDetail> {
  const { body } = await upload(app, coach, sent)
  return newResource(app, coach, { type: 'file', title: sent.name, fileId: body.id })
}
