import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LARGEST_ATTACHMENT_BYTES, MOST_UNSENT_ATTACHMENTS } from '#contract/messages/attachments.ts'
import type { MessageDto, SendMessageBody } from '#contract/thread.ts'
import type { MessageId, MessageKey, ResourceFileId, RoomId } from '#contract/values.ts'
import { sweepResourceFiles } from '#server/modules/resources/uploads.service.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { good, memberOf, newGroup, newMember, read } from '#test/support/groups.ts'
import * as files from '#test/support/messages/attachments.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { picture, sidewaysJpeg } from '#test/support/pictures.ts'
import { pdf, wav } from '#test/support/resources/files.ts'
import { sendPart } from '#test/support/resources/uploads.ts'

const MEGABYTE = 1_048_576
let app: TestApp
let coach: TestCoach
let client: TestClient
let room: RoomId
beforeAll(async () => {
  app = await makeApp({ env: { RESOURCE_MAX_MB: '1', RESOURCE_QUOTA_MB: '2' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  coach = await newCoach(app)
  client = await newClient(app, coach)
  room = client.clientId as string as RoomId
})

type Person = { token: string }
const document = (): files.SentFile => ({ name: 'Plan de acción.pdf', bytes: pdf('Plan') })
const photo = async (): Promise<files.SentFile> => ({ name: 'Mi pizarrón.jpg', bytes: await sidewaysJpeg() })
const newKey = () => app.deps.newId<MessageKey>()
const NOBODYS = '01890000-0000-7000-8000-000000000000' as ResourceFileId

const upload = (who: Person, sent: files.SentFile, at = room) => files.uploadAttachment(app, who, at, sent)
const begin = (who: Person, sent: files.SentFile, at = room) => files.beginAttachment(app, who, at, sent)
const finish = (who: Person, fileId: ResourceFileId, at = room) =>
  files.finishAttachment(app, who, { roomId: at, fileId })
const cancel = (who: Person, fileId: ResourceFileId, at = room) =>
  files.cancelAttachment(app, who, { roomId: at, fileId })
const open = (who: Person, fileId: ResourceFileId, at = room) =>
  files.openAttachment(app, who, { roomId: at, fileId })
const send = (who: Person, body: Partial<SendMessageBody>, at = room) =>
  app.call(
    'POST /v1/message/:roomId',
    { params: { roomId: at }, body: { text: '', clientKey: newKey(), ...body } },
    who.token,
  )
const sent = async (...of: Parameters<typeof send>): Promise<MessageDto> => good(await send(...of), 201)
const threadOf = async (who: Person, at = room) =>
  good(await app.call('GET /v1/message/:roomId', { params: { roomId: at }, query: {} }, who.token)).data
const remove = (who: Person, messageId: MessageId) =>
  app.call('DELETE /v1/message/entry/:messageId', { params: { messageId } }, who.token)
const edit = (who: Person, messageId: MessageId, text: string) =>
  app.call('PUT /v1/message/entry/:messageId', { params: { messageId }, body: { text } }, who.token)
const codeOf = async (answer: ReturnType<typeof send | typeof begin | typeof cancel>) => {
  const { status, refusal } = await answer
  return `${status} ${refusal.code}`
}
const got = (url: string) => app.send({ method: 'GET', url })

/** Every stored byte belongs to a row. */
async function leavesNothing(): Promise<void> {
  const stored: string[] = []
  for await (const { id } of app.deps.resourceFiles.list()) stored.push(id)
  const rows = await app.deps.db.selectFrom('resource_files').select('parts').execute()
  expect(stored.toSorted()).toEqual(rows.flatMap(({ parts }) => parts).toSorted())
}

// @spec P.170
describe('files of a message (product §16)', () => {
  test('are sent in their order, also without a text, and both sides open them', async () => {
    const [image, paper] = [await upload(coach, await photo()), await upload(coach, document())]
    expect(image).toMatchObject({
      name: 'Mi pizarrón.jpg',
      mediaType: 'image/jpeg',
      preview: 'image',
      image: { width: 40, height: 80 },
    })
    expect(paper).toMatchObject({ mediaType: 'application/pdf', preview: 'pdf', image: null })
    const written = await sent(coach, { attachments: [paper.id, image.id] })
    expect(written).toMatchObject({ text: '', attachments: [paper, image] })
    for (const who of [coach, client]) {
      expect(await threadOf(who)).toEqual([written])
      const { attachment, inline, preview } = good(await open(who, image.id))
      expect((await got(attachment)).bytes.equals((await photo()).bytes)).toBe(true)
      expect((await got(inline!)).headers['content-type']).toBe('image/jpeg')
      const small = await got(preview!)
      expect(small.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 40, height: 80 })
      // Where it was taken stays with the original.
      expect((await sharp(small.bytes).metadata()).exif).toBeUndefined()
    }
    expect(good(await open(client, paper.id)).preview).toBeNull()
    const rooms = good(await app.call('GET /v1/message/rooms', { query: {} }, client.token))
    expect(rooms.data[0]!.last).toMatchObject({ text: '', attachment: 'file' })
    const answer = await sent(client, { text: 'Gracias', replyTo: written.id })
    expect(answer.replyTo).toMatchObject({ text: '', attachment: 'file' })
  })

  test('of a picture too large to decode, or of none, have no preview; a large one has a smaller one', async () => {
    const large = await picture('png', { width: 1_920, height: 480 })
    expect((await upload(client, { name: 'a.png', bytes: large })).image).toEqual({ width: 960, height: 240 })
    const cut = large.subarray(0, large.length - 200)
    expect((await upload(client, { name: 'b.png', bytes: cut })).image).toBeNull()
    expect((await upload(client, { name: 'c.wav', bytes: wav() })).image).toBeNull()
  })

  test('are one message however often it is sent, and another with the same key is refused', async () => {
    const [one, two] = [await upload(client, document()), await upload(client, document())]
    const body = { text: 'Mira', attachments: [one.id], clientKey: newKey() }
    const answers = await Promise.all([sent(client, body), sent(client, body), sent(client, body)])
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    for (const attachments of [[], [two.id], [one.id, two.id]]) {
      expect(await codeOf(send(client, { ...body, attachments }))).toBe('409 message.key_used')
    }
    // Finished again, it is the same file.
    expect(good(await finish(client, one.id))).toEqual(one)
  })

  test('are sent once each, by whom they are, in their room, and only when they are whole', async () => {
    const file = await upload(client, document())
    const races = await Promise.all([1, 2, 3].map(() => send(client, { attachments: [file.id] })))
    expect(races.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const half = good(await begin(client, document()), 201)
    const elsewhere = await newClient(app, coach)
    const ofCoach = await upload(coach, document(), elsewhere.clientId as string as RoomId)
    const own = await upload(client, document())
    for (const [who, id] of [
      [client, half.id],
      [client, NOBODYS],
      [client, ofCoach.id],
      [coach, ofCoach.id],
      [coach, own.id],
    ] as const) {
      const answer = send(who, { text: 'Mira', attachments: [id] })
      expect(await codeOf(answer)).toBe('409 message.attachment_not_found')
    }
    expect(await codeOf(send(client, { attachments: [own.id, own.id] }))).toBe('422 request.invalid')
    expect(
      await codeOf(send(client, { attachments: Array.from({ length: 6 }, () => newKey()) as never })),
    ).toBe('422 request.invalid')
    expect(await codeOf(send(client, {}))).toBe('422 request.invalid')
    // Nothing of what was refused was written.
    expect(await threadOf(client)).toHaveLength(1)
    expect((await sent(client, { attachments: [own.id] })).seq).toBe(2)
  })

  test('keep their message when its text is taken away, and a message without them keeps its text', async () => {
    const file = await upload(client, document())
    const { id } = await sent(client, { text: 'Mira', attachments: [file.id] })
    expect(good(await edit(client, id, ''))).toMatchObject({ text: '', attachments: [file] })
    const plain = await sent(client, { text: 'Hola' })
    expect(await codeOf(edit(client, plain.id, '') as never)).toBe('422 request.invalid')
  })

  test('go with their message, at once and with their bytes', async () => {
    const file = await upload(client, await photo())
    const { id } = await sent(client, { text: 'Mira', attachments: [file.id] })
    const addresses = good(await open(coach, file.id))
    expect(good(await remove(client, id))).toMatchObject({ text: '', attachments: [] })
    for (const url of [addresses.preview!, addresses.inline!, addresses.attachment]) {
      expect((await got(url)).status).toBe(404)
    }
    expect(await codeOf(open(coach, file.id) as never)).toBe('404 resource.file_not_found')
    expect(await app.deps.db.selectFrom('resource_files').where('id', '=', file.id).execute()).toEqual([])
    await leavesNothing()
    const rooms = good(await app.call('GET /v1/message/rooms', { query: {} }, client.token))
    expect(rooms.data[0]!.last).toBeNull()
  })
})

// @spec P.171
describe('a file that is not sent yet', () => {
  test('is seen by nobody and is of no resource, and is cancelled by its owner alone', async () => {
    const file = await upload(coach, document())
    expect(await codeOf(open(coach, file.id) as never)).toBe('404 resource.file_not_found')
    const resource = { type: 'file', title: 'Plan', status: 'published', fileId: file.id } as const
    const kept = await app.call('POST /v1/resource', { body: resource }, coach.token)
    expect(kept.refusal.code).toBe('resource.file_not_found')
    const params = { fileId: file.id }
    const asResource = await app.call('DELETE /v1/resource/upload/:fileId', { params }, coach.token)
    expect(asResource.refusal.code).toBe('resource.file_not_found')
    for (const act of [cancel, finish]) {
      expect(await codeOf(act(client, file.id) as never)).toBe('404 resource.file_not_found')
      expect(await codeOf(act(coach, NOBODYS) as never)).toBe('404 resource.file_not_found')
    }
    expect((await cancel(coach, file.id)).status).toBe(204)
    expect(await codeOf(cancel(coach, file.id))).toBe('404 resource.file_not_found')
    const unfinished = good(await begin(coach, document()), 201)
    expect((await cancel(coach, unfinished.id)).status).toBe(204)
    await leavesNothing()
  })

  test('is not cancelled once it was sent, and not swept', async () => {
    const file = await upload(client, document())
    await sent(client, { attachments: [file.id] })
    expect(await codeOf(cancel(client, file.id))).toBe('404 resource.file_not_found')
    app.clock.advance(2 * DAY_MS)
    await sweepResourceFiles(app.deps)
    expect((await got(good(await open(coach, file.id)).attachment)).status).toBe(200)
  })

  test('is swept after a day, and a message with it says so', async () => {
    const [file, kept] = [await upload(client, await photo()), await upload(client, document())]
    app.clock.advance(DAY_MS - HOUR_MS)
    await sent(client, { attachments: [kept.id] })
    app.clock.advance(2 * HOUR_MS)
    await sweepResourceFiles(app.deps)
    await leavesNothing()
    const late = send(client, { text: 'Mira', attachments: [file.id] })
    expect(await codeOf(late)).toBe('409 message.attachment_not_found')
    expect(await threadOf(client)).toMatchObject([{ attachments: [kept] }])
  })

  test('is checked like one of a resource', async () => {
    for (const name of [
      'a.svg',
      'a.html',
      'a.exe',
      'sin final',
      '../a.pdf',
      'a\u202Efdp.exe',
      'a\u0000.pdf',
    ]) {
      expect(await codeOf(begin(client, { name, bytes: pdf() }))).toBe('422 request.invalid')
    }
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    for (const name of ['a.pdf', 'a.jpg']) {
      const { id } = good(await begin(client, { name, bytes: page }), 201)
      expect(await codeOf(finish(client, id) as never)).toBe('409 resource.upload_incomplete')
      await sendPart(app, client, id, 0, page)
      expect(await codeOf(finish(client, id) as never)).toBe('422 resource.file_refused')
    }
    await leavesNothing()
  })

  test('are at most 25 MB, whatever else a server takes: their previews are made in memory', async () => {
    const roomy = await makeApp({ env: { RESOURCE_MAX_MB: '100' } })
    try {
      const { token } = await newCoach(roomy)
      const ana = await newClient(roomy, await newCoach(roomy))
      const announce = (byteSize: number) =>
        roomy.call(
          'POST /v1/message/:roomId/attachment',
          { params: { roomId: ana.clientId }, body: { name: 'a.png', byteSize } },
          ana.token,
        )
      expect((await announce(LARGEST_ATTACHMENT_BYTES)).status).toBe(201)
      expect((await announce(LARGEST_ATTACHMENT_BYTES + 1)).refusal.code).toBe('upload.too_large')
      const resource = { body: { name: 'a.png', byteSize: LARGEST_ATTACHMENT_BYTES + 1 } }
      expect((await roomy.call('POST /v1/resource/upload', resource, token)).status).toBe(201)
    } finally {
      await roomy.close()
    }
  })

  test('takes the space of the coach, as large as files may be and as many as a person needs', async () => {
    const sound = (size: number) => ({ name: 'Diario.wav', bytes: wav(size - 44) })
    expect(await codeOf(begin(client, sound(MEGABYTE + 1)))).toBe('413 upload.too_large')
    await upload(client, sound(MEGABYTE))
    const last = good(await begin(client, sound(MEGABYTE - 1_000)), 201)
    expect(await codeOf(begin(client, sound(MEGABYTE)))).toBe('409 message.no_space')
    expect(await codeOf(begin(coach, sound(MEGABYTE)))).toBe('409 resource.quota_exceeded')
    expect((await cancel(client, last.id)).status).toBe(204)
    const answers = await Promise.all(
      Array.from({ length: MOST_UNSENT_ATTACHMENTS + 2 }, () => begin(client, document())),
    )
    const full = answers.filter(({ status }) => status !== 201)
    expect(full.map(({ refusal }) => refusal.code)).toEqual(Array(3).fill('message.too_many_files'))
    expect((await begin(coach, document())).status).toBe(201)
  })
})

// @spec P.172
describe('whose files are', () => {
  test('nobody of another room, whatever they call', async () => {
    const file = await upload(client, document())
    await sent(client, { attachments: [file.id] })
    for (const who of [await newCoach(app), await newClient(app, coach)]) {
      expect(await codeOf(begin(who, document()))).toBe('404 message.room_not_found')
      for (const act of [open, finish, cancel]) {
        expect(await codeOf(act(who, file.id) as never)).toBe('404 message.room_not_found')
      }
    }
    const other = await newClient(app, coach)
    const elsewhere = other.clientId as string as RoomId
    expect(await codeOf(open(coach, file.id, elsewhere) as never)).toBe('404 resource.file_not_found')
    expect(
      (
        await got(
          good(await open(coach, file.id)).attachment.replace(/reader=[^&]+/, `reader=${other.clientId}`),
        )
      ).status,
    ).toBe(404)
  })

  test('those who are in the group now: an address ends with the membership', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    const at = group.id as string as RoomId
    const [member, stays] = [await newMember(app, coach, group), await newMember(app, coach, group, 'Sol')]
    const file = await upload(stays, await photo(), at)
    await sent(stays, { attachments: [file.id] }, at)
    const waiting = await upload(member, document(), at)
    const { inline, preview } = good(await open(member, file.id, at))
    expect((await got(preview!)).status).toBe(200)
    const { id: memberId } = memberOf(await read(app, coach, group), member.clientId)
    const params = { groupId: group.id, memberId }
    good(await app.call('DELETE /v1/group/:groupId/member/:memberId', { params }, coach.token))
    for (const url of [inline!, preview!]) expect((await got(url)).status).toBe(404)
    expect(await codeOf(open(member, file.id, at) as never)).toBe('404 message.room_not_found')
    expect(await codeOf(send(member, { attachments: [waiting.id] }, at))).toBe('404 message.room_not_found')
    expect((await got(good(await open(stays, file.id, at)).preview!)).status).toBe(200)
  })

  test('only of a process that goes on can new ones be sent', async () => {
    const params = { clientId: client.clientId }
    good(await app.call('POST /v1/client/:clientId/finish', { params }, coach.token))
    expect(await codeOf(begin(client, document()))).toBe('409 message.closed')
  })

  test('are not uploaded for a message that could not be sent: the coach has not paid', async () => {
    const unpaid = { payment_status: 'none' } as const
    await app.deps.db.updateTable('coaches').set(unpaid).where('id', '=', coach.userId).execute()
    expect(await codeOf(begin(client, document()))).toBe('409 coach.unpaid')
    expect((await begin(coach, document())).status).toBe(402)
    expect(
      await app.deps.db
        .selectFrom('resource_files')
        .where('coach_id', '=', coach.userId)
        .select('id')
        .execute(),
    ).toEqual([])
  })

  test('an address is good for an hour', async () => {
    const file = await upload(client, document())
    await sent(client, { attachments: [file.id] })
    const { attachment } = good(await open(coach, file.id))
    app.clock.advance(HOUR_MS - MINUTE_MS)
    expect((await got(attachment)).status).toBe(200)
    app.clock.advance(2 * MINUTE_MS)
    expect((await got(attachment)).status).toBe(404)
  })
})
