import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ResourceBody } from '#contract/resources/resources.ts'
import type { IsoInstant, ResourceId } from '#contract/values.ts'
import { MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { good } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { newResource } from '#test/support/resources/uploads.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

const put = (resourceId: ResourceId, body: ResourceBody) =>
  app.call('PUT /v1/resource/:resourceId', { params: { resourceId }, body }, coach.token)
const get = async (resourceId: ResourceId) =>
  good(await app.call('GET /v1/resource/:resourceId', { params: { resourceId } }, coach.token))
const text = () => newResource(app, coach, { type: 'text', body: textSaying('Respira.') })
const changes = () =>
  app.deps.db
    .selectFrom('domain_events')
    .where('coach_id', '=', coach.userId)
    .where('type', '=', 'resource.changed')
    .select('id')
    .execute()

// @spec P.150
test('of two edits of one version the second is refused and changes nothing, also within a millisecond', async () => {
  const { id, updatedAt: basedOn } = await text()
  const first = good(await put(id, { basedOn, title: 'Respirar', body: textSaying('Desde el teléfono.') }))
  const late = await put(id, { basedOn, title: 'Otro', body: textSaying('Desde la pestaña.') })
  expect([late.status, late.refusal.code]).toEqual([409, 'resource.conflict'])
  expect(await get(id)).toEqual(first)
  const over = { basedOn: first.updatedAt, title: 'Otro', body: textSaying('Desde la pestaña.') }
  expect(good(await put(id, over))).toMatchObject({ title: 'Otro', body: over.body })
})

test('of two edits at once one is stored', async () => {
  const { id, updatedAt: basedOn } = await text()
  const answers = await Promise.all(['Una', 'Otra'].map((title) => put(id, { basedOn, title })))
  const stored = answers.find(({ status }) => status === 200)!
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect((await get(id)).title).toBe(stored.body.title)
})

test('what is stored already is no conflict, as when an answer was lost, and tells nobody', async () => {
  const { id, updatedAt: basedOn } = await text()
  const sent = { basedOn, title: 'Respirar', tags: ['calma'], source: '', body: textSaying('Más.') }
  const first = good(await put(id, sent))
  const told = await changes()
  expect(good(await put(id, sent))).toEqual(first)
  expect(await changes()).toEqual(told)
})

test('nothing but an edit makes another version', async () => {
  const { id, updatedAt: basedOn } = await text()
  app.clock.advance(MINUTE_MS)
  const params = { resourceId: id }
  good(
    await app.call(
      'POST /v1/resource/:resourceId/assign',
      { params, body: { clientIds: [client.clientId] } },
      coach.token,
    ),
  )
  good(await app.call('POST /v1/resource/:resourceId/complete', { params, body: {} }, client.token))
  expect((await app.call('DELETE /v1/resource/:resourceId', { params }, coach.token)).status).toBe(204)
  good(await app.call('POST /v1/resource/:resourceId/restore', { params }, coach.token))
  expect((await get(id)).updatedAt).toBe(basedOn)
  expect(good(await put(id, { basedOn, title: 'Respirar' })).title).toBe('Respirar')
})

test('an edit that does not say what it is based on replaces what is there', async () => {
  const { id } = await text()
  good(await put(id, { title: 'Una' }))
  expect(good(await put(id, { title: 'Otra' })).title).toBe('Otra')
})

test('what it is based on has to be an instant', async () => {
  const { id } = await text()
  const answer = await put(id, { basedOn: 'ayer' as IsoInstant, title: 'Otra' })
  expect([answer.status, Object.keys(answer.refusal.fields ?? {})]).toEqual([422, ['basedOn']])
})
