import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PART_BYTES } from '#contract/resources/resource-files.ts'
import type { ResourceFileId } from '#contract/values.ts'
import { sweepResourceFiles } from '#server/modules/resources/uploads.service.ts'
import { DAY_MS, HOUR_MS } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { picture } from '#test/support/pictures.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { docx, pdf, wav, zip } from '#test/support/resources/files.ts'
import {
  begin,
  finish,
  newFile,
  newResource,
  offsetOf,
  sendPart,
  upload,
} from '#test/support/resources/uploads.ts'

const MEGABYTE = 1_048_576
let app: TestApp
beforeAll(async () => {
  app = await makeApp({ env: { RESOURCE_MAX_MB: '3', RESOURCE_QUOTA_MB: '5' } })
})
afterAll(() => app.finish())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

const NOBODY = '01920000-0000-7000-8000-000000000000' as ResourceFileId

/** Ids of all stored bytes. */
async function stored(): Promise<string[]> {
  const ids = []
  for await (const { id } of app.deps.resourceFiles.list()) ids.push(id)
  return ids
}

/** A valid file of any size: a sound. */
const sound = (size: number) => {
  const bytes = wav(size - 44)
  randomBytes(size - 44).copy(bytes, 44)
  return { name: 'Meditación guiada.wav', bytes }
}

// @spec P.107
describe('an upload', () => {
  test('comes in parts, can be asked how far it is, and is one file in the end', async () => {
    const coach = await newCoach(app)
    const sent = sound(2 * PART_BYTES + 5)
    const { body } = await begin(app, coach, sent)
    const before = await stored()
    expect((await offsetOf(app, coach, body.id)).headers).toMatchObject({
      'upload-offset': '0',
      'upload-length': String(sent.bytes.length),
      'tus-resumable': '1.0.0',
      'x-content-type-options': 'nosniff',
    })
    const first = await sendPart(app, coach, body.id, 0, sent.bytes.subarray(0, PART_BYTES))
    expect([first.status, first.headers['upload-offset']]).toEqual([204, String(PART_BYTES)])
    expect((await finish(app, coach, body.id)).refusal.code).toBe('resource.upload_incomplete')
    // Sent again, as when the answer was lost: refused, and where to go on is known.
    const again = await sendPart(app, coach, body.id, 0, sent.bytes.subarray(0, PART_BYTES))
    expect(again.status).toBe(409)
    const { headers } = await offsetOf(app, coach, body.id)
    expect(headers['upload-offset']).toBe(String(PART_BYTES))
    await sendPart(app, coach, body.id, PART_BYTES, sent.bytes.subarray(PART_BYTES, 2 * PART_BYTES))
    await sendPart(app, coach, body.id, 2 * PART_BYTES, sent.bytes.subarray(2 * PART_BYTES))
    const done = await finish(app, coach, body.id)
    expect(done.body).toEqual({
      id: body.id,
      name: 'Meditación guiada.wav',
      byteSize: sent.bytes.length,
      mediaType: 'audio/wav',
      preview: 'audio',
    })
    expect(await finish(app, coach, body.id)).toMatchObject({ status: 200, body: done.body })
    expect((await stored()).length).toBe(before.length + 1)
  })

  test('of parallel parts at one place keeps one', async () => {
    const coach = await newCoach(app)
    const sent = sound(600_000)
    const { body } = await begin(app, coach, sent)
    const before = await stored()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => sendPart(app, coach, body.id, 0, sent.bytes)),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['204', '409', '409', '409'])
    expect((await stored()).length).toBe(before.length + 1)
    expect((await finish(app, coach, body.id)).status).toBe(200)
  })

  test('is its coach’s alone', async () => {
    const coach = await newCoach(app)
    const sent = sound(1_000)
    const { body } = await begin(app, coach, sent)
    const other = await newCoach(app)
    const client = await newClient(app, coach)
    for (const [person, status] of [
      [other, 404],
      [client, 404],
      [{ token: 'x' }, 401],
    ] as const) {
      expect((await sendPart(app, person, body.id, 0, sent.bytes)).status).toBe(status)
      expect((await offsetOf(app, person, body.id)).status).toBe(status)
    }
    expect((await sendPart(app, coach, 'x', 0, sent.bytes)).status).toBe(404)
    expect((await finish(app, other, body.id)).refusal.code).toBe('resource.file_not_found')
    const cancelled = await app.call(
      'DELETE /v1/resource/upload/:fileId',
      { params: { fileId: body.id } },
      other.token,
    )
    expect(cancelled.refusal.code).toBe('resource.file_not_found')
    expect((await sendPart(app, coach, body.id, 0, sent.bytes)).status).toBe(204)
  })

  test.each([
    ['more than was announced', 0, 1_001, {}, 413],
    ['a place that is not next', 500, 500, {}, 409],
    ['a part without its length', 0, 0, {}, 400],
    ['another type of body', 0, 10, { 'content-type': 'application/json' }, 415],
    ['another version', 0, 10, { 'tus-resumable': '0.2.2' }, 400],
    ['a part of more than a megabyte', 0, PART_BYTES + 1, {}, 413],
  ])('refuses %s and keeps nothing of it', async (_, offset, length, headers, status) => {
    const coach = await newCoach(app)
    const { body } = await begin(app, coach, sound(1_000))
    const before = await stored()
    const answer = await sendPart(app, coach, body.id, offset, Buffer.alloc(length, 1), headers)
    expect(answer.status).toBe(status)
    expect(await stored()).toEqual(before)
    expect((await offsetOf(app, coach, body.id)).headers['upload-offset']).toBe('0')
  })

  test('that is cancelled leaves nothing', async () => {
    const coach = await newCoach(app)
    const sent = sound(1_000)
    const before = await stored()
    const { body } = await begin(app, coach, sent)
    const params = { fileId: body.id }
    await sendPart(app, coach, body.id, 0, sent.bytes)
    expect((await app.call('DELETE /v1/resource/upload/:fileId', { params }, coach.token)).status).toBe(204)
    expect(await stored()).toEqual(before)
    expect((await finish(app, coach, body.id)).refusal.code).toBe('resource.file_not_found')
    expect((await finish(app, coach, NOBODY)).refusal.code).toBe('resource.file_not_found')
  })
})

const image = () => picture('png')
const js = Buffer.from('<script>alert(1)</script>')

// @spec P.108
describe('the type of a file comes from its content (product §14)', () => {
  test.each([
    ['Guía.pdf', async () => pdf(), 'application/pdf', 'pdf'],
    ['Rueda.PNG', image, 'image/png', 'image'],
    ['Foto.jpeg', () => picture('jpeg'), 'image/jpeg', 'image'],
    ['Respirar.wav', async () => wav(), 'audio/wav', 'audio'],
    [
      'Plan.docx',
      async () => docx(),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      null,
    ],
    [
      'Plan.odt',
      async () =>
        zip([
          { name: 'mimetype', bytes: Buffer.from('application/vnd.oasis.opendocument.text') },
          { name: 'content.xml', bytes: js },
        ]),
      'application/vnd.oasis.opendocument.text',
      null,
    ],
  ])('%s', async (name, bytes, mediaType, preview) => {
    const coach = await newCoach(app)
    const { body } = await upload(app, coach, { name, bytes: await bytes() })
    expect(body).toMatchObject({ name, mediaType, preview })
  })

  test.each([
    ['a page', 'nota.pdf', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'file_kind'],
    ['a program', 'juego.pdf', async () => Buffer.from('MZ'.padEnd(200, '\u0000')), 'file_kind'],
    ['any archive', 'cosas.docx', async () => zip([{ name: 'a.exe', bytes: js }]), 'file_kind'],
    [
      'a document with macros',
      'macros.docx',
      async () => docx([{ name: 'word/vbaProject.bin', bytes: js }]),
      'file_kind',
    ],
    ['a picture called a document', 'foto.pdf', image, 'file_mislabelled'],
    ['a document called a video', 'plan.mp4', async () => pdf(), 'file_mislabelled'],
    [
      'a picture with an archive behind it',
      'foto.png',
      async () => Buffer.concat([await image(), zip([])]),
      'file_mixed',
    ],
    [
      'a picture with a page behind it',
      'foto.png',
      async () => Buffer.concat([await image(), js]),
      'file_mixed',
    ],
    [
      'a sound with a PDF in it',
      'a.wav',
      async () => {
        const bytes = wav()
        pdf().copy(bytes, 44)
        return bytes
      },
      'file_mixed',
    ],
    [
      'a document behind something else',
      'plan.docx',
      async () => {
        const bytes = Buffer.concat([Buffer.from('PK\u0003\u0004'), docx()])
        return bytes
      },
      'file_mixed',
    ],
    [
      'a document that swells',
      'plan.docx',
      async () => docx([{ name: 'word/media.bin', bytes: js, unpacked: 2_000_000_000 }]),
      'file_swells',
    ],
  ])('refuses %s, and forgets its bytes', async (_, name, bytes, fault) => {
    const coach = await newCoach(app)
    const before = await stored()
    const refused = await upload(app, coach, { name, bytes: await bytes() })
    expect(refused.status).toBe(422)
    expect(refused.refusal.code).toBe('resource.file_refused')
    expect(refused.refusal.fields).toEqual({ file: app.deps.texts.text('es-MX', `validation:${fault}`) })
    expect(await stored()).toEqual(before)
    const list = await app.call(
      'GET /v1/resource/coach/:coachId',
      { params: { coachId: coach.userId }, query: {} },
      coach.token,
    )
    expect(list.body.space.usedBytes).toBe(0)
  })

  test.each([
    ['../../etc/passwd.pdf', 'file_name'],
    ['C:\\Users\\guia.pdf', 'file_name'],
    ['guia\u202Efdp.exe.pdf', 'file_name'],
    ['guia\u0000.pdf', 'file_name'],
    ['guia\n.pdf', 'file_name'],
    ['.pdf', 'file_name'],
    [`${'x'.repeat(300)}.pdf`, 'file_name'],
    ['pagina.html', 'file_kind'],
    ['dibujo.svg', 'file_kind'],
    ['sin ending', 'file_kind'],
  ])('refuses the name %j before any byte', async (name, fault) => {
    const coach = await newCoach(app)
    const refused = await begin(app, coach, { name, bytes: pdf() })
    expect([refused.status, refused.refusal.code]).toEqual([422, 'request.invalid'])
    expect(refused.refusal.fields).toEqual({ name: app.deps.texts.text('es-MX', `validation:${fault}`) })
  })
})

// @spec P.113
describe('space', () => {
  test('of one file and of all of a coach’s has a limit, those in progress included', async () => {
    const coach = await newCoach(app)
    const announce = (byteSize: number) =>
      app.call('POST /v1/resource/upload', { body: { name: 'a.wav', byteSize } }, coach.token)
    const tooLarge = await announce(3 * MEGABYTE + 1)
    expect([tooLarge.status, tooLarge.refusal.code]).toEqual([413, 'upload.too_large'])
    expect(tooLarge.refusal.fields?.['file']).toContain('3 MB')
    const answers = await Promise.all([1, 2, 3].map(() => announce(2 * MEGABYTE)))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '201', '409'])
    const over = answers.find(({ status }) => status === 409)!
    expect(over.refusal.code).toBe('resource.quota_exceeded')
    const other = await newCoach(app)
    expect((await begin(app, other, sound(1_000))).status).toBe(201)
  })

  test('that was lowered in the middle of an upload ends it, and nothing is left', async () => {
    const coach = await newCoach(app)
    const sent = sound(MEGABYTE)
    const before = await stored()
    const { body } = await begin(app, coach, sent)
    await sendPart(app, coach, body.id, 0, sent.bytes)
    const { config } = app.deps
    app.deps.config = { ...config, resourceQuotaBytes: MEGABYTE - 1 }
    const refused = await finish(app, coach, body.id)
    app.deps.config = config
    expect(refused.refusal.code).toBe('resource.quota_exceeded')
    expect(await stored()).toEqual(before)
  })
})

describe('the sweep', () => {
  test('removes what was never finished or used, and bytes that no row names; nothing else', async () => {
    const coach = await newCoach(app)
    const kept = await newFile(app, coach, { name: 'guia.pdf', bytes: pdf() })
    const unfinished = await begin(app, coach, sound(1_000))
    await sendPart(app, coach, unfinished.body.id, 0, sound(1_000).bytes.subarray(0, 500))
    const unused = await upload(app, coach, { name: 'foto.png', bytes: await image() })
    await sweepResourceFiles(app.deps)
    expect((await finish(app, coach, unused.body.id)).status).toBe(200)
    // Bytes whose row was lost to a crash.
    await app.deps.db.deleteFrom('resource_files').where('id', '=', unused.body.id).execute()
    app.clock.advance(DAY_MS + HOUR_MS)
    await sweepResourceFiles(app.deps)
    expect((await finish(app, coach, unfinished.body.id)).refusal.code).toBe('resource.file_not_found')
    const rows = await app.deps.db.selectFrom('resource_files').select('parts').execute()
    expect((await stored()).toSorted()).toEqual(rows.flatMap(({ parts }) => parts).toSorted())
    expect(rows.length).toBeGreaterThan(0)
    const params = { resourceId: kept.id }
    const read = await app.call('GET /v1/resource/:resourceId/download', { params }, coach.token)
    expect((await app.send({ method: 'GET', url: read.body.attachment })).bytes.equals(pdf())).toBe(true)
  })
})

test('a file is of one resource, and of the kind that its type wants', async () => {
  const coach = await newCoach(app)
  const { body: file } = await upload(app, coach, { name: 'guia.pdf', bytes: pdf() })
  const create = (type: 'file' | 'video' | 'audio', fileId: ResourceFileId, title = 'Guía') =>
    app.call('POST /v1/resource', { body: { type, title, fileId } }, coach.token)
  const wrong = await create('video', file.id)
  expect([wrong.status, wrong.refusal.code]).toEqual([422, 'resource.file_kind'])
  expect((await create('file', file.id)).status).toBe(201)
  expect((await create('file', file.id, 'Otra')).refusal.code).toBe('resource.file_not_found')
  expect((await create('file', NOBODY)).refusal.code).toBe('resource.file_not_found')
  const begun = await begin(app, coach, sound(1_000))
  expect((await create('audio', begun.body.id)).refusal.code).toBe('resource.file_not_found')
  const theirs = await upload(app, await newCoach(app), { name: 'guia.pdf', bytes: pdf() })
  expect((await create('file', theirs.body.id)).refusal.code).toBe('resource.file_not_found')
  const text = await newResource(app, coach)
  expect(text.file).toBeNull()
})
