import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SessionUser } from '#contract/account/auth.ts'
import type { ClientId, MessageKey, RoomId, UserId } from '#contract/values.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { toIso } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { formOf } from '#test/support/forms.ts'
import { good } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { picture } from '#test/support/pictures.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

async function write(sender: { token: string }, text: string, to = client) {
  app.clock.advance(60_000)
  const params = { roomId: to.clientId as string as RoomId }
  const body = { text, clientKey: app.deps.newId<MessageKey>() }
  good(await app.call('POST /v1/message/:roomId', { params, body }, sender.token), 201)
}

const rooms = ({ token }: { token: string }, query: object = {}) =>
  app.call('GET /v1/message/rooms', { query: { direction: 'asc', ...query } }, token)
const pending = ({ token, userId }: { token: string; userId: UserId }, query: object = {}) =>
  app.call('GET /v1/notification/message/pending/:userId', { params: { userId }, query }, token)

describe('the rooms of a person (spec §7)', () => {
  test('are read as `rooms`, each with its last message and what is unread', async () => {
    const second = await newClient(app, coach)
    await write(client, 'Hola, Ana')
    await write(second, 'Buenos días', second)
    const { status, body } = await rooms(coach, { role: 'coach' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 2, page: 1, items: 10 })
    expect(body.rooms).toEqual(body.data)
    expect(body.rooms).toMatchObject([
      { roomId: second.clientId, type: 'Client', unread: 1, last: { text: 'Buenos días', own: false } },
      { roomId: client.clientId, type: 'Client', unread: 1, last: { text: 'Hola, Ana', seq: 1 } },
    ])
    expect((await rooms(coach, { items: 1, page: 2 })).body).toMatchObject({
      total: 2,
      rooms: [{ roomId: client.clientId }],
    })
  })

  test('a client has the one with the coach, whatever role the query says', async () => {
    await write(coach, 'Nos vemos el jueves')
    const other = await newClient(app, coach)
    await write(other, 'Solo para la coach', other)
    for (const role of ['client', 'member', 'collaborator', 'coach', undefined]) {
      const { body } = await rooms(client, role === undefined ? {} : { role })
      expect(body.rooms).toMatchObject([
        { roomId: client.clientId, name: 'Ana', lastName: 'López', unread: 1, last: { own: false } },
      ])
    }
    const mine = await rooms(coach)
    expect(mine.body.rooms.find(({ roomId }) => roomId === (client.clientId as string))).toMatchObject({
      unread: 0,
      last: { own: true },
    })
  })

  test('begin with the one that was written in last, or end with it; what was read is not unread', async () => {
    const second = await newClient(app, coach)
    await write(second, 'Buenos días', second)
    for (const text of ['Uno', 'Dos', 'Tres']) await write(client, text)
    const listed = async (query: object) =>
      (await rooms(coach, query)).body.rooms.map(({ roomId, unread }) => [roomId as string, unread])
    expect(await listed({})).toEqual([
      [client.clientId, 3],
      [second.clientId, 1],
    ])
    const params = { roomId: client.clientId as string as RoomId }
    good(await app.call('PUT /v1/message/:roomId/read', { params, body: { readSeq: 2 } }, coach.token))
    expect(await listed({ direction: 'desc' })).toEqual([
      [second.clientId, 1],
      [client.clientId, 1],
    ])
    expect((await pending(coach)).body.total).toBe(2)
    expect((await rooms(coach, { page: 3 })).body).toMatchObject({ total: 2, rooms: [] })
  })

  // @spec 2.22, P.50
  test('of many, the one with something new is in the menu and on the dashboard, however old it is', async () => {
    await write(client, 'Hola, Ana')
    app.clock.advance(60_000)
    const ids = Array.from({ length: 60 }, () => app.deps.newId<ClientId>())
    const at = toTimestamp(app.clock.now())
    const practice = { coach_id: coach.userId, created_at: at }
    const invited = { role: 'client', status: 'invited', timezone: 'UTC', updated_at: at } as const
    const person = { ...invited, name: 'Luz', last_name: 'Vega' }
    const others = ids.map((id) => ({ ...practice, ...person, id, email: `${id}@correo.example` }))
    const { db } = app.deps
    await db.insertInto('clients').values(others).execute()
    const written = { type: 'Client', last_seq: 1, revision: 1, last_at: at } as const
    const opened = ids.map((id) => ({ ...practice, ...written, id: id as string as RoomId, client_id: id }))
    await db.insertInto('message_rooms').values(opened).execute()

    expect((await rooms(coach, { items: 50 })).body).toMatchObject({ total: 61 })
    expect((await pending(coach)).body.total).toBe(1)
    const waiting = [{ roomId: client.clientId, unread: 1 }]
    expect((await rooms(coach, { items: 50, unread: true })).body).toMatchObject({ total: 1, rooms: waiting })
    const { body } = await app.call('GET /v1/dashboard', {}, coach.token)
    expect(body.coach).toMatchObject({ unreadRooms: 1, unread: waiting })
    expect((await rooms(client, { unread: true })).body).toMatchObject({ total: 0, rooms: [] })
  })

  test('an unknown role or direction is named', async () => {
    const { status, refusal } = await rooms(coach, { role: 'admin', direction: 'up' })
    expect([status, refusal.code]).toEqual([422, 'request.invalid'])
    expect(Object.keys(refusal.fields ?? {}).toSorted()).toEqual(['direction', 'role'])
  })

  test('another practice sees nothing of them', async () => {
    await write(client, 'Hola')
    const stranger = await newCoach(app)
    const strangersClient = await newClient(app, stranger)
    expect((await rooms(stranger)).body).toMatchObject({ total: 0, rooms: [] })
    expect((await rooms(strangersClient)).body).toMatchObject({ total: 0, rooms: [] })
    expect((await pending(stranger)).body).toMatchObject({ total: 0, data: [] })
  })
})

test('rooms and messages show the photo of whom one talks to, at an address that opens', async () => {
  const form = formOf({ field: 'photo', file: 'foto.png', type: 'image/png', bytes: await picture() })
  const addPhoto = async ({ token, userId }: { token: string; userId: UserId }) => {
    const answer = await app.send({ method: 'POST', url: `/v1/user/${userId}/photo`, token, ...form })
    return (answer.body as SessionUser).photo
  }
  const [coachPhoto, clientPhoto] = [await addPhoto(coach), await addPhoto(client)]
  expect((await app.send({ method: 'GET', url: clientPhoto!.fileURL })).status).toBe(200)
  await write(client, 'Hola')
  expect((await rooms(coach)).body.rooms).toMatchObject([
    { photo: clientPhoto, last: { sender: { photo: clientPhoto } } },
  ])
  expect((await pending(coach)).body.data[0]?.body.sender.photo).toEqual(clientPhoto)
  await write(coach, 'Hola, Mariana')
  expect((await rooms(client)).body.rooms).toMatchObject([
    { photo: coachPhoto, last: { sender: { photo: coachPhoto } } },
  ])
})

// @spec 3.13, 7.16
describe('unread messages as notifications (spec §3)', () => {
  test('carry when, who, and which room, and never the text', async () => {
    await write(client, 'Uno')
    await write(client, 'Dos')
    const { status, body } = await pending(coach, { direction: 'desc', items: 1 })
    expect(status).toBe(200)
    expect(body).toEqual({
      total: 2,
      page: 1,
      items: 1,
      data: [
        {
          createdAt: toIso(app.clock.now()),
          body: {
            sender: { name: 'Mariana', lastName: 'Torres', photo: null },
            type: 'Client',
            roomId: client.clientId,
          },
        },
      ],
    })
    expect((await pending(client)).body.total).toBe(0)
    expect((await pending(coach, { page: 5 })).body).toMatchObject({ total: 2, data: [] })
  })

  test('of somebody else are not to be had', async () => {
    const { status, refusal } = await pending({ token: client.token, userId: coach.userId })
    expect([status, refusal.code]).toEqual([404, 'user.not_found'])
  })
})
