import type { Socket } from 'socket.io-client'
import { afterAll, describe, expect, it } from 'vitest'
import { LONGEST_MESSAGE, type MessageDto, type SendMessageBody } from '#contract/thread.ts'
import type { MessageKey, RoomId } from '#contract/values.ts'
import { createLogger } from '#server/platform/logger.ts'
import { type Bus, createPostgresBus } from '#server/platform/realtime/bus.ts'
import { createRedisBus } from '#server/platform/realtime/redis-bus.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { formOf } from '#test/support/forms.ts'
import { good, newGroup, newMember } from '#test/support/groups.ts'
import { uploadAttachment } from '#test/support/messages/attachments.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { picture } from '#test/support/pictures.ts'
import { openTestRedis } from '#test/support/servers/redis.ts'
import { listenTo, openSocket } from '#test/support/sockets.ts'

// What somebody hears of a message does not depend on the server that their browser has found (issue 14). Another server gets
// by the bus what the one that wrote it knows, and makes of that what its own people see.

const SECRET = 'kX9v2mQ7pL4tR8wZ1sD6fG3hJ5nB0cYaUeIoTqWx'
const LOG = createLogger('silent')
const closers: (() => Promise<unknown> | void)[] = []
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

type Way = { way: string; busesOf: (database: TestDatabase) => Promise<() => Promise<Bus>> }
const WAYS: Way[] = [
  {
    way: 'NOTIFY',
    busesOf:
      async ({ connection, pool }) =>
      () =>
        createPostgresBus(connection, pool, LOG),
  },
  {
    way: 'Redis',
    busesOf: async () => {
      const redis = await openTestRedis()
      closers.push(() => redis.close())
      return () => createRedisBus(redis.url, LOG)
    },
  },
]

// @spec P.156, P.190
describe.each(WAYS)('through $way', ({ busesOf }) => {
  it('everybody hears the same once, on the server that wrote it and on the other', async () => {
    const apps = await twoServers(busesOf)
    const { coach, client, room, group, members } = await people(apps[0])
    const both = await earsOn(apps, coach)
    const ofClient = await earsOn(apps, client)
    const ofMember = await earsOn(apps, members[1])

    const sent = [await write(apps[0], client, room, { text: 'Hola, ¿cómo estás? 😊 \\ "así" \n <b>' })]
    sent.push(await write(apps[1], coach, room, { text: 'Bien', replyTo: sent[0]!.id }))
    // In Chinese a character takes three bytes: more than a notification holds, in three of them.
    sent.push(await write(apps[0], client, room, { text: '你'.repeat(LONGEST_MESSAGE) }))
    const paper = { name: 'Rueda de la vida.png', bytes: await picture() }
    const { id } = await uploadAttachment(apps[0], client, room, paper)
    sent.push(await write(apps[0], client, room, { text: '', attachments: [id] }))
    // Together, so that one statement writes several of them.
    const inGroup = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        write(apps[at % 2]!, members[at % 2]!, group, { text: `Turno ${at}` }),
      ),
    )

    const expected = sent.length + inGroup.length
    await expect.poll(() => both.map((heard) => heard(room, group).length)).toEqual([expected, expected])
    for (const roomId of [room, group]) {
      const [here, there] = both.map((heard) => heard(roomId))
      expect(there).toEqual(here)
      expect(here!.map(({ message }) => message.seq)).toEqual(here!.map((_, at) => at + 1))
    }
    // What a sender is answered is what their other tabs hear.
    await expect.poll(() => ofClient.map((heard) => heard(room).length)).toEqual([sent.length, sent.length])
    for (const heard of ofClient) expect(heard(room).map(({ message }) => message)).toEqual(sent)
    await expect.poll(() => ofMember.map((heard) => heard(group).length)).toEqual([12, 12])
    const [near, far] = ofMember.map((heard) => heard(group))
    expect(far).toEqual(near)
    // To each other, members are first names.
    const names = far!.map(({ message: { sender } }) => `${sender.name} ${sender.lastName}`.trim())
    expect(new Set(names)).toEqual(new Set(['Luz', 'Sol Vega']))
  })
})

async function twoServers(busesOf: Way['busesOf']): Promise<[TestApp, TestApp]> {
  const database = await openTestDatabase()
  closers.push(() => database.close())
  const open = await busesOf(database)
  const apps: TestApp[] = []
  for (const _server of [1, 2]) {
    const app = await makeApp({
      database,
      bus: await open(),
      env: { TOKEN_SECRET: SECRET },
      clock: apps[0]?.clock,
    })
    apps.push(app)
    closers.push(() => app.close())
  }
  return apps as [TestApp, TestApp]
}

async function people(app: TestApp) {
  const coach = await newCoach(app)
  const client = await newClient(app, coach, { name: 'Eva', lastName: 'Ríos' })
  const photo = { field: 'photo', file: 'foto.png', type: 'image/png', bytes: await picture() }
  const url = `/v1/user/${client.userId}/photo`
  expect((await app.send({ method: 'POST', url, token: client.token, ...formOf(photo) })).status).toBe(200)
  const group = await newGroup(app, coach)
  const members = [await newMember(app, coach, group, 'Luz'), await newMember(app, coach, group, 'Sol')]
  return {
    coach,
    client,
    room: client.clientId as string as RoomId,
    group: group.id as string as RoomId,
    members: members as [TestClient, TestClient],
  }
}

type News = { message: MessageDto }

/** What somebody hears of the messages of rooms on each of the servers, as a browser shows them: by their numbers. */
async function earsOn(apps: TestApp[], { token }: TestCoach | TestClient) {
  const sockets: Socket[] = []
  for (const app of apps) sockets.push(await openSocket(await addressOf(app), token))
  closers.push(() => sockets.forEach((socket) => socket.close()))
  return sockets.map((socket) => {
    const heard = listenTo(socket)
    return (...rooms: RoomId[]): News[] =>
      heard
        .flatMap(({ name, payload }) => (name === 'NEW_MESSAGE' ? [payload as News] : []))
        .filter(({ message }) => rooms.includes(message.roomId))
        .toSorted((one, other) => one.message.seq - other.message.seq)
  })
}

const addresses = new Map<TestApp, Promise<string>>()
function addressOf(app: TestApp): Promise<string> {
  const known = addresses.get(app) ?? app.listen()
  addresses.set(app, known)
  return known
}

async function write(
  app: TestApp,
  { token }: { token: string },
  roomId: RoomId,
  said: Partial<SendMessageBody>,
): Promise<MessageDto> {
  const body = { text: '', clientKey: app.deps.newId<MessageKey>(), ...said }
  return good(await app.call('POST /v1/message/:roomId', { params: { roomId }, body }, token), 201)
}
