import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GroupBody, type GroupDetail, GroupStatus, type NewGroupBody } from '#contract/groups.ts'
import type { FileId, GroupId } from '#contract/values.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { formOf } from '#test/support/forms.ts'
import { add, good, transition, newGroup, newMember, newcomer, read } from '#test/support/groups.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { picture } from '#test/support/pictures.ts'

let app: TestApp
let coach: TestCoach
let stranger: TestCoach
beforeAll(async () => {
  app = await makeApp()
  stranger = await newCoach(app)
})
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
})
afterAll(() => app.close())

const create = (body: Partial<NewGroupBody> = {}, by = coach) =>
  app.call('POST /v1/group', { body: { name: 'Liderazgo', ...body } }, by.token)
const put = ({ id: groupId }: Pick<GroupDetail, 'id'>, body: GroupBody, by = coach) =>
  app.call('PUT /v1/group/:groupId', { params: { groupId }, body }, by.token)
const get = (groupId: GroupId, by: { token: string } = coach) =>
  app.call('GET /v1/group/:groupId', { params: { groupId } }, by.token)
const list = (query: object = {}, of = coach.userId) =>
  app.call('GET /v1/group/coach/:coachId', { params: { coachId: of }, query }, coach.token)
const listOf = (clientId: string, by: { token: string } = coach) =>
  app.call('GET /v1/group/Client/:clientId', { params: { clientId }, query: {} }, by.token)
const refused = ({ status, refusal }: { status: number; refusal: { code: string } }) => [status, refusal.code]

describe('a new group (product §7)', () => {
  test('is a draft with what was written of it', async () => {
    const written = {
      name: 'Lideresas de Cafe\u0301',
      description: 'Para quienes dirigen por primera vez.',
      objective: 'Delegar con claridad.',
      companyName: 'Norte',
      startDate: '2027-03-01',
      endDate: '2027-06-30',
      capacity: 8,
      modality: 'online',
      channel: 'meet',
    } as const
    const { status, body } = await create(written as never)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...written,
      attendance: [],
      // Composed, as every name is kept.
      name: 'Lideresas de Café',
      id: body.id,
      photo: null,
      status: 'draft',
      members: 0,
      invited: 0,
      nextSessionAt: null,
      allowedActions: ['edit', 'publish', 'finish'],
      people: [],
      firstNames: [],
      createdAt: body.createdAt,
      updatedAt: body.createdAt,
    })
    expect((await get(body.id)).body).toEqual(body)
  })

  test('is open at once when asked, with room for twelve unless told', async () => {
    const { body } = await create({ publish: true })
    expect(body).toMatchObject({
      status: 'open',
      capacity: 12,
      description: null,
      startDate: null,
      allowedActions: ['edit', 'start', 'finish', 'addMember'],
    })
  })

  test('has a unique name, accents and case aside, within its practice', async () => {
    good(await create({ name: 'Café con líderes' }), 201)
    expect(refused(await create({ name: 'CAFE CON LIDERES' }))).toEqual([409, 'group.name_taken'])
    expect((await create({ name: 'Cafe con líderes' }, stranger)).status).toBe(201)
    expect((await list()).body.total).toBe(1)
  })

  test.each<[string, object, string]>([
    ['a name of one letter', { name: 'A' }, 'name'],
    ['a name of two lines', { name: 'Uno\ndos' }, 'name'],
    ['room for one', { capacity: 1 }, 'capacity'],
    ['room for too many', { capacity: 201 }, 'capacity'],
    ['an end before its start', { startDate: '2027-03-02', endDate: '2027-03-01' }, 'endDate'],
    ['an impossible day', { startDate: '2027-02-30' }, 'startDate'],
    ['a channel nobody knows', { channel: 'fax' }, 'channel'],
  ])('is refused with %s', async (_, change, field) => {
    const { status, refusal } = await create(change)
    expect([status, Object.keys(refusal.fields ?? {})]).toEqual([422, [field]])
    expect((await list()).body.total).toBe(0)
  })
})

describe('changing a group', () => {
  test('changes what is given, takes away what is empty, and leaves the rest', async () => {
    const { body: group } = await create({ description: 'Uno', objective: 'Dos', capacity: 5 })
    app.clock.advance(1_000)
    const { status, body } = await put(group, { name: 'Otro nombre', description: '', objective: null })
    expect(status).toBe(200)
    const changed = { name: 'Otro nombre', description: null, objective: null, updatedAt: body.updatedAt }
    expect(body).toEqual({ ...group, ...changed })
    expect(body.updatedAt > group.updatedAt).toBe(true)
    // Its own name is no other group's.
    expect((await put(group, { name: 'otro nombre' })).status).toBe(200)
  })

  test('keeps names apart', async () => {
    await create({ name: 'Ánimo' })
    const { body } = await create({ name: 'Otro' })
    expect(refused(await put(body, { name: 'animo' }))).toEqual([409, 'group.name_taken'])
    expect((await get(body.id)).body).toEqual(body)
  })

  test('compares a date with the other one, given now or before', async () => {
    const { body: group } = await create({ startDate: '2027-03-10' as never })
    const { status, refusal } = await put(group, { endDate: '2027-03-09' as never })
    expect([status, refusal.code]).toEqual([422, 'request.invalid'])
    expect(refusal.fields).toEqual({ endDate: 'La fecha de fin no puede ser antes de la de inicio.' })
    expect((await put(group, { endDate: '2027-03-10' as never })).status).toBe(200)
    const moved = await put(group, { startDate: '2027-03-11' as never })
    expect(moved.refusal.fields).toHaveProperty('endDate')
    expect((await put(group, { startDate: null, endDate: '2027-01-01' as never })).status).toBe(200)
  })

  test('leaves a seat to everybody who is in or invited', async () => {
    const group = await newGroup(app, coach, { capacity: 4 })
    await newMember(app, coach, group)
    good(await add(app, coach, group, { people: [newcomer(), newcomer()] }), 201)
    expect(refused(await put(group, { capacity: 2 }))).toEqual([409, 'group.capacity_below_members'])
    const { body } = await put(group, { capacity: 3 })
    expect(body).toMatchObject({ capacity: 3, members: 1, invited: 2 })
    expect(body.allowedActions).not.toContain('addMember')
  })
})

// @spec P.32
describe('the states of a group', () => {
  test('are passed one by one; nothing that is not listed succeeds', async () => {
    const group = await newGroup(app, coach, { status: 'draft' })
    const listed = {
      draft: ['edit', 'publish', 'finish'],
      open: ['edit', 'start', 'finish', 'addMember'],
      running: ['edit', 'finish', 'addMember'],
      finished: ['archive'],
      archived: ['restore'],
    }
    for (const [status, actions] of Object.entries(listed)) {
      const at = await read(app, coach, group)
      expect([at.status, at.allowedActions]).toEqual([status, actions])
      const next = { draft: 'open', open: 'running', running: 'finished', finished: 'archived' }[status]
      for (const to of GroupStatus.exclude(['draft']).options) {
        if (to === next || (to === 'finished' && status !== 'finished')) continue
        expect(refused(await transition(app, coach, group, to)), `${status} → ${to}`).toEqual([
          409,
          'group.wrong_state',
        ])
      }
      const edited = await put(group, { objective: status })
      expect(edited.status, `edit ${status}`).toBe(actions.includes('edit') ? 200 : 409)
      const added = await add(app, coach, group, newcomer())
      expect(added.status, `add to ${status}`).toBe(actions.includes('addMember') ? 201 : 409)
      if (next) good(await transition(app, coach, group, next as GroupStatus))
    }
    expect(refused(await put(group, { objective: 'x' }))).toEqual([409, 'group.wrong_state'])
    expect(good(await transition(app, coach, group, 'finished')).status).toBe('finished')
  })

  test.each(['draft', 'open'] as const)(
    'end for a %s that will not begin, and it can be archived',
    async (status) => {
      const group = await newGroup(app, coach, { status })
      expect(good(await transition(app, coach, group, 'finished')).allowedActions).toEqual(['archive'])
      expect(good(await transition(app, coach, group, 'archived')).status).toBe('archived')
    },
  )

  test('are moved by one of many at once', async () => {
    const group = await newGroup(app, coach, { status: 'draft' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => transition(app, coach, group, 'open')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  test('leave the finished group to those who are in it', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    const member = await newMember(app, coach, group)
    good(await transition(app, coach, group, 'finished'))
    expect(await read(app, member, group)).toMatchObject({ status: 'finished', allowedActions: ['leave'] })
  })
})

describe('the list of groups', () => {
  test('is ordered by name, accents and case aside, page by page', async () => {
    for (const name of ['zorro', 'Ámbar', 'Nube', 'árbol']) await create({ name })
    const names = async (query: object) => (await list(query)).body.data.map(({ name }) => name)
    expect(await names({})).toEqual(['Ámbar', 'árbol', 'Nube', 'zorro'])
    expect(await names({ direction: 'desc', items: 2 })).toEqual(['zorro', 'Nube'])
    expect((await list({ items: 3, page: 2 })).body).toMatchObject({ total: 4, page: 2, items: 3 })
    expect((await list({ page: 9 })).body).toMatchObject({ data: [], total: 4 })
    expect(await names({ search: 'ARBOL' })).toEqual(['árbol'])
    expect(await names({ search: '%' })).toEqual([])
  })

  test('shows archived groups only when asked', async () => {
    const archived = await newGroup(app, coach, { status: 'archived' })
    const open = await newGroup(app, coach)
    const ids = async (query: object) => (await list(query)).body.data.map(({ id }) => id)
    expect(await ids({})).toEqual([open.id])
    expect(await ids({ status: 'archived' })).toEqual([archived.id])
    expect(await ids({ status: 'draft' })).toEqual([])
  })

  test('counts who is in and who is invited', async () => {
    const group = await newGroup(app, coach)
    await newMember(app, coach, group)
    good(await add(app, coach, group, newcomer()), 201)
    const [row] = (await list()).body.data
    expect(row).toMatchObject({ members: 1, invited: 1, capacity: 4 })
    expect(row).not.toHaveProperty('people')
  })

  test('is the own one', async () => {
    expect(refused(await list({}, stranger.userId))).toEqual([404, 'coach.not_found'])
  })
})

describe('the groups of a person', () => {
  test('are those they are a member of, for their coach and for the person', async () => {
    const [in1, in2, left] = [
      await newGroup(app, coach, { name: 'Beta' }),
      await newGroup(app, coach, { name: 'Alfa', status: 'running' }),
      await newGroup(app, coach, { name: 'Gamma' }),
    ]
    await newGroup(app, coach)
    const { clientId, token } = await newClient(app, coach)
    for (const group of [in1, in2, left]) good(await add(app, coach, group, { clientId }), 201)
    await app.call('POST /v1/group/:groupId/leave', { params: { groupId: left.id } }, token)
    for (const viewer of [coach, { token }]) {
      const { body } = await listOf(clientId, viewer)
      expect(body.data.map(({ name }) => name)).toEqual(['Alfa', 'Beta'])
      expect(body.total).toBe(2)
    }
    expect((await listOf(clientId, { token })).body.data[0]!.allowedActions).toEqual(['leave'])
  })

  test('are nobody else’s to read', async () => {
    const [own, other] = [await newClient(app, coach), await newClient(app, coach)]
    const foreign = await newClient(app, stranger)
    expect(refused(await listOf(other.clientId, own))).toEqual([404, 'client.not_found'])
    expect(refused(await listOf(foreign.clientId))).toEqual([404, 'client.not_found'])
    expect(refused(await listOf(own.clientId, stranger))).toEqual([404, 'client.not_found'])
  })
})

test('a group of another coach is a group that does not exist', async () => {
  const group = await newGroup(app, stranger)
  const missing = { id: '01890000-0000-7000-8000-000000000000' as GroupId }
  for (const other of [group, missing]) {
    const { people } = newcomerBody()
    for (const answer of [
      await get(other.id),
      await put(other, { name: 'Mío' }),
      await transition(app, coach, other, 'running'),
      await add(app, coach, other, { people }),
    ]) {
      expect(refused(answer)).toEqual([404, 'group.not_found'])
    }
  }
  expect((await app.mails('nadie@correo.example')).length).toBe(0)
})

const newcomerBody = () => ({ people: [newcomer()] })

describe('the picture of a group', () => {
  const send = async ({ id }: Pick<GroupDetail, 'id'>, part: Parameters<typeof formOf>[0], by = coach) => {
    const url = `/v1/group/${id}/photo`
    const answer = await app.send({ method: 'POST', url, token: by.token, ...formOf(part) })
    return { status: answer.status, body: answer.body as GroupDetail, refusal: answer.body as never }
  }
  const png = async () => ({ field: 'photo', file: 'g.png', type: 'image/png', bytes: await picture() })
  const idOf = (group: GroupDetail) => group.photo!.fileURL.split('/').at(-1)!.split('?')[0] as FileId
  const drop = ({ id: groupId }: Pick<GroupDetail, 'id'>, by = coach) =>
    app.call('DELETE /v1/group/:groupId/photo', { params: { groupId } }, by.token)

  test('is replaced and taken away alone: other groups keep theirs', async () => {
    const [group, other] = [await newGroup(app, coach), await newGroup(app, coach)]
    const kept = good(await send(other, await png()))
    const first = good(await send(group, await png()))
    const second = good(await send(group, await png()))
    expect(idOf(second)).not.toBe(idOf(first))
    expect(await app.deps.files.get(idOf(first))).toBeUndefined()
    expect((await app.send({ method: 'GET', url: second.photo!.fileURL })).status).toBe(200)
    const member = await newMember(app, coach, group)
    expect((await read(app, member, group)).photo).toEqual(second.photo)
    expect(good(await drop(group)).photo).toBeNull()
    expect(good(await drop(group)).photo).toBeNull()
    expect(await app.deps.files.get(idOf(second))).toBeUndefined()
    expect((await read(app, coach, other)).photo).toEqual(kept.photo)
  })

  test('is a picture, of a group of one’s own', async () => {
    const group = await newGroup(app, coach)
    const part = await png()
    const text = { ...part, bytes: Buffer.from('no soy una imagen') }
    const { status, refusal } = await send(group, text)
    expect([status, Object.keys((refusal as { fields: object }).fields)]).toEqual([422, ['photo']])
    const heavy = await send(group, { ...part, bytes: Buffer.alloc(11 * 1_048_576) })
    expect(refused(heavy)).toEqual([413, 'upload.too_large'])
    expect(refused(await send(group, part, stranger))).toEqual([404, 'group.not_found'])
    // Nobody makes the server decode a picture of what they do not see.
    expect(refused(await send(group, text, stranger))).toEqual([404, 'group.not_found'])
    expect(refused(await drop(group, stranger))).toEqual([404, 'group.not_found'])
  })
})
