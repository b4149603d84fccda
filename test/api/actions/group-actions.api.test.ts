import { toIso } from '#time/clock.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GroupActionBody } from '#contract/actions/group-actions.ts'
import type { ClientId, GroupId } from '#contract/values.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { good, newGroup, newMember, transition } from '#test/support/groups.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { close, groupSession, goTo } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(async () => {
  app.clock.set(instant(TEST_NOW))
  await app.startTest()
  coach = await newCoach(app)
})

const NOBODY = '01920000-0000-7000-8000-000000000000'

const give = (groupId: GroupId, body: Partial<GroupActionBody> = {}, { token } = coach) =>
  app.call(
    'POST /v1/action/Group/:groupId',
    { params: { groupId }, body: { text: 'Leer el primer capítulo', ...body } },
    token,
  )
const read = (groupId: GroupId, query: object = {}, { token } = coach) =>
  app.call('GET /v1/action/Group/:groupId', { params: { groupId }, query }, token)
const ownOf = async ({ token, clientId }: { token: string; clientId: ClientId }) =>
  good(await app.call('GET /v1/action/Client/:clientId', { params: { clientId }, query: {} }, token)).data

async function groupOfTwo() {
  const group = await newGroup(app, coach, { status: 'running' })
  const luz = await newMember(app, coach, group, 'Luz')
  const omar = await newMember(app, coach, group, 'Omar')
  return { group, luz, omar }
}

// @spec P.134
describe('an action for a group (product §12)', () => {
  test('is one row for each person, who sees their own alone and is told of it', async () => {
    const { group, luz, omar } = await groupOfTwo()
    const { data } = good(await give(group.id, { detail: 'Páginas 1 a 20.' }), 201)
    expect(data.map(({ clientId }) => clientId).toSorted()).toEqual([luz.clientId, omar.clientId].toSorted())
    for (const member of [luz, omar]) {
      expect(await ownOf(member)).toMatchObject([
        {
          clientId: member.clientId,
          groupId: group.id,
          text: 'Leer el primer capítulo',
          detail: 'Páginas 1 a 20.',
        },
      ])
      await app.settle()
      const params = { userId: member.userId }
      const told = await app.call('GET /v1/notification/all/:userId', { params, query: {} }, member.token)
      expect(told.body.data.filter(({ type }) => type === 'ACTION_ASSIGNED')).toHaveLength(1)
    }
  })

  test('may be for some of them', async () => {
    const { group, luz, omar } = await groupOfTwo()
    good(await give(group.id, { people: [luz.clientId, luz.clientId] }), 201)
    expect(await ownOf(luz)).toHaveLength(1)
    expect(await ownOf(omar)).toEqual([])
  })

  test('sent again within ten minutes is the one that was given', async () => {
    const { group, luz } = await groupOfTwo()
    const first = good(await give(group.id), 201)
    const [second, third] = await Promise.all([give(group.id), give(group.id)])
    expect([second.body, third.body]).toEqual([first, first])
    expect(await ownOf(luz)).toHaveLength(1)
    const { id: sessionId } = await groupSession(app, coach, group, '2027-02-04T15:00:00.000Z')
    const agreed = good(await give(group.id, { sessionId }), 201)
    expect(good(await give(group.id, { sessionId }), 201)).toEqual(agreed)
    expect(await ownOf(luz)).toHaveLength(2)
  })

  test('given twice at once is given once', async () => {
    const { group, luz } = await groupOfTwo()
    await Promise.all(Array.from({ length: 8 }, () => give(group.id)))
    expect(await ownOf(luz)).toHaveLength(1)
  })

  test.each([
    ['an unknown group', 404, 'group.not_found'],
    ['a group of another coach', 404, 'group.not_found'],
    ['a draft', 409, 'group.wrong_state'],
    ['a finished group', 409, 'group.wrong_state'],
    ['a group without members', 409, 'group.nobody_in'],
    ['somebody who is not in it', 422, 'request.invalid'],
    ['a person of another coach', 422, 'request.invalid'],
    ['a date that has passed', 422, 'request.invalid'],
  ])('for %s is refused, and nobody gets one', async (kind, status, code) => {
    const { group, luz } = await groupOfTwo()
    const answer = await refusedFor(kind)
    expect([answer.status, answer.refusal.code]).toEqual([status, code])
    expect(await ownOf(luz)).toEqual([])

    async function refusedFor(what: string) {
      switch (what) {
        case 'an unknown group':
          return give(NOBODY as GroupId)
        case 'a group of another coach':
          return give(group.id, {}, await newCoach(app))
        case 'a draft':
          return give((await newGroup(app, coach, { status: 'draft' })).id)
        case 'a finished group':
          await transition(app, coach, group, 'finished')
          return give(group.id)
        case 'a group without members':
          return give((await newGroup(app, coach)).id)
        case 'somebody who is not in it':
          return give(group.id, { people: [luz.clientId, (await newClient(app, coach)).clientId] })
        case 'a person of another coach':
          return give(group.id, { people: [(await newClient(app, await newCoach(app))).clientId] })
        default:
          return give(group.id, { dueOn: '2027-02-01' as never })
      }
    }
  })

  test('is refused where one of them has a hundred open', async () => {
    const { group, luz, omar } = await groupOfTwo()
    const row = { coach_id: coach.userId, client_id: luz.clientId, text: 'Otra', status: 'pending' as const }
    const at = toIso(app.clock.now())
    await app.deps.db
      .insertInto('actions')
      .values(
        Array.from({ length: 100 }, () => ({
          ...row,
          id: app.deps.newId<never>(),
          created_by: 'coach' as const,
          created_at: at as never,
          updated_at: at as never,
        })),
      )
      .execute()
    const { status, refusal } = await give(group.id)
    expect([status, refusal.code]).toEqual([409, 'action.too_many'])
    expect(await ownOf(omar)).toEqual([])
  })
})

// @spec P.134
describe('members × actions', () => {
  test('has each assignment once, latest first, and everybody of the group', async () => {
    const { group, luz, omar } = await groupOfTwo()
    good(await give(group.id), 201)
    await goTo(app, '2027-02-02T17:00:00Z', coach, luz, omar)
    const { id } = await groupSession(app, coach, group, '2027-02-02T16:00:00Z')
    good(
      await close(app, coach, id, {
        attendance: [luz, omar].map(({ clientId }) => ({ personId: clientId, state: 'present' as const })),
        actions: [{ text: 'Escribir una carta' }],
      }),
    )
    const page = good(await read(group.id))
    expect(page).toMatchObject({
      total: 2,
      canAdd: true,
      data: [{ text: 'Escribir una carta' }, { text: 'Leer el primer capítulo' }],
      people: [
        { clientId: luz.clientId, name: 'Luz Vega', isIn: true },
        { clientId: omar.clientId, name: 'Omar Vega', isIn: true },
      ],
    })
    for (const { actions } of page.data) expect(actions).toHaveLength(2)
    expect(good(await read(group.id, { items: 1, page: 2 })).data).toMatchObject([
      { text: 'Leer el primer capítulo' },
    ])
  })

  test('keeps what somebody got who left, and names them', async () => {
    const { group, luz } = await groupOfTwo()
    good(await give(group.id), 201)
    good(await app.call('POST /v1/group/:groupId/leave', { params: { groupId: group.id } }, luz.token), 204)
    const { people, data } = good(await read(group.id))
    expect(people.find(({ clientId }) => clientId === luz.clientId)).toMatchObject({ isIn: false })
    expect(data[0]!.actions).toHaveLength(2)
  })

  test('is the coach’s alone', async () => {
    const { group, luz } = await groupOfTwo()
    expect((await read(group.id, {}, luz as never)).status).toBe(403)
    const foreign = await read(group.id, {}, await newCoach(app))
    expect([foreign.status, foreign.refusal.code]).toEqual([404, 'group.not_found'])
  })
})
