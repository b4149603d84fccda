import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GroupDetail } from '#contract/groups.ts'
import type { GoalId, GroupId } from '#contract/values.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { good, newGroup, transition } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { book, close } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
let group: GroupDetail
let member: TestClient
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(async () => {
  app.clock.set(instant(TEST_NOW))
  coach = await newCoach(app)
  group = await newGroup(app, coach, { status: 'running' })
  member = await newClient(app, coach, { groupId: group.id, name: 'Mariana' })
})

type Person = { token: string }
const percent = { title: 'Un equipo que decide solo', measure: 'percent' } as const
const add = ({ token }: Person, groupId: GroupId = group.id) =>
  app.call('POST /v1/goal', { body: { ...percent, groupId } }, token)
const list = ({ token }: Person, groupId = group.id) =>
  app.call('GET /v1/goal/Group/:groupId', { params: { groupId }, query: {} }, token)
const note = ({ token }: Person, goalId: GoalId, body: object) =>
  app.call('POST /v1/goal/:goalId/checkin', { params: { goalId }, body }, token)
const get = ({ token }: Person, goalId: GoalId) =>
  app.call('GET /v1/goal/:goalId', { params: { goalId } }, token)

// @spec P.95
describe('a group’s goal (product §7, §20)', () => {
  test('is its coach’s to write, and its members read it and note progress', async () => {
    const goal = good(await add(coach), 201)
    expect(goal).toMatchObject({ clientId: null, group: { id: group.id, name: group.name } })
    const { data, canAdd } = good(await list(member))
    expect(data.map(({ id, allowedActions }) => [id, allowedActions])).toEqual([[goal.id, ['checkIn']]])
    expect(canAdd).toBe(false)
    const noted = good(await note(member, goal.id, { value: 30 }))
    expect(noted).toMatchObject({ progress: 30, checkIns: [{ by: 'client', name: 'Mariana' }] })
    const own = good(
      await app.call(
        'GET /v1/goal/Client/:clientId',
        { params: { clientId: member.clientId }, query: {} },
        member.token,
      ),
    )
    expect(own).toMatchObject({ total: 1, active: 0, data: [{ id: goal.id }] })
  })

  test('is not a member’s to change, close, delete or add', async () => {
    const { id: goalId } = good(await add(coach), 201)
    const params = { goalId }
    for (const answer of [
      await add(member),
      await app.call('PUT /v1/goal/:goalId', { params, body: { title: 'Otra meta' } }, member.token),
      await app.call('PUT /v1/goal/:goalId/status', { params, body: { status: 'achieved' } }, member.token),
      await app.call('DELETE /v1/goal/:goalId', { params }, member.token),
    ]) {
      expect([answer.status, answer.body]).toMatchObject([403, { code: 'auth.forbidden' }])
    }
  })

  test('is found by nobody outside, and not by somebody who left', async () => {
    const { id } = good(await add(coach), 201)
    const outside = [await newClient(app, coach), await newCoach(app)]
    for (const who of outside) {
      expect((await get(who, id)).status).toBe(404)
      expect((await list(who)).body).toMatchObject({ code: 'group.not_found' })
    }
    await app.call('POST /v1/group/:groupId/leave', { params: { groupId: group.id } }, member.token)
    expect((await get(member, id)).status).toBe(404)
    expect((await note(member, id, { value: 40 })).status).toBe(404)
    expect((await list(member)).status).toBe(404)
  })

  test('stays as it is once the group has ended', async () => {
    const { id } = good(await add(coach), 201)
    good(await transition(app, coach, group, 'finished'))
    expect(good(await get(member, id)).allowedActions).toEqual([])
    expect((await note(member, id, { value: 40 })).body).toMatchObject({ code: 'goal.wrong_state' })
    expect((await add(coach)).body).toMatchObject({ code: 'goal.process_ended' })
  })

  test('that is achieved is told to every member', async () => {
    const { id: goalId } = good(await add(coach), 201)
    const params = { goalId }
    good(await app.call('PUT /v1/goal/:goalId/status', { params, body: { status: 'achieved' } }, coach.token))
    await app.settle()
    const { body } = await app.call(
      'GET /v1/notification/all/:userId',
      { params: { userId: member.userId }, query: {} },
      member.token,
    )
    expect(body.data).toMatchObject([
      { type: 'GOAL_ACHIEVED', body: { goalId, group: group.id, title: percent.title } },
    ])
  })

  test('may be what a member’s own action leads to, which only they and their coach see there', async () => {
    const { id: goalId } = good(await add(coach), 201)
    const other = await newClient(app, coach, { groupId: group.id })
    const action = { text: 'Delegar la minuta', goalId }
    good(await app.call('POST /v1/action', { body: action }, member.token), 201)
    expect(good(await get(member, goalId))).toMatchObject({ openActions: 1, actions: [action] })
    expect(good(await get(coach, goalId)).actions).toHaveLength(1)
    expect(good(await get(other, goalId))).toMatchObject({ openActions: 0, actions: [] })
  })
})

// @spec P.97
describe('goals while a session is closed (product §9)', () => {
  test('are noted with it, and the brief shows the open ones', async () => {
    const client = await newClient(app, coach, { name: 'Diego', lastName: 'Ruiz' })
    const body = { ...percent, clientId: client.clientId }
    const goal = good(await app.call('POST /v1/goal', { body }, coach.token), 201)
    const session = good(await book(app, coach, client), 201)
    const params = { sessionId: session.id }
    const brief = good(await app.call('GET /v1/session/:sessionId/brief', { params }, coach.token))
    expect(brief.goals).toMatchObject([{ id: goal.id, name: 'Diego Ruiz', progress: 0 }])
    app.clock.set(instant(session.endsAt))
    const refused = await close(app, coach, session.id, { goals: [{ goalId: goal.id, value: 140 }] })
    expect(refused.body).toMatchObject({ fields: { value: 'Escribe un porcentaje de 0 a 100.' } })
    const strange = '01920000-0000-7000-8000-000000000000' as GoalId
    const unknown = await close(app, coach, session.id, { goals: [{ goalId: strange, value: 40 }] })
    expect(unknown.body).toMatchObject({ code: 'goal.not_found' })
    const others = good(await add(coach), 201)
    const foreign = await close(app, coach, session.id, { goals: [{ goalId: others.id, value: 40 }] })
    expect(foreign.body).toMatchObject({ code: 'goal.not_found' })
    good(await close(app, coach, session.id, { goals: [{ goalId: goal.id, value: 40 }] }))
    expect(good(await get(client, goal.id))).toMatchObject({
      progress: 40,
      checkIns: [{ value: 40, by: 'coach', sessionId: session.id }],
      sessions: [{ id: session.id, startsAt: session.startsAt }],
    })
  })

  test('that have ended meanwhile refuse the closing as a whole', async () => {
    const client = await newClient(app, coach)
    const body = { ...percent, clientId: client.clientId }
    const { id: goalId } = good(await app.call('POST /v1/goal', { body }, coach.token), 201)
    good(
      await app.call(
        'PUT /v1/goal/:goalId/status',
        { params: { goalId }, body: { status: 'dropped' } },
        client.token,
      ),
    )
    const session = good(await book(app, coach, client), 201)
    app.clock.set(instant(session.endsAt))
    const refused = await close(app, coach, session.id, { goals: [{ goalId, value: 40 }] })
    expect(refused.body).toMatchObject({ code: 'goal.wrong_state' })
    const { body: after } = await app.call(
      'GET /v1/session/:sessionId',
      { params: { sessionId: session.id } },
      coach.token,
    )
    expect(after.status).toBe('confirmed')
  })
})
