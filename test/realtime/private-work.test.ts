import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { GroupDetail } from '#contract/groups.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { good, newGroup, newMember } from '#test/support/groups.ts'
import { notesIn } from '#test/support/notes/notes.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { goTo } from '#test/support/sessions.ts'
import { caughtUp, listenTo, openSocket } from '#test/support/sockets.ts'

let app: TestApp
let address: string
let coach: TestCoach
let group: GroupDetail
let client: TestClient
let member: TestClient
let stranger: TestCoach
const sockets: Socket[] = []

beforeAll(async () => {
  app = await makeApp()
  address = await app.listen()
  stranger = await newCoach(app)
})
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
  group = await newGroup(app, coach, { status: 'running' })
  client = await newClient(app, coach)
  member = await newMember(app, coach, group)
  // Nobody hears of these any more.
  await app.settle()
})
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await app.finish()
})

type Heard = { name: string; subject?: string; id?: string; body?: unknown }

/** What the coach, a second device of theirs, the client, the member and another coach hear during an action. */
async function during(act: () => Promise<unknown>): Promise<Heard[][]> {
  const open = await Promise.all(
    [coach, coach, client, member, stranger].map(async ({ token }) => {
      const socket = await openSocket(address, token)
      sockets.push(socket)
      const { memberships } = (await app.call('GET /v1/auth/me', {}, token)).body
      return { socket, heard: listenTo(socket), place: memberships.find(({ current }) => current)!.id }
    }),
  )
  await act()
  await app.settle()
  for (const { socket, place } of open) {
    const marker = () => app.deps.realtime.emit(place, 'CHANGED', { subject: 'calendar', id: 'marker' })
    await caughtUp(socket, marker, 'CHANGED')
  }
  return open.map(({ heard }) =>
    heard
      .map(({ name, payload }): Heard => ({ name, ...(payload as object) }))
      .filter(({ id }) => id !== 'marker'),
  )
}

// @spec P.101
it('tells changes of a note to every device of its coach, and to those who read it while they do', async () => {
  const notes = notesIn(app)
  const changed = (id: string) => ({ name: 'CHANGED', subject: 'note', id })
  let id = ''
  const private_ = await during(async () => {
    const note = await notes.write(coach, { groupId: group.id })
    id = note.id
    good(await notes.put(coach, note.id, { basedOn: 1, title: 'Acuerdos' }))
  })
  expect(private_).toEqual([[changed(id), changed(id)], [changed(id), changed(id)], [], [], []])
  const shared = await during(async () => {
    good(await notes.share(coach, id as never))
    good(await notes.put(coach, id as never, { basedOn: 2, title: 'Acuerdos del grupo' }))
    good(await notes.unshare(coach, id as never))
  })
  const three = [changed(id), changed(id), changed(id)]
  expect(shared).toEqual([three, three, [], three, []])
})

// @spec P.83, P.85
it('tells a memorandum to every device of its coach alone, and brings DAY_MEMORANDUM live, as it is stored', async () => {
  const description = 'Enviarle el artículo sobre delegar'
  const add = (about: object) =>
    app.call(
      'POST /v1/memorandum',
      { body: { description, date: '2027-02-02', time: '09:10', ...about } },
      coach.token,
    )
  let ids: string[] = []
  const written = await during(async () => {
    const about = [
      good(await add({ clientId: client.clientId }), 201),
      good(await add({ groupId: group.id }), 201),
    ]
    ids = about.map(({ id }) => id)
  })
  const changed = ids.map((id) => ({ name: 'CHANGED', subject: 'memorandum', id }))
  expect(written).toEqual([changed, changed, [], [], []])

  const due = await during(() => goTo(app, '2027-02-02T15:10:00.000Z'))
  const [first, second, ...others] = due
  const told = (heard: Heard[]) => heard.filter(({ name }) => name === 'DAY_MEMORANDUM')
  expect(told(first!)).toHaveLength(2)
  expect(told(second!)).toEqual(told(first!))
  expect(others).toEqual([[], [], []])
  const stored = await app.call(
    'GET /v1/notification/pending/:userId',
    { params: { userId: coach.userId }, query: {} },
    coach.token,
  )
  const live = told(first!).map(({ id }) => id)
  const kept = stored.body.notifications.filter(({ type }) => type === 'DAY_MEMORANDUM')
  expect(new Set<unknown>(kept.map(({ id }) => id))).toEqual(new Set<unknown>(live))
})

// @spec 4.21
it('tells every device of a person, and nobody else, what became of a notification, once', async () => {
  const params = { userId: coach.userId }
  const unread = good(
    await app.call('GET /v1/notification/pending/:userId', { params, query: {} }, coach.token),
  )
  // The client and the member have come.
  expect(unread.total).toBe(2)
  const notificationId = unread.data[0]!.id
  const one = { params: { notificationId } }
  const acts = [
    () => app.call('PUT /v1/notification/read/:notificationId', one, coach.token),
    () => app.call('PUT /v1/notification/all/:userId/read', { params }, coach.token),
    () => app.call('DELETE /v1/notification/:notificationId', one, coach.token),
    () => app.call('POST /v1/notification/:notificationId/restore', one, coach.token),
  ]
  const heard = await during(async () => {
    // Each twice: again it changes nothing.
    for (const act of acts.flatMap((each) => [each, each])) expect((await act()).status).toBeLessThan(300)
  })
  const told = [notificationId, coach.userId, notificationId, notificationId].map((id) => ({
    name: 'CHANGED',
    subject: 'notification',
    id,
  }))
  expect(heard).toEqual([told, told, [], [], []])
})
