import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServerEvents } from '#contract/events.ts'
import { LONGEST_MESSAGE, type MessageDto, type SendMessageBody } from '#contract/thread.ts'
import type { GroupId, MessageKey, RoomId } from '#contract/values.ts'
import type { TestApp } from '#test/support/app.ts'
import { formOf } from '#test/support/forms.ts'
import { good, newGroup, newMember } from '#test/support/groups.ts'
import { uploadAttachment } from '#test/support/messages/attachments.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { picture } from '#test/support/pictures.ts'
import { WAYS, openTwoServers } from '#test/support/servers/buses.ts'
import { listenTo, openSocket } from '#test/support/sockets.ts'

// What somebody hears of a message does not depend on the server that their browser has found (issue 14). Another server gets
// by the bus what the one that wrote it knows, and makes of that what its own people see.

let servers: Awaited<ReturnType<typeof openTwoServers>>
let apps: readonly [TestApp, TestApp]
const sockets: Socket[] = []

// @spec P.156, P.190
describe.each(WAYS)('through $way', (way) => {
  beforeAll(async () => {
    servers = await openTwoServers(way)
    apps = servers.apps
  })
  afterAll(async () => {
    for (const socket of sockets.splice(0)) socket.close()
    await servers.close()
  })

  it('everybody hears the same once, on the server that wrote it and on the other', async () => {
    const { coach, client, room, group, members } = await people()
    const both = await earsOn(coach)
    const ofClient = await earsOn(client)
    const ofMember = await earsOn(members[1])

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
    // And nothing once more, however late.
    await hearEverything(coach, both)
    expect(both.map((heard) => heard(room, group).length)).toEqual([expected, expected])
    await hearEverything(client, ofClient)
    expect(ofClient.map((heard) => heard(room).length)).toEqual([sent.length, sent.length])
    // To each other, members are first names.
    const names = far!.map(({ message: { sender } }) => `${sender.name} ${sender.lastName}`.trim())
    expect(new Set(names)).toEqual(new Set(['Luz', 'Sol Vega']))
  })

  it('what is changed, deleted and read is heard the same on the server where it happens and on the other', async () => {
    const { coach, client, room } = await people()
    const [ofCoach, ofClient] = [await earsOn(coach), await earsOn(client)]
    const { id: messageId, roomId } = await write(apps[0], client, room, { text: 'Hola' })
    const params = { messageId }
    const edited = await apps[0].call(
      'PUT /v1/message/entry/:messageId',
      { params, body: { text: 'Hola, Ana 😊' } },
      client.token,
    )
    const received = await mark(apps[1], coach, room, { deliveredSeq: 1 })
    const seen = await mark(apps[0], coach, room, { readSeq: 1 })
    const deleted = await apps[1].call('DELETE /v1/message/entry/:messageId', { params }, client.token)
    const changes = [good(edited), good(deleted)]
    const reads = [received, seen].map((read) => ({ roomId, ...read }))
    expect(changes.map(({ text, deletedAt }) => [text, deletedAt !== null])).toEqual([
      ['Hola, Ana 😊', false],
      ['', true],
    ])
    for (const heard of [...ofCoach, ...ofClient]) {
      await expect.poll(() => byRevision(heard.all('MESSAGE_CHANGED'))).toEqual(changes)
      await expect.poll(() => byReadSeq(heard.all('MESSAGES_READ'))).toEqual(reads)
    }
    await hearEverything(coach, ofCoach)
    await hearEverything(client, ofClient)
    for (const heard of [...ofCoach, ...ofClient]) {
      expect([heard.all('MESSAGE_CHANGED').length, heard.all('MESSAGES_READ').length]).toEqual([2, 2])
    }
  })

  it('who leaves a group at one server hears nothing more of it at the other', async () => {
    const { coach, group: roomId, members } = await people()
    const [leaves, stays] = members
    const [ears, others] = [await earsOn(leaves), await earsOn(stays)]
    const before = await write(apps[0], stays, roomId, { text: 'Antes' })
    for (const heard of [...ears, ...others]) await expect.poll(() => heard(roomId).length).toBe(1)

    const params = { groupId: roomId as string as GroupId }
    good(await apps[0].call('POST /v1/group/:groupId/leave', { params }, leaves.token), 204)
    for (const app of apps) {
      const { id: messageId } = await write(app, stays, roomId, { text: 'Después' })
      const entry = { params: { messageId }, body: { text: 'Después, otra vez' } }
      good(await app.call('PUT /v1/message/entry/:messageId', entry, stays.token))
      good(await app.call('DELETE /v1/message/entry/:messageId', { params: { messageId } }, stays.token))
      await mark(app, coach, roomId, { readSeq: app === apps[0] ? 1 : 2 })
    }
    for (const heard of others) {
      await expect.poll(() => heard(roomId).length).toBe(3)
      await expect.poll(() => heard.all('MESSAGE_CHANGED').length).toBe(4)
      await expect.poll(() => heard.all('MESSAGES_READ').length).toBe(2)
    }
    await hearEverything(leaves, ears)
    for (const heard of ears) {
      expect(heard(roomId).map(({ message }) => message.id)).toEqual([before.id])
      expect([...heard.all('MESSAGE_CHANGED'), ...heard.all('MESSAGES_READ')]).toEqual([])
    }
  })
})

async function people() {
  const app = apps[0]
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

/** What somebody hears on each of the servers; of the messages of rooms as a browser shows them: by their numbers. */
async function earsOn({ token }: TestCoach | TestClient) {
  const ears = []
  for (const app of apps) {
    const socket = await openSocket(await addressOf(app), token)
    sockets.push(socket)
    const heard = listenTo(socket)
    const all = <Name extends keyof ServerEvents>(name: Name) =>
      heard
        .filter((event) => event.name === name)
        .map(({ payload }) => payload as Parameters<ServerEvents[Name]>[0])
    const of = (...rooms: RoomId[]): News[] =>
      all('NEW_MESSAGE')
        .filter(({ message }) => rooms.includes(message.roomId))
        .toSorted((one, other) => one.message.seq - other.message.seq)
    ears.push(Object.assign(of, { all }))
  }
  return ears
}

/** Returns once somebody has heard all that both servers had to say: what each says last arrives last. */
async function hearEverything(
  { token }: { token: string },
  ears: Awaited<ReturnType<typeof earsOn>>,
): Promise<void> {
  const { memberships } = good(await apps[0].call('GET /v1/auth/me', {}, token))
  const place = memberships.find(({ current }) => current)!.id
  for (const app of apps) app.deps.realtime.emit(place, 'CHANGED', { subject: 'calendar', id: 'marker' })
  for (const heard of ears)
    await expect.poll(() => heard.all('CHANGED').filter(({ id }) => id === 'marker').length).toBe(2)
}

// News of two servers may overtake each other; these numbers say what is newer.
const byRevision = (messages: readonly MessageDto[]) =>
  messages.toSorted((one, other) => one.revision - other.revision)
const byReadSeq = <Read extends { readSeq: number }>(reads: readonly Read[]) =>
  reads.toSorted((one, other) => one.readSeq - other.readSeq)

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

async function mark(
  app: TestApp,
  { token }: { token: string },
  roomId: RoomId,
  body: { deliveredSeq?: number; readSeq?: number },
) {
  return good(await app.call('PUT /v1/message/:roomId/read', { params: { roomId }, body }, token))
}
