import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AssignBody } from '#contract/resources/resource-assignments.ts'
import type { ResourceType } from '#contract/resources/resources.ts'
import type { GroupId, ResourceId } from '#contract/values.ts'
import { sweepResourceFiles } from '#server/modules/resources/uploads.service.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, epochMs } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { memberOf, newGroup, read as readGroup, transition } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { pdf, wav } from '#test/support/resources/files.ts'
import { assignmentsOf } from '#test/support/resources/giving.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { newFile, newResource, upload } from '#test/support/resources/uploads.ts'
import { book, made } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

const NOBODY = '01920000-0000-7000-8000-000000000000'

type Person = { token: string }
const get = ({ token }: Person, resourceId: ResourceId) =>
  app.call('GET /v1/resource/:resourceId', { params: { resourceId } }, token)
const put = ({ token }: Person, resourceId: ResourceId, body: object) =>
  app.call('PUT /v1/resource/:resourceId', { params: { resourceId }, body }, token)
const remove = ({ token }: Person, resourceId: ResourceId) =>
  app.call('DELETE /v1/resource/:resourceId', { params: { resourceId } }, token)
const restore = ({ token }: Person, resourceId: ResourceId) =>
  app.call('POST /v1/resource/:resourceId/restore', { params: { resourceId } }, token)
const assign = ({ token }: Person, resourceId: ResourceId, body: Partial<AssignBody>) =>
  app.call('POST /v1/resource/:resourceId/assign', { params: { resourceId }, body }, token)
const view = ({ token }: Person, resourceId: ResourceId) =>
  app.call('POST /v1/resource/:resourceId/view', { params: { resourceId } }, token)
const complete = ({ token }: Person, resourceId: ResourceId, completed = true) =>
  app.call('POST /v1/resource/:resourceId/complete', { params: { resourceId }, body: { completed } }, token)
const library = (coach: TestCoach, query: object = {}) =>
  app.call('GET /v1/resource/coach/:coachId', { params: { coachId: coach.userId }, query }, coach.token)
const given = ({ token }: Person, { clientId }: TestClient, query: object = {}) =>
  app.call('GET /v1/resource/Client/:clientId', { params: { clientId }, query }, token)
const ofGroup = ({ token }: Person, groupId: GroupId, query: object = {}) =>
  app.call('GET /v1/resource/Group/:groupId', { params: { groupId }, query }, token)
const download = ({ token }: Person, resourceId: ResourceId) =>
  app.call('GET /v1/resource/:resourceId/download', { params: { resourceId } }, token)

async function practice() {
  const coach = await newCoach(app)
  return { coach, client: await newClient(app, coach) }
}

// @spec P.106
describe('the library', () => {
  test('has every type, told apart by content', async () => {
    const coach = await newCoach(app)
    const create = (type: ResourceType, content: object) =>
      app.call('POST /v1/resource', { body: { type, title: 'Recurso', ...content } }, coach.token)
    expect((await create('link', { url: 'https://norte.example/guia' })).body).toMatchObject({
      type: 'link',
      url: 'https://norte.example/guia',
      file: null,
      status: 'draft',
      usedBy: 0,
      allowedActions: ['edit', 'delete'],
    })
    expect((await create('video', { url: 'https://norte.example/video' })).status).toBe(201)
    expect((await create('text', { body: textSaying('Uno.', 'Dos.') })).body.body).toEqual(
      textSaying('Uno.', 'Dos.'),
    )
    const fields = async (type: ResourceType, content: object) =>
      Object.keys((await create(type, content)).refusal.fields ?? {})
    expect(await fields('link', {})).toEqual(['url'])
    expect(await fields('link', { url: 'http://norte.example' })).toEqual(['url'])
    expect(await fields('link', { url: 'javascript:alert(1)' })).toEqual(['url'])
    expect(await fields('link', { url: 'https://norte.example', body: textSaying('x') })).toEqual(['body'])
    expect(await fields('file', { url: 'https://norte.example' })).toEqual(['url', 'fileId'])
    expect(await fields('text', {})).toEqual(['body'])
    expect(await fields('text', { body: textSaying(' ', '\t') })).toEqual(['body'])
    expect(await fields('text', { body: 'x' })).toEqual(['body'])
    expect(await fields('text', { body: textSaying('x'), title: 'x' })).toEqual(['title'])
  })

  test('has one of what is sent again after a lost answer, of calls at once too (ADR 49)', async () => {
    const coach = await newCoach(app)
    const { body: file } = await upload(app, coach, { name: 'Guía.pdf', bytes: pdf('Guia') })
    const text = {
      type: 'text' as const,
      title: 'Respirar',
      body: textSaying('Cuatro, siete, ocho.'),
      tags: ['calma'],
    }
    type Sent = Parameters<typeof newResource>[2]
    const bodies: Sent[] = [
      text,
      { type: 'link', title: 'Guía', url: 'https://norte.example/guia' },
      { type: 'file', title: 'Guía', fileId: file.id },
    ]
    const send = (body: Sent) => app.call('POST /v1/resource', { body: body as never }, coach.token)
    for (const body of bodies) {
      const answers = await Promise.all([send(body), send(body), send(body)])
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
      expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    }
    expect((await library(coach)).body.total).toBe(3)
    // Another one is added: later, or with anything that differs.
    await send({ ...text, status: 'published' })
    await send({ ...text, body: textSaying('Otra cosa.') })
    app.clock.set(epochMs(instant(TEST_NOW) + 11 * MINUTE_MS))
    await send(text)
    expect((await library(coach)).body.total).toBe(6)
  })

  test('is searched, filtered and paged, without archived ones unless asked for', async () => {
    const coach = await newCoach(app)
    const make = (title: string, body: object = {}) => newResource(app, coach, { title, ...body })
    await make('Rueda de la vida', { category: 'Inicio', tags: ['balance', 'salud'] })
    await make('Respiración', { description: 'Para la mañana', tags: ['salud'] })
    await make('Ángulo', { type: 'link', url: 'https://norte.example', status: 'draft' })
    await make('Viejo', { status: 'archived' })
    const titles = async (query: object = {}) =>
      (await library(coach, query)).body.data.map(({ title }) => title)
    expect(await titles()).toEqual(['Ángulo', 'Respiración', 'Rueda de la vida'])
    expect(await titles({ sort: 'recent', direction: 'desc' })).toEqual([
      'Ángulo',
      'Respiración',
      'Rueda de la vida',
    ])
    expect(await titles({ search: 'MANANA' })).toEqual(['Respiración'])
    expect(await titles({ tag: 'salud' })).toEqual(['Respiración', 'Rueda de la vida'])
    expect(await titles({ category: 'Inicio' })).toEqual(['Rueda de la vida'])
    expect(await titles({ type: 'link' })).toEqual(['Ángulo'])
    expect(await titles({ status: 'archived' })).toEqual(['Viejo'])
    const page = await library(coach, { items: 2, page: 2 })
    expect(page.body).toMatchObject({ total: 3, space: { usedBytes: 0 } })
    expect(page.body.data).toHaveLength(1)
    const labels = { params: { coachId: coach.userId } }
    expect((await app.call('GET /v1/resource/coach/:coachId/labels', labels, coach.token)).body).toEqual({
      categories: ['Inicio'],
      tags: ['balance', 'salud'],
    })
  })

  test('keeps what is changed, and the type', async () => {
    const { coach } = await practice()
    const { id } = await newResource(app, coach, { type: 'video', url: 'https://norte.example/v' })
    expect((await put(coach, id, { title: 'Otro', tags: ['a', 'a'], description: 'x' })).body).toMatchObject({
      title: 'Otro',
      tags: ['a'],
      description: 'x',
      url: 'https://norte.example/v',
    })
    expect((await put(coach, id, { description: '' })).body.description).toBeNull()
    expect((await put(coach, id, { body: textSaying('x') })).refusal.fields).toHaveProperty('body')
    expect((await put(coach, NOBODY as ResourceId, { title: 'Otro' })).refusal.code).toBe(
      'resource.not_found',
    )
  })

  test('forgets the file that another replaces, and that of a purged resource', async () => {
    const coach = await newCoach(app)
    const first = await newFile(app, coach, { name: 'uno.pdf', bytes: pdf('Uno') })
    const second = await newFile(app, coach, { name: 'dos.pdf', bytes: pdf('Dos') })
    await remove(coach, second.id)
    const taken = await put(coach, first.id, { fileId: second.file!.id })
    expect(taken.refusal.code).toBe('resource.file_not_found')
    const { space } = (await library(coach)).body
    expect(space.usedBytes).toBe(first.file!.byteSize + second.file!.byteSize)
    expect((await restore(coach, second.id)).status).toBe(200)
    await remove(coach, second.id)
    expect((await restore(coach, first.id)).refusal.code).toBe('resource.not_found')
    app.clock.advance(61 * DAY_MS)
    const { forgetDeletedResources } = await import('#server/modules/resources/resources.service.ts')
    const forgotten = await app.deps.db
      .transaction()
      .execute((tx) => forgetDeletedResources(tx, app.clock.now(), 10))
    expect(forgotten).toBeGreaterThan(0)
    await sweepResourceFiles(app.deps)
    app.clock.set(instant(TEST_NOW))
    expect((await library(coach)).body.space.usedBytes).toBe(first.file!.byteSize)
    expect((await restore(coach, second.id)).refusal.code).toBe('resource.not_found')
    const rows = await app.deps.db.selectFrom('resource_files').select('parts').execute()
    const ids = []
    for await (const { id } of app.deps.resourceFiles.list()) ids.push(id)
    expect(ids.toSorted()).toEqual(rows.flatMap(({ parts }) => parts).toSorted())
  })
})

// @spec P.109
describe('giving a resource', () => {
  test('tells the person, who opens and completes it, as its coach sees', async () => {
    const { coach, client } = await practice()
    const { id } = await newResource(app, coach)
    expect((await get(client, id)).refusal.code).toBe('resource.not_found')
    const message = 'Para la mañana.'
    const assigned = await assign(coach, id, {
      clientIds: [client.clientId],
      message,
      dueOn: '2027-02-05' as never,
    })
    expect(assigned.body).toMatchObject({
      usedBy: 1,
      viewedBy: 0,
      completedBy: 0,
    })
    expect(await assignmentsOf(app, coach, id)).toMatchObject([
      { message, people: [{ clientId: client.clientId, state: 'assigned' }] },
    ])
    await app.settle()
    const { body: told } = await app.call(
      'GET /v1/notification/all/:userId',
      { params: { userId: client.userId } },
      client.token,
    )
    expect(told.data[0]).toMatchObject({
      type: 'ASSIGNMENT_RESOURCE',
      body: { title: 'Respiración', resourceId: id },
    })
    expect((await given(client, client)).body).toMatchObject({
      counts: { assigned: 1, viewed: 0, completed: 0 },
      data: [{ id, state: 'assigned', message, dueOn: '2027-02-05', overdue: false }],
    })
    expect((await view(client, id)).body).toMatchObject({
      body: textSaying('Respira.', 'Otra vez.'),
      viewedBy: 0,
      given: { state: 'viewed' },
      allowedActions: ['complete'],
    })
    app.clock.advance(5 * DAY_MS)
    expect((await given(coach, client)).body.data[0]).toMatchObject({ state: 'viewed', overdue: true })
    expect((await complete(client, id)).body).toMatchObject({
      given: { state: 'completed', overdue: false },
      allowedActions: ['reopen'],
    })
    expect((await get(coach, id)).body).toMatchObject({ usedBy: 1, viewedBy: 1, completedBy: 1 })
    expect((await assignmentsOf(app, coach, id))[0]!.people[0]).toMatchObject({
      state: 'completed',
      viewedAt: TEST_NOW,
    })
    expect((await complete(client, id, false)).body.given?.state).toBe('viewed')
    expect((await given(client, client, { state: 'completed' })).body).toMatchObject({ total: 0, data: [] })
    expect((await given(client, client, { state: 'viewed' })).body.total).toBe(1)
    // Again: another message, and nobody is told twice.
    await assign(coach, id, { clientIds: [client.clientId], message: 'Otra vez.' })
    expect(await assignmentsOf(app, coach, id)).toMatchObject([{ message: 'Otra vez.', dueOn: null }])
    await app.settle()
    const after = await app.call(
      'GET /v1/notification/all/:userId',
      { params: { userId: client.userId } },
      client.token,
    )
    expect(after.body.total).toBe(told.total)
  })

  test('to a group reaches who is in it, and ends with that', async () => {
    const { coach, client } = await practice()
    const group = await newGroup(app, coach)
    const member = await newClient(app, coach, { name: 'Luz', groupId: group.id })
    const { id } = await newFile(app, coach, { name: 'guia.pdf', bytes: pdf() })
    const { body } = await assign(coach, id, { groupIds: [group.id], clientIds: [client.clientId] })
    expect(body.usedBy).toBe(2)
    expect((await given(member, member)).body.data).toMatchObject([{ id, groupName: group.name }])
    await view(member, id)
    expect((await ofGroup(coach, group.id)).body).toMatchObject({
      total: 1,
      data: [{ resource: { id }, people: 1, viewed: 1, completed: 0 }],
    })
    // A page that is empty since the last of it was taken back knows how many there are.
    expect((await ofGroup(coach, group.id, { page: 2 })).body).toMatchObject({ total: 1, data: [] })
    const { inline } = (await download(member, id)).body
    expect((await app.send({ method: 'GET', url: inline! })).status).toBe(200)
    const removed = memberOf(await readGroup(app, coach, group), member.clientId)
    await app.call(
      'DELETE /v1/group/:groupId/member/:memberId',
      { params: { groupId: group.id, memberId: removed.id } },
      coach.token,
    )
    expect((await get(member, id)).refusal.code).toBe('resource.not_found')
    expect((await view(member, id)).refusal.code).toBe('resource.not_found')
    expect((await complete(member, id)).refusal.code).toBe('resource.not_found')
    expect((await download(member, id)).refusal.code).toBe('resource.not_found')
    expect((await given(member, member)).body.total).toBe(0)
    // An address that was handed out before ends too.
    expect((await app.send({ method: 'GET', url: inline! })).status).toBe(404)
    expect((await get(client, id)).status).toBe(200)
  })

  test('with a session reaches whom it is with, and is listed there', async () => {
    const { coach, client } = await practice()
    const session = await made(book(app, coach, client, '2027-02-03T16:00:00Z'))
    const { id } = await newResource(app, coach)
    expect((await assign(coach, id, { sessionId: session.id })).body.usedBy).toBe(1)
    expect(await assignmentsOf(app, coach, id)).toMatchObject([
      { sessionId: session.id, clientId: client.clientId },
    ])
    const of = (person: Person, sessionId = session.id) =>
      app.call('GET /v1/resource/Session/:sessionId', { params: { sessionId } }, person.token)
    expect((await of(coach)).body.data).toMatchObject([{ resource: { id }, people: 1 }])
    expect((await of(client)).body.data).toMatchObject([{ resource: { id }, people: 0 }])
    for (const stranger of [await newClient(app, coach), await newCoach(app)]) {
      expect((await of(stranger)).refusal.code).toBe('session.not_found')
    }
  })

  test('is refused to strangers, ended processes, ended groups and nobody, and reaches nobody then', async () => {
    const { coach, client } = await practice()
    const other = await practice()
    const { id } = await newResource(app, coach)
    const ended = await newClient(app, coach)
    await app.call('POST /v1/client/:clientId/finish', { params: { clientId: ended.clientId } }, coach.token)
    const over = await newGroup(app, coach, { status: 'finished' })
    const theirs = await newGroup(app, other.coach)
    const code = async (body: Partial<AssignBody>) => (await assign(coach, id, body)).refusal.code
    const { clientId } = client
    expect(await code({ clientIds: [clientId, other.client.clientId] })).toBe('client.not_found')
    expect(await code({ clientIds: [clientId], groupIds: [theirs.id] })).toBe('group.not_found')
    expect(await code({ clientIds: [clientId], sessionId: NOBODY as never })).toBe('session.not_found')
    expect(await code({ clientIds: [clientId, ended.clientId] })).toBe('resource.process_ended')
    expect(await code({ clientIds: [clientId], groupIds: [over.id] })).toBe('resource.group_ended')
    expect(await code({})).toBe('request.invalid')
    expect(
      (await assign(coach, id, { clientIds: [clientId], dueOn: '2027-02-01' as never })).refusal.fields,
    ).toHaveProperty('dueOn')
    expect((await assign(other.coach, id, { clientIds: [other.client.clientId] })).refusal.code).toBe(
      'resource.not_found',
    )
    const draft = await newResource(app, coach, { status: 'draft' })
    expect((await assign(coach, draft.id, { clientIds: [clientId] })).refusal.code).toBe(
      'resource.not_published',
    )
    expect(await assignmentsOf(app, coach, id)).toEqual([])
    expect((await given(client, client)).body.total).toBe(0)
    expect((await given(other.coach, client)).refusal.code).toBe('client.not_found')
    expect((await ofGroup(coach, theirs.id)).refusal.code).toBe('group.not_found')
  })

  test('stays with who has it when it is archived, and is hidden as a draft or deleted', async () => {
    const { coach, client } = await practice()
    const { id } = await newResource(app, coach)
    await assign(coach, id, { clientIds: [client.clientId] })
    await put(coach, id, { status: 'archived' })
    expect((await get(client, id)).body.given?.state).toBe('assigned')
    await put(coach, id, { status: 'draft' })
    expect((await get(client, id)).status).toBe(404)
    await put(coach, id, { status: 'published' })
    await remove(coach, id)
    expect((await get(client, id)).status).toBe(404)
    expect((await get(coach, id)).status).toBe(404)
    expect((await remove(coach, id)).refusal.code).toBe('resource.not_found')
    await restore(coach, id)
    expect((await get(client, id)).status).toBe(200)
  })

  test('is taken back, which can be undone once', async () => {
    const { coach, client } = await practice()
    const { id } = await newResource(app, coach)
    await assign(coach, id, { clientIds: [client.clientId] })
    const assignments = await assignmentsOf(app, coach, id)
    await view(client, id)
    const params = { resourceId: id, assignmentId: assignments[0]!.id }
    const withdraw = () =>
      app.call('DELETE /v1/resource/:resourceId/assign/:assignmentId', { params }, coach.token)
    const giveBack = () =>
      app.call('POST /v1/resource/:resourceId/assign/:assignmentId/restore', { params }, coach.token)
    expect((await giveBack()).refusal.code).toBe('resource.assignment_not_found')
    expect((await withdraw()).status).toBe(204)
    expect((await withdraw()).refusal.code).toBe('resource.assignment_not_found')
    expect((await get(client, id)).status).toBe(404)
    expect((await giveBack()).body.viewedBy).toBe(1)
    expect((await assignmentsOf(app, coach, id))[0]!.people[0]!.state).toBe('viewed')
    await withdraw()
    await assign(coach, id, { clientIds: [client.clientId] })
    expect((await giveBack()).refusal.code).toBe('resource.assignment_not_found')
    const gone = { params: { ...params, resourceId: NOBODY as ResourceId } }
    expect(
      (await app.call('DELETE /v1/resource/:resourceId/assign/:assignmentId', gone, coach.token)).refusal
        .code,
    ).toBe('resource.not_found')
    expect(
      (await app.call('POST /v1/resource/:resourceId/assign/:assignmentId/restore', gone, coach.token))
        .refusal.code,
    ).toBe('resource.not_found')
  })
})

// @spec P.110
describe('a download', () => {
  test('is whole or a part, in a sandbox, and only what a browser shows is shown', async () => {
    const coach = await newCoach(app)
    const bytes = wav(5_000)
    const { id } = await newFile(app, coach, { name: "Meditación '1'.wav", bytes })
    const { body } = await download(coach, id)
    const fetch = (url: string, range?: string) =>
      app.send({ method: 'GET', url, ...(range && { headers: { range } }) })
    const whole = await fetch(body.inline!)
    expect(whole.bytes.equals(bytes)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="Meditacion _1_.wav"; filename*=UTF-8''Meditaci%C3%B3n%20%271%27.wav`,
    })
    const part = await fetch(body.inline!, 'bytes=100-199')
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 100-199/${bytes.length}`])
    expect(part.bytes.equals(bytes.subarray(100, 200))).toBe(true)
    expect((await fetch(body.inline!, 'bytes=-10')).bytes.equals(bytes.subarray(-10))).toBe(true)
    const beyond = await fetch(body.inline!, `bytes=${bytes.length}-`)
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`])
    expect((await fetch(body.inline!, 'bytes=0-1,5-6')).status).toBe(200)
    expect((await fetch(body.attachment)).headers['content-disposition']).toMatch(/^attachment;/)
  })

  test('ends after an hour, and is of its reader, way and file', async () => {
    const { coach, client } = await practice()
    const { id, file } = await newFile(app, coach, { name: 'guia.pdf', bytes: pdf() })
    const other = await newFile(app, coach, { name: 'otra.pdf', bytes: pdf('Otra') })
    await assign(coach, id, { clientIds: [client.clientId] })
    const { attachment } = (await download(client, id)).body
    const status = async (url: string) => (await app.send({ method: 'GET', url })).status
    expect(await status(attachment)).toBe(200)
    const forged = [
      attachment.replace(/signature=[^&]+/, `signature=${'A'.repeat(43)}`),
      attachment.replace(/signature=[^&]+/, 'signature='),
      attachment.replace(client.clientId, coach.userId),
      attachment.replace('as=attachment', 'as=inline'),
      attachment.replace(/until=\d+/, 'until=99999999999999'),
      attachment.replace(file!.id, other.file!.id),
    ]
    for (const url of forged) {
      expect(url).not.toBe(attachment)
      expect(await status(url)).toBe(404)
    }
    app.clock.advance(HOUR_MS - 1)
    expect(await status(attachment)).toBe(200)
    app.clock.advance(1)
    expect(await status(attachment)).toBe(404)
    const text = await newResource(app, coach)
    expect((await download(coach, text.id)).refusal.code).toBe('resource.no_file')
  })
})

test('a group that ends keeps what it was given', async () => {
  const { coach } = await practice()
  const group = await newGroup(app, coach, { status: 'running' })
  const member = await newClient(app, coach, { groupId: group.id })
  const { id } = await newResource(app, coach)
  await assign(coach, id, { groupIds: [group.id] })
  await transition(app, coach, group, 'finished')
  expect((await get(member, id)).status).toBe(200)
})
