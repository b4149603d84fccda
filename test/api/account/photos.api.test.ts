import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SessionUser } from '#contract/account/auth.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { FileId, UserId } from '#contract/values.ts'
import { DAY_MS, HOUR_MS, systemClock } from '#time/clock.ts'
import { sweepFiles } from '#server/modules/files/files.service.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { type FormPart, formOf } from '#test/support/forms.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { NO_PICTURES, picture } from '#test/support/pictures.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
let address: string

beforeAll(async () => {
  app = await makeApp()
  coach = await newCoach(app)
  client = await newClient(app, coach)
  address = await app.listen()
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

type Person = { token: string; userId: UserId }
type Answer = { status: number; user: SessionUser; refusal: ErrorBody }

async function send({ token, userId }: Person, parts: FormPart[], of: UserId = userId): Promise<Answer> {
  const url = `/v1/user/${of}/photo`
  const { status, body } = await app.send({ method: 'POST', url, token, ...formOf(...parts) })
  return { status, user: body as SessionUser, refusal: body as ErrorBody }
}

const photo = (bytes: Buffer, file = 'foto.png', type = 'image/png'): FormPart => ({
  field: 'photo',
  file,
  type,
  bytes,
})

async function withPhoto(person: Person): Promise<string> {
  const { status, user } = await send(person, [photo(await picture())])
  expect(status).toBe(200)
  return user.photo!.fileURL
}

const fetchFile = (url: string) => app.send({ method: 'GET', url })
const idIn = (url: string) => url.split('/').at(-1)!.split('?')[0] as FileId

async function idsKept(): Promise<string[]> {
  const ids = []
  for await (const { id } of app.deps.files.list()) ids.push(id)
  return ids
}

const rowsOf = (owner: UserId) =>
  app.deps.db.selectFrom('files').selectAll().where('owner_user_id', '=', owner).execute()

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes in buffers that somebody still holds. */
function heldBytes(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

describe('a photo', () => {
  // @spec 1.13
  test('is seen by its person, and on the other side of the practice (spec §3)', async () => {
    const [ofCoach, ofClient] = [await withPhoto(coach), await withPhoto(client)]
    const me = await app.call('GET /v1/auth/me', {}, coach.token)
    expect(me.body.user.photo).toEqual({ fileURL: ofCoach })
    const other = await app.call('GET /v1/auth/me', {}, client.token)
    expect(other.body.user.photo).toEqual({ fileURL: ofClient })
    expect(other.body.user.coach?.photo).toEqual({ fileURL: ofCoach })
    const { clientId } = client
    const seen = await app.call('GET /v1/client/:clientId', { params: { clientId } }, coach.token)
    expect(seen.body.photo).toEqual({ fileURL: ofClient })
  })

  test('is a square of 512 that a browser may keep, and can be nothing but a picture (ASVS 3.2.1, 5.4)', async () => {
    const url = await withPhoto(coach)
    const response = await fetch(address + url)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      'content-disposition': 'inline; filename="photo.webp"',
      'cache-control': 'private, max-age=86400, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  })

  test('takes the place of the one before, and leaves nothing of it', async () => {
    const first = await withPhoto(coach)
    const second = await withPhoto(coach)
    expect(idIn(second)).not.toBe(idIn(first))
    expect((await fetchFile(first)).status).toBe(404)
    expect((await fetchFile(second)).status).toBe(200)
    expect((await rowsOf(coach.userId)).map(({ id }) => id)).toEqual([idIn(second)])
    expect(await idsKept()).not.toContain(idIn(first))
  })

  test('is one, however many arrive at once', async () => {
    const person = await newCoach(app)
    const bytes = await picture()
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(person, [photo(bytes)])))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    const rows = await rowsOf(person.userId)
    const me = await app.call('GET /v1/auth/me', {}, person.token)
    expect(rows.map(({ id }) => id)).toEqual([idIn(me.body.user.photo!.fileURL)])
  })

  test('goes away, and going away again changes nothing', async () => {
    const url = await withPhoto(client)
    for (const _ of [1, 2]) {
      const { status, body } = await app.call(
        'DELETE /v1/user/:userId/photo',
        { params: { userId: client.userId } },
        client.token,
      )
      expect([status, body.photo]).toEqual([200, null])
    }
    expect((await fetchFile(url)).status).toBe(404)
    expect(await rowsOf(client.userId)).toEqual([])
  })

  test.each(['../../../etc/passwd.png', `${'n'.repeat(300)}.png`, 'foto\u0000.png', '', '<b>.png', '.png'])(
    'sent as %j is kept under an id of ours (ASVS 5.3)',
    async (name) => {
      const { status, user } = await send(coach, [photo(await picture(), name)])
      expect(status).toBe(200)
      expect((await rowsOf(coach.userId)).map(({ id }) => id)).toEqual([idIn(user.photo!.fileURL)])
    },
  )
})

describe('refusals', () => {
  test.each(NO_PICTURES)('$name: nothing is kept', async ({ file, type, bytes, key }) => {
    const before = [await rowsOf(coach.userId), await idsKept()]
    const { status, refusal } = await send(coach, [photo(await bytes(), file, type)])
    expect([status, refusal.code]).toEqual([422, 'request.invalid'])
    expect(refusal.fields).toEqual({ photo: app.deps.texts.text('es-MX', `validation:${key}`) })
    expect([await rowsOf(coach.userId), await idsKept()]).toEqual(before)
  })

  test.each<[string, () => Promise<FormPart[]>, string]>([
    ['no file', async () => [], 'photo'],
    ['a text in its place', async () => [{ field: 'photo', text: 'hola' }], 'photo'],
    ['an empty file', async () => [photo(Buffer.alloc(0))], 'photo'],
    ['two files', async () => [photo(await picture()), photo(await picture())], 'photo'],
    ['another field', async () => [{ ...photo(await picture()), field: 'avatar' }], 'avatar'],
    ['a text beside it', async () => [photo(await picture()), { field: 'x', text: '1' }], 'x'],
  ])('%s names the field', async (_, parts, field) => {
    const { status, refusal } = await send(coach, await parts())
    expect([status, refusal.code]).toEqual([422, 'request.invalid'])
    expect(refusal.fields?.[field]).toMatch(/\p{L}{3}/u)
  })

  test('more than 5 MB, with the limit in words', async () => {
    const { status, refusal } = await send(coach, [photo(Buffer.alloc(5 * 1_048_576 + 1, 'x'))])
    expect([status, refusal.code]).toEqual([413, 'upload.too_large'])
    expect(refusal.fields?.['photo']).toContain('5 MB')
  })

  test('ten times the limit, streamed, with memory flat (ASVS 5.2.1)', async () => {
    const { body, headers } = formOf(photo(Buffer.from('MARK')))
    const [head, tail] = [body.subarray(0, body.indexOf('MARK')), body.subarray(body.indexOf('MARK') + 4)]
    const megabyte = Buffer.alloc(1_048_576, 'x')
    let highest = 0
    const before = heldBytes()
    async function* streamed() {
      yield head
      for (let sent = 0; sent < 50; sent += 1) {
        if (sent % 10 === 9) highest = Math.max(highest, heldBytes())
        yield megabyte
      }
      yield tail
    }
    const request = http.request(`${address}/v1/user/${coach.userId}/photo`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${coach.token}` },
    })
    const answered = once(request, 'response')
    await pipeline(Readable.from(streamed()), request)
    const [response] = (await answered) as [http.IncomingMessage]
    response.resume()
    expect(response.statusCode).toBe(413)
    expect(highest - before).toBeLessThan(15 * 1_048_576)
  })

  test('what is no form, or a form that ends in its middle', async () => {
    const url = `/v1/user/${coach.userId}/photo`
    const { token } = coach
    const json = await app.send({ method: 'POST', url, token, body: { photo: 'x' } })
    expect([json.status, (json.body as ErrorBody).fields]).toEqual([
      422,
      { photo: 'Este dato no se espera aquí.' },
    ])
    const raw = await app.send({
      method: 'POST',
      url,
      token,
      body: await picture(),
      headers: { 'content-type': 'image/png' },
    })
    expect([raw.status, (raw.body as ErrorBody).code]).toEqual([415, 'request.unsupported_media'])
    const { body, headers } = formOf(photo(await picture()))
    const cut = await app.send({ method: 'POST', url, token, headers, body: body.subarray(0, -30) })
    expect([cut.status, (cut.body as ErrorBody).code]).toEqual([400, 'request.malformed'])
    const nameless = await app.send({
      method: 'POST',
      url,
      token,
      headers: { 'content-type': 'multipart/form-data' },
      body,
    })
    expect([nameless.status, (nameless.body as ErrorBody).code]).toEqual([400, 'request.malformed'])
  })

  // Too large for the buffers of an unpacking stream that nobody reads.
  test('a compressed form', async () => {
    const { body, headers } = formOf(photo(randomBytes(500_000)))
    const answer = await app.send({
      method: 'POST',
      url: `/v1/user/${coach.userId}/photo`,
      token: coach.token,
      headers: { ...headers, 'content-encoding': 'gzip' },
      body: gzipSync(body),
    })
    expect([answer.status, (answer.body as ErrorBody).code]).toEqual([415, 'request.unsupported_media'])
  })

  test('a form where none is expected', async () => {
    const { body, headers } = formOf({ field: 'name', text: 'Ana' })
    const answer = await app.send({
      method: 'PUT',
      url: `/v1/user/${coach.userId}/profile`,
      token: coach.token,
      headers,
      body,
    })
    expect([answer.status, (answer.body as ErrorBody).code]).toEqual([415, 'request.unsupported_media'])
  })

  test('the photo of somebody else', async () => {
    const before = await withPhoto(client)
    const post = await send(coach, [photo(await picture())], client.userId)
    expect([post.status, post.refusal.code]).toEqual([404, 'user.not_found'])
    const remove = await app.call(
      'DELETE /v1/user/:userId/photo',
      { params: { userId: client.userId } },
      coach.token,
    )
    expect([remove.status, remove.refusal.code]).toEqual([404, 'user.not_found'])
    expect((await fetchFile(before)).status).toBe(200)
  })
})

describe('the address of a file', () => {
  test('stays the same for the day, and ends after the next', async () => {
    await withPhoto(coach)
    const now = async () => (await app.call('GET /v1/auth/me', {}, coach.token)).body.user.photo!.fileURL
    app.clock.set(instant(TEST_NOW))
    const morning = await now()
    app.clock.set(instant('2027-02-02T23:59:59Z'))
    expect(await now()).toBe(morning)
    app.clock.set(instant('2027-02-03T00:00:00Z'))
    expect(await now()).not.toBe(morning)
    app.clock.set(instant('2027-02-03T23:59:59Z'))
    expect((await fetchFile(morning)).status).toBe(200)
    app.clock.set(instant('2027-02-04T00:00:00Z'))
    expect((await fetchFile(morning)).status).toBe(404)
  })

  test('is missing alike when it is edited, of another file, or made up', async () => {
    const url = await withPhoto(coach)
    const { pathname, searchParams } = new URL(url, 'http://x')
    const [until, signature] = [searchParams.get('until')!, searchParams.get('signature')!]
    const other = idIn(await withPhoto(client))
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
    const bad = [
      `${pathname}?until=${until}&signature=${flipped}`,
      `${pathname}?until=${Number(until) + DAY_MS}&signature=${signature}`,
      `${pathname}?until=${until}&signature=`,
      `${pathname}?until=NaN&signature=${signature}`,
      `${pathname}?until=${until}&signature=${signature}AA`,
      `/v1/file/${other}?until=${until}&signature=${signature}`,
      `/v1/file/01920000-0000-7000-8000-000000000000?until=${until}&signature=${signature}`,
      `/v1/file/x?until=${until}&signature=${signature}`,
    ]
    const answers = await Promise.all(bad.map(fetchFile))
    expect(answers.map(({ status }) => status)).toEqual(bad.map(() => 404))
    expect(new Set(answers.map(({ body }) => (body as ErrorBody).error)).size).toBe(1)
    expect((await fetchFile(url)).status).toBe(200)
  })
})

describe('after a crash', () => {
  test('bytes that nobody knows are swept; young ones and known ones stay', async () => {
    const url = await withPhoto(coach)
    const orphan = app.deps.newId<FileId>()
    await app.deps.files.put(orphan, Readable.from([Buffer.from('x')]), 1)
    app.clock.set(systemClock.now())
    await sweepFiles(app.deps)
    expect(await idsKept()).toContain(orphan)
    app.clock.advance(HOUR_MS + 60_000)
    expect(await sweepFiles(app.deps)).toBe(1)
    expect(await idsKept()).not.toContain(orphan)
    expect(await idsKept()).toContain(idIn(url))
  })

  test('a picture whose transaction fails leaves the one before as it was', async () => {
    const url = await withPhoto(coach)
    const enqueue = vi.spyOn(app.deps.jobs, 'enqueue').mockRejectedValueOnce(new Error('queue broke'))
    const answer = await send(coach, [photo(await picture())])
    enqueue.mockRestore()
    expect(answer.status).toBe(500)
    expect((await fetchFile(url)).status).toBe(200)
    expect((await rowsOf(coach.userId)).map(({ id }) => id)).toEqual([idIn(url)])
  })
})
