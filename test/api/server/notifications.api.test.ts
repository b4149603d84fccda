import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NotificationId, UserId } from '#contract/values.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { add, good, newGroup, newMember, read as groupOf } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, close, goTo, hours, made } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

const NOBODY = '01920000-0000-7000-8000-000000000000'

type Person = { token: string; userId: UserId }

const all = ({ token, userId }: Person, query: object = {}) =>
  app.call('GET /v1/notification/all/:userId', { params: { userId }, query }, token)
const pending = ({ token, userId }: Person, query: object = {}) =>
  app.call('GET /v1/notification/pending/:userId', { params: { userId }, query }, token)
const read = ({ token }: Person, notificationId: NotificationId) =>
  app.call('PUT /v1/notification/read/:notificationId', { params: { notificationId } }, token)
const remove = ({ token }: Person, notificationId: NotificationId) =>
  app.call('DELETE /v1/notification/:notificationId', { params: { notificationId } }, token)
const restore = ({ token }: Person, notificationId: NotificationId) =>
  app.call('POST /v1/notification/:notificationId/restore', { params: { notificationId } }, token)
const readAll = ({ token, userId }: Person) =>
  app.call('PUT /v1/notification/all/:userId/read', { params: { userId } }, token)

/** A client with three notifications, oldest first. */
async function told(): Promise<{ coach: TestCoach; client: TestClient; ids: NotificationId[] }> {
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  for (const hour of [15, 16, 17]) {
    await made(book(app, coach, client, `2027-02-04T${hour}:00:00Z`))
    app.clock.advance(1000)
    await app.settle()
  }
  const { body } = await all(client)
  return { coach, client, ids: body.data.map(({ id }) => id) }
}

describe('the list', () => {
  // @spec 7.15
  test('is in pages by age, under both names', async () => {
    const { client, ids } = await told()
    const { status, body } = await all(client, { items: 2 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 3, page: 1, items: 2 })
    expect(body.notifications).toEqual(body.data)
    expect(body.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const newest = await all(client, { direction: 'desc', items: 1 })
    expect(newest.body.data.map(({ id }) => id)).toEqual(ids.slice(2))
    expect((await all(client, { page: 9 })).body).toMatchObject({ total: 3, data: [] })
  })

  // @spec 3.10
  test('carries what the type needs (spec §3)', async () => {
    const { coach, client } = await told()
    expect((await all(client)).body.data[0]).toMatchObject({
      type: 'NEW_SESSION_FROM_COACH',
      readAt: null,
      body: {
        coach: { name: 'Ana', lastName: 'López' },
        client: { id: client.clientId, name: 'Mariana', lastName: 'Torres' },
        startsAt: '2027-02-04T15:00:00.000Z',
        title: 'Sesión 1 con Ana',
      },
    })
    expect((await all(coach)).body.data[0]).toMatchObject({
      type: 'CLIENT_INVITATION_ACEPTED',
      body: { name: 'Mariana', lastName: 'Torres', client: client.clientId },
    })
  })

  test('is one’s own: any other user is unknown', async () => {
    const { coach, client } = await told()
    for (const userId of [coach.userId, NOBODY as UserId]) {
      const other = { token: client.token, userId }
      for (const answer of [await all(other), await pending(other), await readAll(other)]) {
        expect([answer.status, answer.refusal.code]).toEqual([404, 'user.not_found'])
      }
    }
  })
})

describe('reading', () => {
  // @spec 4.21, 7.15
  test('takes one off the pending ones and keeps when it was first', async () => {
    const { client, ids } = await told()
    const first = await read(client, ids[1]!)
    const readAt = first.body.readAt
    expect(readAt).not.toBeNull()
    app.clock.advance(5000)
    expect((await read(client, ids[1]!)).body.readAt).toBe(readAt)
    const { body } = await pending(client)
    expect([body.total, body.data.map(({ id }) => id)]).toEqual([2, [ids[0], ids[2]]])
    expect((await all(client)).body.total).toBe(3)
  })

  test('all of them puts the dot out', async () => {
    const { client, coach } = await told()
    const { status } = await readAll(client)
    expect(status).toBe(204)
    expect((await pending(client)).body.total).toBe(0)
    expect((await all(client)).body.data.every(({ readAt }) => readAt !== null)).toBe(true)
    expect((await pending(coach)).body.total).toBeGreaterThan(0)
  })
})

// @spec 4.21, 7.15
describe('deleting', () => {
  test('can be undone', async () => {
    const { client, ids } = await told()
    expect((await remove(client, ids[0]!)).status).toBe(204)
    expect((await remove(client, ids[0]!)).status).toBe(204)
    expect((await all(client)).body).toMatchObject({ total: 2 })
    expect((await pending(client)).body).toMatchObject({ total: 2 })
    expect((await read(client, ids[0]!)).refusal.code).toBe('notification.not_found')
    const back = await restore(client, ids[0]!)
    expect([back.status, back.body.id, back.body.readAt]).toEqual([200, ids[0], null])
    expect((await all(client)).body.data.map(({ id }) => id)).toEqual(ids)
  })

  test('touching those of others is like touching nothing', async () => {
    const { coach, ids } = await told()
    for (const id of [ids[0]!, NOBODY as NotificationId]) {
      for (const act of [read, remove, restore]) {
        const { status, refusal } = await act(coach, id)
        expect([status, refusal.code]).toEqual([404, 'notification.not_found'])
      }
    }
  })
})

describe('live (spec §4)', () => {
  test('each side is sent what is news to it, after it was stored', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    await app.settle()
    const emit = vi.spyOn(app.deps.realtime, 'emit')
    const memberships = await app.deps.db
      .selectFrom('memberships')
      .select(['id', 'user_type'])
      .where('coach_id', '=', coach.userId)
      .execute()
    const side = (id: string) => memberships.find((membership) => membership.id === id)?.user_type
    /** What was sent since the last look, as "client SESSION_CONFIRMED". */
    const sent = async () => {
      await app.settle()
      // Other practices of this file have timers too.
      const calls = emit.mock.calls.splice(0).filter(([to]) => side(to))
      return calls.map(([to, name, payload]) => {
        const subject = name === 'CHANGED' ? `:${(payload as { subject: string }).subject}` : ''
        return `${side(to)} ${name}${subject}`
      })
    }
    const both = ['coach CHANGED:session', 'client CHANGED:session']

    const { id } = await made(ask(app, client))
    expect(await sent()).toEqual(['coach NEW_SESSION_FROM_CLIENT', ...both])
    await made(app.call('POST /v1/session/:sessionId/confirm', { params: { sessionId: id } }, coach.token))
    expect(await sent()).toEqual(['client SESSION_CONFIRMED', ...both])
    await goTo(app, '2027-02-04T14:52:00Z', coach, client)
    expect(await sent()).toEqual(['coach 10_MINS_TO_START', 'client 10_MINS_TO_START'])
    await goTo(app, '2027-02-04T15:55:00Z', coach, client)
    const closed = await made(close(app, coach, id, { actions: [{ text: 'Practicar' }] }))
    expect(await sent()).toEqual([
      'client SESSION_CLOSED',
      ...both,
      'coach CHANGED:action',
      'client CHANGED:action',
    ])
    const actionId = closed.actions[0]!.id
    await app.call(
      'PUT /v1/action/:actionId/status',
      { params: { actionId }, body: { status: 'done' } },
      client.token,
    )
    expect(await sent()).toEqual(['coach CHANGED:action', 'client CHANGED:action'])
    // The live event carries exactly what the list shows.
    const stored = (await all(client)).body.data.at(-1)
    await made(book(app, coach, client, '2027-02-10T15:00:00Z'))
    await app.settle()
    const live = emit.mock.calls.find(([, name]) => name === 'NEW_SESSION_FROM_COACH')![2]
    const list = (await all(client)).body.data
    expect(list.at(-1)).toEqual(live)
    expect(list.at(-2)).toEqual(stored)
  })
})

describe('a group that somebody is no longer in', () => {
  test('hides the notifications of its sessions, and shows them to a member who is added again', async () => {
    const coach = await newCoach(app)
    const group = await newGroup(app, coach)
    const luz = await newMember(app, coach, group, 'Luz')
    await made(book(app, coach, luz, '2027-02-05T15:00:00Z'))
    await made(
      app.call(
        'POST /v1/session',
        { body: { type: 'Group', groupId: group.id, ...hours(OFFERED), outsideHours: true } },
        coach.token,
      ),
    )
    await app.settle()
    const { body } = await all(luz)
    const ofGroup = body.data.find(({ body: { group: id } }) => id === group.id)!
    expect(body.total).toBe(2)

    const { people } = await groupOf(app, coach, group)
    const place = {
      groupId: group.id,
      memberId: people!.find(({ clientId }) => clientId === luz.clientId)!.id,
    }
    good(await app.call('DELETE /v1/group/:groupId/member/:memberId', { params: place }, coach.token))
    const after = (await all(luz)).body
    expect([after.total, after.data.map(({ id }) => id)]).toEqual([
      1,
      body.data.filter(({ id }) => id !== ofGroup.id).map(({ id }) => id),
    ])
    expect((await pending(luz)).body.total).toBe(1)
    const refused = [
      await read(luz, ofGroup.id),
      await remove(luz, ofGroup.id),
      await restore(luz, ofGroup.id),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])

    good(await add(app, coach, group, { clientId: luz.clientId }), 201)
    expect((await all(luz)).body.total).toBe(2)
  })
})
