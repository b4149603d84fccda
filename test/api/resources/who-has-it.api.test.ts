import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ResourceId } from '#contract/values.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { good, newGroup } from '#test/support/groups.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { newResource } from '#test/support/resources/uploads.ts'
import { MINUTE_MS } from '#time/clock.ts'

let app: TestApp
let coach: TestCoach
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
})

const ASSIGN = 'POST /v1/resource/:resourceId/assign'
const list = (resourceId: ResourceId, query: object = {}, { token }: { token: string } = coach) =>
  app.call('GET /v1/resource/:resourceId/assign', { params: { resourceId }, query }, token)
const give = async (resourceId: ResourceId, body: object) =>
  good(await app.call(ASSIGN, { params: { resourceId }, body }, coach.token))

// @spec P.109
test('who has a resource comes in pages, with people by name, while the resource counts all of them', async () => {
  const { id } = await newResource(app, coach)
  const group = await newGroup(app, coach)
  const luz = await newClient(app, coach, { name: 'Luz', groupId: group.id })
  await newClient(app, coach, { name: 'Álvaro', groupId: group.id })
  const clients = [await newClient(app, coach), await newClient(app, coach), await newClient(app, coach)]
  await give(id, { clientIds: clients.map(({ clientId }) => clientId), message: 'Para ti.' })
  app.clock.advance(MINUTE_MS)
  await give(id, { groupIds: [group.id] })
  await app.call('POST /v1/resource/:resourceId/view', { params: { resourceId: id } }, luz.token)
  const first = good(await list(id, { items: 2 }))
  expect(first).toMatchObject({
    total: 4,
    page: 1,
    items: 2,
    data: [
      {
        groupId: group.id,
        groupName: group.name,
        people: [
          { name: 'Álvaro', state: 'assigned' },
          { name: 'Luz', state: 'viewed' },
        ],
      },
      { message: 'Para ti.' },
    ],
  })
  const second = good(await list(id, { items: 2, page: 2 }))
  expect(second).toMatchObject({ total: 4, page: 2, items: 2 })
  const people = [...first.data, ...second.data].flatMap(({ clientId }) => clientId ?? [])
  expect(people.toSorted()).toEqual(clients.map(({ clientId }) => clientId).toSorted())
  expect(good(await list(id, { page: 2 }))).toMatchObject({ total: 4, data: [] })
  const { body } = await app.call('GET /v1/resource/:resourceId', { params: { resourceId: id } }, coach.token)
  expect(body).toMatchObject({ usedBy: 5, viewedBy: 1, completedBy: 0 })
})

test('a page has its bounds', async () => {
  const { id } = await newResource(app, coach)
  expect(good(await list(id))).toEqual({ data: [], total: 0, page: 1, items: 10 })
  for (const query of [{ items: 0 }, { items: 101 }, { page: 0 }, { page: 'x' }, { state: 'viewed' }]) {
    const { status, refusal } = await list(id, query)
    expect([status, refusal.code]).toEqual([422, 'request.invalid'])
  }
})

// @spec P.109
test('only its coach reads it; another practice’s, an unknown and a deleted resource are not found', async () => {
  const { id } = await newResource(app, coach)
  const client = await newClient(app, coach)
  await give(id, { clientIds: [client.clientId] })
  const codes = async (...answers: ReturnType<typeof list>[]) =>
    (await Promise.all(answers)).map(({ status, refusal }) => `${status} ${refusal.code}`)
  expect(
    await codes(
      list(id, {}, await newCoach(app)),
      list('01920000-0000-7000-8000-000000000000' as ResourceId),
      list(id, {}, client),
      list(id, {}, await newCoach(app, { paid: false })),
    ),
  ).toEqual([
    '404 resource.not_found',
    '404 resource.not_found',
    '403 auth.forbidden',
    '402 payment.required',
  ])
  await app.call('DELETE /v1/resource/:resourceId', { params: { resourceId: id } }, coach.token)
  expect(await codes(list(id))).toEqual(['404 resource.not_found'])
})
