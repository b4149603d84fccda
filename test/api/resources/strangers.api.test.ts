import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Routes } from '#contract/api.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { PART_BYTES } from '#contract/resources/resource-files.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { newGroup } from '#test/support/groups.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { pdf, wav } from '#test/support/resources/files.ts'
import { assignmentsOf } from '#test/support/resources/giving.ts'
import {
  begin,
  finish,
  newFile,
  newResource,
  offsetOf,
  sendPart,
  upload,
} from '#test/support/resources/uploads.ts'
import { book, made } from '#test/support/sessions.ts'

// What people try who should not: each attempt is answered like one with an unknown id, and changes nothing.
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

const sound = (size = 3_000) => ({ name: 'Calma.wav', bytes: wav(size - 44) })

/** A practice with a resource that its client has. */
async function practice() {
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  const { id: resourceId, file } = await newFile(app, coach, { name: 'guia.pdf', bytes: pdf() })
  const params = { resourceId }
  const body = { clientIds: [client.clientId], groupIds: [] }
  await app.call('POST /v1/resource/:resourceId/assign', { params, body }, coach.token)
  const [given] = await assignmentsOf(app, coach, resourceId)
  return { coach, client, resourceId, fileId: file!.id, assignmentId: given!.id }
}

async function codeOf<R extends keyof Routes>(route: R, input: InputOf<Routes[R]>, token: string) {
  const { status, refusal } = await app.call(route, input, token)
  return `${status} ${refusal.code}`
}

// @spec P.110
test('nobody reaches a resource of another practice, by any call', async () => {
  const { resourceId, fileId, assignmentId, client, coach: owner } = await practice()
  const { coach, client: stranger, resourceId: own } = await practice()
  const at = { params: { resourceId } }
  const of = { params: { resourceId, assignmentId } }
  const body = { clientIds: [stranger.clientId], groupIds: [] }
  const { token } = coach
  expect([
    await codeOf('GET /v1/resource/:resourceId', at, token),
    await codeOf('PUT /v1/resource/:resourceId', { ...at, body: { title: 'Ajeno' } }, token),
    await codeOf('DELETE /v1/resource/:resourceId', at, token),
    await codeOf('POST /v1/resource/:resourceId/restore', at, token),
    await codeOf('POST /v1/resource/:resourceId/assign', { ...at, body }, token),
    await codeOf('GET /v1/resource/:resourceId/assign', { ...at, query: {} }, token),
    await codeOf('DELETE /v1/resource/:resourceId/assign/:assignmentId', of, token),
    await codeOf('POST /v1/resource/:resourceId/assign/:assignmentId/restore', of, token),
    await codeOf('GET /v1/resource/:resourceId/download', at, token),
    await codeOf('GET /v1/resource/:resourceId', at, stranger.token),
    await codeOf('POST /v1/resource/:resourceId/view', at, stranger.token),
    await codeOf('POST /v1/resource/:resourceId/complete', { ...at, body: {} }, stranger.token),
    await codeOf('GET /v1/resource/:resourceId/download', at, stranger.token),
  ]).toEqual(Array.from({ length: 13 }, () => '404 resource.not_found'))
  // An assignment of another resource, of the own practice or not.
  const mixed = { params: { resourceId: own, assignmentId } }
  expect(await codeOf('DELETE /v1/resource/:resourceId/assign/:assignmentId', mixed, token)).toBe(
    '404 resource.assignment_not_found',
  )
  const session = await made(book(app, owner, client, '2027-02-03T16:00:00Z'))
  const group = await newGroup(app, owner)
  const library = { params: { coachId: owner.userId }, query: {} }
  const page = { query: {} }
  expect([
    await codeOf('GET /v1/resource/coach/:coachId', library, token),
    await codeOf('GET /v1/resource/coach/:coachId/labels', { params: library.params }, token),
    await codeOf('GET /v1/resource/Client/:clientId', { params: client, ...page } as never, token),
    await codeOf('GET /v1/resource/Group/:groupId', { params: { groupId: group.id }, ...page }, token),
    await codeOf('GET /v1/resource/Session/:sessionId', { params: { sessionId: session.id } }, token),
    await codeOf('POST /v1/resource/upload/:fileId/finish', { params: { fileId } }, token),
    await codeOf('DELETE /v1/resource/upload/:fileId', { params: { fileId } }, token),
  ]).toEqual([
    '404 coach.not_found',
    '404 coach.not_found',
    '404 client.not_found',
    '404 group.not_found',
    '404 session.not_found',
    '404 resource.file_not_found',
    '404 resource.file_not_found',
  ])
  // Clients of the same coach who do not have it.
  const other = await newClient(app, owner)
  expect(await codeOf('GET /v1/resource/:resourceId/download', at, other.token)).toBe(
    '404 resource.not_found',
  )
  expect((await app.call('GET /v1/resource/:resourceId', at, owner.token)).body).toMatchObject({
    title: 'guia.pdf',
    usedBy: 1,
  })
})

// @spec P.107
describe('an upload refuses', () => {
  test('to grow beyond what was announced, whatever its headers say', async () => {
    const coach = await newCoach(app)
    const sent = sound()
    const { id } = (await begin(app, coach, sent)).body
    const larger = await sendPart(app, coach, id, 0, sent.bytes, { 'upload-length': '999999' })
    expect(larger.status).toBeGreaterThanOrEqual(400)
    expect((await offsetOf(app, coach, id)).headers).toMatchObject({
      'upload-length': String(sent.bytes.length),
    })
    await sendPart(app, coach, id, 0, sent.bytes.subarray(0, 1_000))
    for (const offset of ['-1', '0', '1001', '1e3', '99999999999999999999', 'x', '', '1000, 1000']) {
      const answer = await sendPart(app, coach, id, 0, sent.bytes.subarray(0, 10), {
        'upload-offset': offset,
      })
      expect([400, 403, 409]).toContain(answer.status)
    }
    expect((await offsetOf(app, coach, id)).headers['upload-offset']).toBe('1000')
    expect((await sendPart(app, coach, id, 1_000, Buffer.alloc(2_001))).status).toBe(413)
    expect((await sendPart(app, coach, id, 1_000, Buffer.alloc(PART_BYTES + 1))).status).toBe(413)
    expect((await sendPart(app, coach, id, 1_000, sent.bytes.subarray(1_000))).status).toBe(204)
    expect((await finish(app, coach, id)).status).toBe(200)
  })

  test.each(['DELETE', 'POST', 'OPTIONS', 'GET'])('to be another call: %s', async (method) => {
    const coach = await newCoach(app)
    const { id } = (await begin(app, coach, sound())).body
    const answer = await sendPart(app, coach, id, 0, sound().bytes, { 'x-http-method-override': method })
    expect(answer.status).toBeLessThan(500)
    expect((await offsetOf(app, coach, id)).status).toBe(200)
  })

  test('more bytes once it is finished, used, or forgotten', async () => {
    const coach = await newCoach(app)
    const { id } = (await upload(app, coach, sound())).body
    const more = async (offset: number) => (await sendPart(app, coach, id, offset, Buffer.alloc(10))).status
    const refused = [await more(0), await more(sound().bytes.length)]
    expect(refused.every((status) => status >= 400 && status < 500)).toBe(true)
    await newResource(app, coach, { type: 'audio', title: 'Calma', fileId: id })
    expect(await more(sound().bytes.length)).toBeGreaterThanOrEqual(400)
    const params = { fileId: id }
    const cancelled = await app.call('DELETE /v1/resource/upload/:fileId', { params }, coach.token)
    expect(cancelled.refusal.code).toBe('resource.file_not_found')
    const gone = (await begin(app, coach, sound())).body.id
    await app.call('DELETE /v1/resource/upload/:fileId', { params: { fileId: gone } }, coach.token)
    expect((await sendPart(app, coach, gone, 0, sound().bytes)).status).toBe(404)
    expect((await offsetOf(app, coach, gone)).status).toBe(404)
  })

  test('a coach who has not paid', async () => {
    const coach = await newCoach(app, { paid: false })
    expect((await begin(app, coach, sound())).status).toBe(402)
    const { id } = (await begin(app, await newCoach(app), sound())).body
    expect((await sendPart(app, coach, id, 0, sound().bytes)).status).toBe(402)
    expect((await offsetOf(app, coach, id)).status).toBe(402)
    expect((await finish(app, coach, id)).status).toBe(402)
  })
})

// @spec P.110
test('an address of a file is of its reader, its way of opening and its file, and ends with the access it was given for', async () => {
  const { coach, client, resourceId, assignmentId } = await practice()
  const addressesOf = async (token: string) =>
    (await app.call('GET /v1/resource/:resourceId/download', { params: { resourceId } }, token)).body
  const status = async (url: string) => (await app.send({ method: 'GET', url })).status
  const { inline, attachment } = await addressesOf(client.token)
  const coaches = await addressesOf(coach.token)
  const swapped = attachment.replace(/signature=[^&]+/, /signature=[^&]+/.exec(coaches.attachment)![0])
  const forged = [
    attachment.replace('as=attachment', 'as=inline'),
    inline!.replace('as=inline', 'as=attachment'),
    attachment.replace(client.clientId, coach.userId),
    swapped,
    `${attachment}A`,
  ]
  for (const url of forged) expect(await status(url)).toBe(404)
  expect(await status(attachment.replace('as=attachment', 'as=html'))).toBe(422)
  // Whose process has ended reads on; what was taken back, deleted or made a draft does not open.
  await app.call('POST /v1/client/:clientId/finish', { params: { clientId: client.clientId } }, coach.token)
  expect(await status(attachment)).toBe(200)
  const of = { params: { resourceId, assignmentId } }
  await app.call('DELETE /v1/resource/:resourceId/assign/:assignmentId', of, coach.token)
  expect([await status(attachment), await status(coaches.attachment)]).toEqual([404, 200])
  await app.call('DELETE /v1/resource/:resourceId', { params: { resourceId } }, coach.token)
  expect(await status(coaches.attachment)).toBe(404)
})
