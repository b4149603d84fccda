import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MembershipId, ResourceId, SessionId } from '#contract/values.ts'
import type { CallState } from '#contract/video/signals.ts'
import { createLogger } from '#server/platform/logger.ts'
import { createPostgresBus } from '#server/platform/realtime/bus.ts'
import { addMinutes, fromIso, toIso } from '#time/clock.ts'
import { TEST_NOW, type TestApp, makeApp } from '#test/support/app.ts'
import { MEDIA, type Tab, asked, goIn, heardOf, joined, openTab } from '#test/support/calls.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { assignmentsOf } from '#test/support/resources/giving.ts'
import { newResource } from '#test/support/resources/uploads.ts'
import { book, made } from '#test/support/sessions.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'

// What a coach shows to everybody in a call, through two servers on one database.

const SOON = toIso(addMinutes(fromIso(TEST_NOW), 5))

let database: TestDatabase
const apps: TestApp[] = []
const addresses: string[] = []
const tabs: Tab[] = []
let coach: TestCoach
let client: TestClient
let sessionId: SessionId
let resourceId: ResourceId

beforeAll(async () => {
  database = await openTestDatabase()
  for (const _server of [1, 2]) {
    const bus = await createPostgresBus(database.connection, database.pool, createLogger('silent'))
    const app = await makeApp({ database, bus, env: { TOKEN_SECRET }, clock: apps[0]?.clock })
    apps.push(app)
    addresses.push(await app.listen())
  }
})
beforeEach(async () => {
  app().clock.set(fromIso(TEST_NOW))
  coach = await newCoach(app())
  client = await newClient(app(), coach)
  sessionId = (await made(book(app(), coach, client, SOON))).id
  resourceId = await given(coach, { sessionId })
})
afterAll(async () => {
  for (const { socket } of tabs) socket.close()
  for (const each of apps) await each.close()
  await database.close()
})

const app = () => apps[0]!
async function tabOf(who: { token: string }, server: 0 | 1 = 0): Promise<Tab> {
  const tab = await openTab(addresses[server]!, who)
  tabs.push(tab)
  return tab
}

/** A resource that was given to a client, or with a session. */
async function given(
  owner: TestCoach,
  to: { sessionId: SessionId } | { clientIds: TestClient['clientId'][] },
): Promise<ResourceId> {
  // Of the same fields a second one would be the first.
  const title = 'sessionId' in to ? 'Respiración' : 'Rueda de la vida'
  const { id } = await newResource(app(), owner, { title })
  const body = { clientIds: [], groupIds: [], ...to }
  await app().call('POST /v1/resource/:resourceId/assign', { params: { resourceId: id }, body }, owner.token)
  return id
}

const showTo = (tab: Tab, shown: ResourceId | null, of = sessionId) =>
  asked(tab, 'CALL_SHOW', { sessionId: of, resourceId: shown })
const shownTo = (tab: Tab) =>
  heardOf<CallState>(tab, 'CALL_PEERS')
    .toSorted((one, other) => one.revision - other.revision)
    .at(-1)?.shown

async function twoInCall(): Promise<{ hers: Tab; theirs: Tab }> {
  const [hers, theirs] = [await tabOf(coach, 0), await tabOf(client, 1)]
  await joined(hers, sessionId)
  await joined(theirs, sessionId)
  return { hers, theirs }
}

// @spec P.301
test('both see what the coach shows, also who comes back, until it is shown no more', async () => {
  const { hers, theirs } = await twoInCall()
  const shown = { resourceId, title: 'Respiración' }
  expect(await showTo(hers, resourceId)).toEqual({})
  for (const tab of [hers, theirs]) await expect.poll(() => shownTo(tab)).toEqual(shown)
  theirs.socket.close()
  const back = await tabOf(client, 1)
  expect((await joined(back, sessionId)).shown).toEqual(shown)
  expect(await showTo(hers, null)).toEqual({})
  for (const tab of [hers, back]) await expect.poll(() => shownTo(tab)).toBeNull()
})

/** Their connections are cut, and they are missed. */
async function lose(...lost: Tab[]): Promise<void> {
  for (const { socket } of lost) socket.close()
  const people = [coach.userId, client.userId]
  const { rows } = await database.pool.query<{ id: MembershipId }>(
    'select id from memberships where user_id = any($1)',
    [people],
  )
  // Else their servers would note that they are there, at whatever time.
  const isAnybodyThere = () => rows.some(({ id }) => apps.some(({ deps }) => deps.realtime.isOnline(id)))
  await expect.poll(isAnybodyThere).toBe(false)
  app().clock.set(addMinutes(fromIso(TEST_NOW), 1))
}

test('it ends with the coach who leaves, and with a call that everybody was lost from', async () => {
  const { hers, theirs } = await twoInCall()
  expect(await showTo(hers, resourceId)).toEqual({})
  await asked(hers, 'CALL_LEAVE', { sessionId })
  await expect.poll(() => shownTo(theirs)).toBeNull()
  expect((await joined(hers, sessionId)).shown).toBeNull()
  expect(await showTo(hers, resourceId)).toEqual({})
  await lose(hers, theirs)
  expect((await joined(await tabOf(client), sessionId)).shown).toBeNull()
})

test('it ends with the coach who was lost, once the client who stays is told', async () => {
  const { hers, theirs } = await twoInCall()
  expect(await showTo(hers, resourceId)).toEqual({})
  await expect.poll(() => shownTo(theirs)).toMatchObject({ resourceId })
  await lose(hers, theirs)
  const back = { ...(await tabOf(client, 1)), peerId: theirs.peerId }
  expect(await goIn(back, sessionId, true)).toMatchObject({ shown: { resourceId } })
  back.socket.emit('CALL_MEDIA', { sessionId, media: { ...MEDIA, hand: true } })
  await expect.poll(() => shownTo(back)).toBeNull()
})

test('it outlives an outage that cut everybody', async () => {
  const { hers, theirs } = await twoInCall()
  expect(await showTo(hers, resourceId)).toEqual({})
  await lose(hers, theirs)
  const back = { ...(await tabOf(coach)), peerId: hers.peerId }
  expect(await goIn(back, sessionId, true)).toMatchObject({ shown: { resourceId } })
})

test('what is taken back is shown to nobody who comes later', async () => {
  const { hers, theirs } = await twoInCall()
  await showTo(hers, resourceId)
  await expect.poll(() => shownTo(theirs)).toMatchObject({ resourceId })
  const [assignment] = await assignmentsOf(app(), coach, resourceId)
  const params = { resourceId, assignmentId: assignment!.id }
  await app().call('DELETE /v1/resource/:resourceId/assign/:assignmentId', { params }, coach.token)
  expect((await joined(await tabOf(client, 0), sessionId)).shown).toBeNull()
  // Given again it is not shown again by itself.
  await app().call('POST /v1/resource/:resourceId/assign/:assignmentId/restore', { params }, coach.token)
  expect((await joined(await tabOf(client, 0), sessionId)).shown).toBeNull()
  expect(await showTo(hers, resourceId)).toEqual({})
})

// @spec P.301
test('nobody shows what the other may not open, and no client shows anything', async () => {
  const { hers, theirs } = await twoInCall()
  const other = await newCoach(app())
  const [foreign, ofAnotherWay] = [
    await given(other, { clientIds: [(await newClient(app(), other)).clientId] }),
    // They have it, and not with this session.
    await given(coach, { clientIds: [client.clientId] }),
  ]
  for (const wrong of [foreign, ofAnotherWay]) {
    expect(await showTo(hers, wrong)).toEqual({ error: 'resource.not_found' })
  }
  expect(await showTo(theirs, resourceId)).toEqual({ error: 'auth.forbidden' })
  expect(await showTo(hers, 'nothing' as ResourceId)).toEqual({ error: 'request.invalid' })
  // From outside: another coach, and the coach's own second tab.
  for (const tab of [await tabOf(other), await tabOf(coach, 1)]) {
    expect(await showTo(tab, resourceId)).toEqual({ error: 'call.not_in' })
  }
  expect(await showTo(await tabOf(client), resourceId)).toEqual({ error: 'auth.forbidden' })
  expect((await joined(await tabOf(client, 0), sessionId)).shown).toBeNull()
})
