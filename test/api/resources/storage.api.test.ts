import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PART_BYTES } from '#contract/resources/resource-files.ts'
import type { ResourceFileId } from '#contract/values.ts'
import { forgetDeletedResources } from '#server/modules/resources/resources.service.ts'
import { sweepResourceFiles } from '#server/modules/resources/uploads.service.ts'
import { DAY_MS, HOUR_MS } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { type S3Server, s3Environment, startS3Server } from '#test/support/fakes/s3-server.ts'
import { newCoach } from '#test/support/people.ts'
import { docx, pdf, wav } from '#test/support/resources/files.ts'
import { begin, finish, newFile, sendPart, upload } from '#test/support/resources/uploads.ts'

const MEGABYTE = 1_048_576
const sound = (size = 3_000) => ({ name: 'Calma.wav', bytes: wav(size - 44) })

let bucket: S3Server
beforeAll(async () => {
  bucket = await startS3Server()
})
afterAll(() => bucket.close())

// Whatever happens to an upload, the bytes that are stored are those that a row names.
describe.each([
  ['disk', () => ({})],
  ['a service that speaks S3', () => s3Environment(bucket)],
])('the bytes of resources on %s', (_, settings) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp({ env: { RESOURCE_MAX_MB: '3', RESOURCE_QUOTA_MB: '5', ...settings() } })
  })
  afterAll(() => app.finish())
  beforeEach(() => app.clock.set(instant(TEST_NOW)))

  async function stored(): Promise<string[]> {
    const ids: string[] = []
    for await (const { id } of app.deps.resourceFiles.list()) ids.push(id)
    return ids.toSorted()
  }
  async function named(): Promise<string[]> {
    const rows = await app.deps.db.selectFrom('resource_files').select('parts').execute()
    return rows.flatMap(({ parts }) => parts).toSorted()
  }
  const withQuota = async <T>(resourceQuotaBytes: number, work: () => Promise<T>): Promise<T> => {
    const { config } = app.deps
    app.deps.config = { ...config, resourceQuotaBytes }
    return work().finally(() => (app.deps.config = config))
  }
  const cancel = (token: string, fileId: ResourceFileId) =>
    app.call('DELETE /v1/resource/upload/:fileId', { params: { fileId } }, token)
  const later = async () => {
    app.clock.advance(DAY_MS + HOUR_MS)
    return sweepResourceFiles(app.deps)
  }

  test('are those of the file, also in parts, and are read in ranges', async () => {
    const coach = await newCoach(app)
    const sent = sound(2 * PART_BYTES + 77)
    const { id } = await newFile(app, coach, sent)
    const { body } = await app.call(
      'GET /v1/resource/:resourceId/download',
      { params: { resourceId: id } },
      coach.token,
    )
    const read = (range?: string) =>
      app.send({ method: 'GET', url: body.attachment, headers: range === undefined ? {} : { range } })
    expect((await read()).bytes.equals(sent.bytes)).toBe(true)
    const across = await read(`bytes=${PART_BYTES - 5}-${PART_BYTES + 4}`)
    expect(across.bytes.equals(sent.bytes.subarray(PART_BYTES - 5, PART_BYTES + 5))).toBe(true)
    expect(await stored()).toEqual(await named())
  })

  test('are gone if the space is used up in the middle of an upload', async () => {
    const coach = await newCoach(app)
    const sent = sound(2 * MEGABYTE)
    const { body } = await begin(app, coach, sent)
    await sendPart(app, coach, body.id, 0, sent.bytes.subarray(0, MEGABYTE))
    // The limit is lowered while a part is on its way; what is there of it counts.
    await withQuota(MEGABYTE, async () => {
      await sendPart(app, coach, body.id, MEGABYTE, sent.bytes.subarray(MEGABYTE))
      expect((await finish(app, coach, body.id)).refusal.code).toBe('resource.quota_exceeded')
    })
    expect(await stored()).toEqual(await named())
    // The space is free again.
    expect((await upload(app, coach, sound(3 * MEGABYTE))).status).toBe(200)
  })

  test('are gone if the file is refused, cancelled in the middle, or never finished', async () => {
    const coach = await newCoach(app)
    const page = { name: 'a.pdf', bytes: Buffer.from('<!doctype html><script>alert(1)</script>') }
    expect((await upload(app, coach, page)).refusal.code).toBe('resource.file_refused')
    const bomb = docx([{ name: 'word/a', bytes: pdf(), unpacked: 2_000_000_000 }])
    const refused = await upload(app, coach, { name: 'a.docx', bytes: bomb })
    expect(refused.refusal.code).toBe('resource.file_refused')
    const cancelled = await begin(app, coach, sound())
    await sendPart(app, coach, cancelled.body.id, 0, sound().bytes.subarray(0, 1_000))
    expect((await cancel(coach.token, cancelled.body.id)).status).toBe(204)
    expect(await stored()).toEqual(await named())
    const left = await begin(app, coach, sound())
    await sendPart(app, coach, left.body.id, 0, sound().bytes.subarray(0, 1_000))
    expect(await later()).toBeGreaterThan(0)
    expect((await finish(app, coach, left.body.id)).refusal.code).toBe('resource.file_not_found')
    expect(await stored()).toEqual(await named())
  })

  test('are gone with the purge of their resource', async () => {
    const coach = await newCoach(app)
    const { id } = await newFile(app, coach, sound())
    await app.call('DELETE /v1/resource/:resourceId', { params: { resourceId: id } }, coach.token)
    await later()
    expect(await stored()).toEqual(await named())
    const before = await stored()
    await app.deps.db.transaction().execute((tx) => forgetDeletedResources(tx, app.deps.clock.now(), 100))
    expect(await later()).toBeGreaterThan(0)
    expect(await stored()).toEqual(await named())
    expect((await stored()).length).toBeLessThan(before.length)
  })

  test('are kept once if several calls finish a file at once, and all say so', async () => {
    const coach = await newCoach(app)
    for (let round = 0; round < 5; round += 1) {
      const sent = sound(PART_BYTES / 2)
      const { body } = await begin(app, coach, sent)
      const half = sent.bytes.length / 2
      await sendPart(app, coach, body.id, 0, sent.bytes.subarray(0, half))
      await sendPart(app, coach, body.id, half, sent.bytes.subarray(half))
      const answers = await Promise.all(Array.from({ length: 4 }, () => finish(app, coach, body.id)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect((await finish(app, coach, body.id)).status).toBe(200)
      expect(await stored()).toEqual(await named())
      await cancel(coach.token, body.id)
    }
  })

  test('are kept or gone if a file is finished and cancelled at once: what is answered is true', async () => {
    const coach = await newCoach(app)
    for (let round = 0; round < 8; round += 1) {
      const sent = sound(100_000)
      const { body } = await begin(app, coach, sent)
      await sendPart(app, coach, body.id, 0, sent.bytes)
      const [finished, cancelled] = await Promise.all([
        finish(app, coach, body.id),
        cancel(coach.token, body.id),
      ])
      expect(cancelled.status).toBe(204)
      expect([200, 404]).toContain(finished.status)
      expect((await finish(app, coach, body.id)).status).toBe(404)
      expect(await stored()).toEqual(await named())
    }
  })
})
