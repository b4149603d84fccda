import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActionBody, NewActionBody, PracticeActionsQuery } from '#contract/actions/actions.ts'
import type { ActionId, ClientId, GoalId, GroupId } from '#contract/values.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { good, newGroup, newMember } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(async () => {
  app.clock.set(instant(TEST_NOW))
  await app.startTest()
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

type Person = { token: string }

const goal = async (owner: { clientId: ClientId } | { groupId: GroupId }, { token } = coach) =>
  good(
    await app.call('POST /v1/goal', { body: { title: 'Dormir mejor', measure: 'percent', ...owner } }, token),
    201,
  )
const read = async ({ token }: Person, goalId: GoalId) =>
  good(await app.call('GET /v1/goal/:goalId', { params: { goalId } }, token))
const given = async (more: Partial<NewActionBody> = {}) => {
  const body = { clientId: client.clientId, text: 'Apagar el teléfono', ...more }
  return good(await app.call('POST /v1/action', { body }, coach.token), 201)
}
const put = ({ token }: Person, actionId: ActionId, body: ActionBody) =>
  app.call('PUT /v1/action/:actionId', { params: { actionId }, body }, token)
const give = (groupId: GroupId, goalId: GoalId) =>
  app.call(
    'POST /v1/action/Group/:groupId',
    { params: { groupId }, body: { text: 'Delegar la minuta', goalId } },
    coach.token,
  )
const board = async (query: Partial<PracticeActionsQuery>) =>
  good(
    await app.call(
      'GET /v1/action/coach/:coachId',
      { params: { coachId: coach.userId }, query },
      coach.token,
    ),
  ).data.map(({ id }) => id)
const refused = ({ status, refusal }: { status: number; refusal: { code: string } }) => [status, refusal.code]

const UNKNOWN = [404, 'goal.not_found']

// @spec P.97, P.135
describe('the goal of an action (product §11, §12)', () => {
  test('is chosen, changed and taken away by both sides, and nothing else changes', async () => {
    const action = await given()
    const [first, second] = [
      await goal({ clientId: client.clientId }),
      await goal({ clientId: client.clientId }),
    ]
    expect((await put(coach, action.id, { goalId: first.id })).body).toEqual({ ...action, goalId: first.id })
    expect((await put(client, action.id, { text: 'Apagar todo' })).body).toMatchObject({ goalId: first.id })
    expect((await put(client, action.id, { goalId: second.id })).body).toMatchObject({ goalId: second.id })
    expect((await put(client, action.id, { goalId: null })).body).toMatchObject({ goalId: null })
  })

  test('is refused where it is somebody else’s or unknown', async () => {
    const action = await given()
    const other = await newClient(app, coach)
    const group = await newGroup(app, coach, { status: 'running' })
    for (const strange of [
      (await goal({ clientId: other.clientId })).id,
      (await goal({ groupId: group.id })).id,
      '01920000-0000-7000-8000-000000000000' as GoalId,
    ]) {
      expect(refused(await put(client, action.id, { goalId: strange }))).toEqual(UNKNOWN)
      expect(refused(await put(coach, action.id, { goalId: strange }))).toEqual(UNKNOWN)
    }
  })

  test('may be one of a group they are in; it stays where it is once they have left', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    const luz = await newMember(app, coach, group, 'Luz')
    const { id: goalId } = await goal({ groupId: group.id })
    const action = good(
      await app.call('POST /v1/action', { body: { text: 'Delegar la minuta' } }, luz.token),
      201,
    )
    expect((await put(luz, action.id, { goalId })).body).toMatchObject({ goalId })
    good(await app.call('POST /v1/group/:groupId/leave', { params: { groupId: group.id } }, luz.token), 204)
    expect((await put(luz, action.id, { goalId, text: 'Delegar dos minutas' })).body).toMatchObject({
      goalId,
    })
    good(await put(luz, action.id, { goalId: null }))
    expect(refused(await put(luz, action.id, { goalId }))).toEqual(UNKNOWN)
  })

  test('of what a group is asked for is one of that group, for every member', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    const [luz, omar] = [
      await newMember(app, coach, group, 'Luz'),
      await newMember(app, coach, group, 'Omar'),
    ]
    const { id: goalId } = await goal({ groupId: group.id })
    const { data } = good(await give(group.id, goalId), 201)
    expect(data).toMatchObject([{ goalId }, { goalId }])
    expect(await read(coach, goalId)).toMatchObject({ openActions: 2 })
    expect((await read(luz, goalId)).actions).toMatchObject([{ clientId: luz.clientId }])
    expect(refused(await give(group.id, (await goal({ clientId: omar.clientId })).id))).toEqual(UNKNOWN)
  })

  test('neither counts nor lists an action that was deleted', async () => {
    const { id: goalId } = await goal({ clientId: client.clientId })
    const { id: actionId } = await given({ goalId })
    await app.call('DELETE /v1/action/:actionId', { params: { actionId } }, coach.token)
    expect(await read(client, goalId)).toMatchObject({ openActions: 0, actions: [] })
  })

  test('narrows the list of the whole practice', async () => {
    const { id: goalId } = await goal({ clientId: client.clientId })
    await given()
    const action = await given({ goalId, text: 'Leer en papel' })
    expect(await board({ goalId })).toEqual([action.id])
    expect(await board({ goalId, clientId: client.clientId })).toEqual([action.id])
    const stranger = await newCoach(app)
    const theirs = await newClient(app, stranger)
    expect(await board({ goalId: (await goal({ clientId: theirs.clientId }, stranger)).id })).toEqual([])
  })
})
