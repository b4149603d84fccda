import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MOST_ACTION_FILES } from '#contract/actions/action-files.ts'
import type { ActionId, ResourceFileId } from '#contract/values.ts'
import { forgetDeletedEvidence } from '#server/modules/evidence/evidence.service.ts'
import { sweepResourceFiles } from '#server/modules/resources/uploads.service.ts'
import { DAY_MS, HOUR_MS } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { pdf, wav } from '#test/support/resources/files.ts'
import { sendPart, upload } from '#test/support/resources/uploads.ts'

const MEGABYTE = 1_048_576
let app: TestApp
beforeAll(async () => {
  app = await makeApp({ env: { RESOURCE_MAX_MB: '1', RESOURCE_QUOTA_MB: '2' } })
})
afterAll(() => app.finish())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

type Person = { token: string }
type Sent = { name: string; bytes: Buffer }
const photo = (): Sent => ({ name: 'Mi caminata.pdf', bytes: pdf('Caminata') })
const sound = (size: number): Sent => ({ name: 'Diario.wav', bytes: wav(size - 44) })

async function practice() {
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  return { coach, client, actionId: await newAction(client, 'Leer') }
}
async function newAction({ token }: Person, text = 'Caminar'): Promise<ActionId> {
  return (await app.call('POST /v1/action', { body: { text } }, token)).body.id
}

const list = ({ token }: Person, actionId: ActionId) =>
  app.call('GET /v1/action/:actionId/attachment', { params: { actionId } }, token)
const begin = ({ token }: Person, actionId: ActionId, { name, bytes }: Sent) =>
  app.call(
    'POST /v1/action/:actionId/attachment',
    { params: { actionId }, body: { name, byteSize: bytes.length } },
    token,
  )
type Of = { actionId: ActionId; fileId: ResourceFileId }
const finish = ({ token }: Person, params: Of) =>
  app.call('POST /v1/action/:actionId/attachment/:fileId/finish', { params }, token)
const remove = ({ token }: Person, params: Of) =>
  app.call('DELETE /v1/action/:actionId/attachment/:fileId', { params }, token)
const restore = ({ token }: Person, params: Of) =>
  app.call('POST /v1/action/:actionId/attachment/:fileId/restore', { params }, token)
const download = ({ token }: Person, params: Of) =>
  app.call('GET /v1/action/:actionId/attachment/:fileId/download', { params }, token)
const status = async (url: string) => (await app.send({ method: 'GET', url })).status

async function attach(client: Person, actionId: ActionId, sent = photo()): Promise<Of> {
  const { id: fileId } = (await begin(client, actionId, sent)).body
  await sendPart(app, client, fileId, 0, sent.bytes)
  expect((await finish(client, { actionId, fileId })).status).toBe(200)
  return { actionId, fileId }
}

async function leavesNothing(): Promise<void> {
  const stored: string[] = []
  for await (const { id } of app.deps.resourceFiles.list()) stored.push(id)
  const rows = await app.deps.db.selectFrom('resource_files').select('parts').execute()
  expect(stored.toSorted()).toEqual(rows.flatMap(({ parts }) => parts).toSorted())
}

// @spec P.114
describe('files that show how an action went (product §12)', () => {
  test('are attached by the client, and both sides see them', async () => {
    const { coach, client, actionId } = await practice()
    expect((await list(client, actionId)).body).toEqual({
      files: [],
      canAttach: true,
      maxFileBytes: MEGABYTE,
    })
    const sent = photo()
    const { id: fileId } = (await begin(client, actionId, sent)).body
    await sendPart(app, client, fileId, 0, sent.bytes)
    // Nobody sees one that is not finished.
    expect((await list(coach, actionId)).body.files).toEqual([])
    expect((await download(coach, { actionId, fileId })).refusal.code).toBe('resource.file_not_found')
    const kept = { id: fileId, name: sent.name, mediaType: 'application/pdf', preview: 'pdf' }
    expect((await finish(client, { actionId, fileId })).body.files).toMatchObject([kept])
    expect((await finish(client, { actionId, fileId })).body.files).toMatchObject([kept])
    expect((await list(coach, actionId)).body).toMatchObject({ files: [kept], canAttach: false })
    for (const person of [coach, client]) {
      const { attachment, inline } = (await download(person, { actionId, fileId })).body
      const whole = await app.send({ method: 'GET', url: attachment })
      expect(whole.bytes.equals(sent.bytes)).toBe(true)
      expect((await app.send({ method: 'GET', url: inline! })).headers).toMatchObject({
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
    }
  })

  test('are three at most, also at once, and the coach’s space', async () => {
    const { coach, client, actionId } = await practice()
    const answers = await Promise.all(
      Array.from({ length: MOST_ACTION_FILES + 2 }, () => begin(client, actionId, photo())),
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(MOST_ACTION_FILES)
    const full = answers.filter((answer) => answer.status !== 201)
    expect(full.map(({ refusal }) => refusal.code)).toEqual(['action.files_full', 'action.files_full'])
    const other = await newAction(client, 'Leer')
    await upload(app, coach, sound(MEGABYTE))
    expect((await begin(client, other, sound(MEGABYTE))).refusal.code).toBe('action.no_space')
    expect((await begin(client, other, sound(MEGABYTE + 1))).refusal.code).toBe('upload.too_large')
    expect((await begin(client, other, { name: 'a.html', bytes: pdf() })).refusal.code).toBe(
      'request.invalid',
    )
    const own = { params: { coachId: coach.userId }, query: {} }
    const { body } = await app.call('GET /v1/resource/coach/:coachId', own, coach.token)
    expect(body.space.usedBytes).toBe(MEGABYTE + MOST_ACTION_FILES * photo().bytes.length)
    expect(body.total).toBe(0)
  })

  test('are checked like those of resources, and nothing is left of one that is refused or cancelled', async () => {
    const { client, actionId } = await practice()
    const page = { name: 'a.pdf', bytes: Buffer.from('<!doctype html><script>alert(1)</script>') }
    const { id: fileId } = (await begin(client, actionId, page)).body
    const early = await finish(client, { actionId, fileId })
    expect(early.refusal.code).toBe('resource.upload_incomplete')
    await sendPart(app, client, fileId, 0, page.bytes)
    expect((await finish(client, { actionId, fileId })).refusal.code).toBe('resource.file_refused')
    const cancelled = (await begin(client, actionId, photo())).body.id
    await sendPart(app, client, cancelled, 0, photo().bytes.subarray(0, 100))
    expect((await remove(client, { actionId, fileId: cancelled })).status).toBe(204)
    expect((await restore(client, { actionId, fileId: cancelled })).refusal.code).toBe(
      'resource.file_not_found',
    )
    await leavesNothing()
    // Lowered while it was on its way.
    const late = (await begin(client, actionId, photo())).body.id
    await sendPart(app, client, late, 0, photo().bytes)
    const { config } = app.deps
    app.deps.config = { ...config, resourceQuotaBytes: 10 }
    const refused = await finish(client, { actionId, fileId: late })
    app.deps.config = config
    expect(refused.refusal.code).toBe('action.no_space')
    await leavesNothing()
  })

  test('are told of once, however often one is finished', async () => {
    const { client, actionId } = await practice()
    const { id: fileId } = (await begin(client, actionId, photo())).body
    await sendPart(app, client, fileId, 0, photo().bytes)
    const answers = await Promise.all([1, 2, 3].map(() => finish(client, { actionId, fileId })))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    const told = app.deps.db.selectFrom('domain_events').where('type', '=', 'action.changed')
    expect(await told.where('subject_id', '=', actionId).execute()).toHaveLength(1)
  })

  test('are removed with undo, and purged with their bytes', async () => {
    const { coach, client, actionId } = await practice()
    const file = await attach(client, actionId)
    const { attachment } = (await download(coach, file)).body
    expect((await remove(client, file)).status).toBe(204)
    expect((await remove(client, file)).refusal.code).toBe('resource.file_not_found')
    expect((await finish(client, file)).refusal.code).toBe('resource.file_not_found')
    expect((await download(coach, file)).refusal.code).toBe('resource.file_not_found')
    expect(await status(attachment)).toBe(404)
    expect((await restore(client, file)).body.files).toMatchObject([{ id: file.fileId }])
    expect((await restore(client, file)).status).toBe(200)
    expect(await status(attachment)).toBe(200)
    await remove(client, file)
    for (let more = 0; more < MOST_ACTION_FILES; more += 1) await attach(client, actionId)
    expect((await restore(client, file)).refusal.code).toBe('action.files_full')
    app.clock.advance(DAY_MS + HOUR_MS)
    await sweepResourceFiles(app.deps)
    expect((await list(client, actionId)).body.files).toHaveLength(MOST_ACTION_FILES)
    await app.deps.db.transaction().execute((tx) => forgetDeletedEvidence(tx, app.deps.clock.now(), 10))
    expect(await sweepResourceFiles(app.deps)).toBeGreaterThan(0)
    expect((await restore(client, file)).refusal.code).toBe('resource.file_not_found')
    expect((await list(client, actionId)).body.files).toHaveLength(MOST_ACTION_FILES)
    await leavesNothing()
  })

  test('are of their action, its client and their coach alone', async () => {
    const { coach, client, actionId } = await practice()
    const file = await attach(client, actionId)
    const mixed = { ...file, actionId: await newAction(client) }
    expect((await download(client, mixed)).refusal.code).toBe('resource.file_not_found')
    expect((await remove(client, mixed)).refusal.code).toBe('resource.file_not_found')
    const sibling = await newClient(app, coach)
    const other = await practice()
    for (const stranger of [sibling, other.client]) {
      expect((await list(stranger, actionId)).refusal.code).toBe('action.not_found')
      expect((await begin(stranger, actionId, photo())).refusal.code).toBe('action.not_found')
      expect((await finish(stranger, file)).refusal.code).toBe('action.not_found')
      expect((await remove(stranger, file)).refusal.code).toBe('action.not_found')
      expect((await restore(stranger, file)).refusal.code).toBe('action.not_found')
      expect((await download(stranger, file)).refusal.code).toBe('action.not_found')
    }
    expect((await list(other.coach, actionId)).refusal.code).toBe('action.not_found')
    expect((await download(other.coach, file)).refusal.code).toBe('action.not_found')
    // The bytes are the uploader's: neither the coach nor another client adds any, and no resource takes the file.
    const { id } = (await begin(client, actionId, photo())).body
    for (const stranger of [coach, sibling, other.coach]) {
      expect((await sendPart(app, stranger, id, 0, photo().bytes)).status).toBe(404)
    }
    const body = { type: 'file', title: 'Guía', fileId: file.fileId } as const
    expect((await app.call('POST /v1/resource', { body }, coach.token)).refusal.code).toBe(
      'resource.file_not_found',
    )
    const { attachment } = (await download(client, file)).body
    expect(await status(attachment.replace(client.clientId, sibling.clientId))).toBe(404)
  })

  test('are read on when the process has ended, and change no more', async () => {
    const { coach, client, actionId } = await practice()
    const file = await attach(client, actionId)
    const removed = await attach(client, actionId)
    await remove(client, removed)
    await app.call('POST /v1/client/:clientId/finish', { params: { clientId: client.clientId } }, coach.token)
    expect((await begin(client, actionId, photo())).refusal.code).toBe('action.wrong_state')
    expect((await remove(client, file)).refusal.code).toBe('action.wrong_state')
    expect((await restore(client, removed)).refusal.code).toBe('action.wrong_state')
    expect((await list(client, actionId)).body).toMatchObject({
      files: [{ id: file.fileId }],
      canAttach: false,
    })
    expect((await download(client, file)).status).toBe(200)
  })

  test('go with their action, and come back with it', async () => {
    const { coach, client, actionId } = await practice()
    const file = await attach(client, actionId)
    const { attachment } = (await download(coach, file)).body
    await app.call('DELETE /v1/action/:actionId', { params: { actionId } }, client.token)
    expect(await status(attachment)).toBe(404)
    expect((await list(coach, actionId)).refusal.code).toBe('action.not_found')
    await app.call('POST /v1/action/:actionId/restore', { params: { actionId } }, client.token)
    expect(await status(attachment)).toBe(200)
  })
})
