import { sql } from 'kysely'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { GroupDetail } from '#contract/groups.ts'
import type { MessageDto } from '#contract/thread.ts'
import type { MessageKey, RoomId } from '#contract/values.ts'
import { eraseAccount, erasingJob } from '#server/modules/account-deletions/erasing.service.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { add, good, memberOf, newGroup, newMember, read } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { caughtUp, listenTo, openSocket } from '#test/support/sockets.ts'

let app: TestApp
let address: string
let coach: TestCoach
let client: TestClient
const sockets: Socket[] = []

beforeAll(async () => {
  app = await makeApp()
  address = await app.listen()
})
beforeEach(async () => {
  coach = await newCoach(app)
  client = await newClient(app, coach)
  await app.settle()
})
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await app.close()
})

/** What each of these people hears of messages while something is done. */
async function during(people: { token: string }[], act: () => Promise<unknown>) {
  const open = await Promise.all(
    people.map(async ({ token }) => {
      const socket = await openSocket(address, token)
      sockets.push(socket)
      const { memberships } = (await app.call('GET /v1/auth/me', {}, token)).body
      return { socket, heard: listenTo(socket), place: memberships.find(({ current }) => current)!.id }
    }),
  )
  await act()
  for (const { socket, place } of open) {
    const marker = () => app.deps.realtime.emit(place, 'CHANGED', { subject: 'calendar', id: 'marker' })
    await caughtUp(socket, marker, 'CHANGED')
  }
  return open.map(({ heard }) => heard.filter(({ name }) => name !== 'CHANGED'))
}

const send = async (
  who: { token: string },
  room: RoomId,
  text: string,
  key?: MessageKey,
): Promise<MessageDto> => {
  const clientKey = key ?? app.deps.newId<MessageKey>()
  const body = { text, clientKey }
  return good(await app.call('POST /v1/message/:roomId', { params: { roomId: room }, body }, who.token), 201)
}

// @spec P.156
it('tells a message, its changes and how far it is read to the two of its room, and to nobody else', async () => {
  const room = client.clientId as string as RoomId
  const outsiders = [await newClient(app, coach), await newCoach(app)]
  const written: MessageDto[] = []
  const [ofCoach, ofClient, ...others] = await during([coach, client, ...outsiders], async () => {
    written.push(await send(client, room, 'Hola'))
    const params = { messageId: written[0]!.id }
    written.push(
      good(
        await app.call(
          'PUT /v1/message/entry/:messageId',
          { params, body: { text: 'Hola, Ana' } },
          client.token,
        ),
      ),
    )
    const body = { readSeq: 1 }
    good(await app.call('PUT /v1/message/:roomId/read', { params: { roomId: room }, body }, coach.token))
    written.push(good(await app.call('DELETE /v1/message/entry/:messageId', { params }, client.token)))
  })
  const { name, lastName, photo } = written[0]!.sender
  expect(ofCoach).toEqual([
    {
      name: 'NEW_MESSAGE',
      payload: {
        createdAt: written[0]!.createdAt,
        body: { sender: { name, lastName, photo }, type: 'Client', roomId: room },
        message: written[0],
      },
    },
    { name: 'MESSAGE_CHANGED', payload: written[1] },
    {
      name: 'MESSAGES_READ',
      payload: { roomId: room, userId: coach.userId, deliveredSeq: 1, readSeq: 1 },
    },
    { name: 'MESSAGE_CHANGED', payload: written[2] },
  ])
  expect(ofClient).toEqual(ofCoach)
  expect(others).toEqual([[], []])
})

it('tells a message again when it is sent again, as after a server that died before it could tell', async () => {
  const room = client.clientId as string as RoomId
  const key = app.deps.newId<MessageKey>()
  const [heard] = await during([coach], async () => {
    await send(client, room, 'Hola', key)
    await send(client, room, 'Hola', key)
  })
  expect(heard!.map(({ name }) => name)).toEqual(['NEW_MESSAGE', 'NEW_MESSAGE'])
  expect(heard![1]).toEqual(heard![0])
})

it('tells open rooms that somebody whose account is deleted has nothing there any more', async () => {
  const room = client.clientId as string as RoomId
  const first = await send(client, room, 'Hola')
  const group = await newGroup(app, coach, { status: 'running' })
  const member = await newMember(app, coach, group, 'Sol')
  const leaver = client
  good(await add(app, coach, group, { clientId: leaver.clientId }), 201)
  await send(leaver, group.id as string as RoomId, 'Hola a todos')
  const body = { text: '¿Cómo vas?', clientKey: app.deps.newId<MessageKey>(), replyTo: first.id }
  good(await app.call('POST /v1/message/:roomId', { params: { roomId: room }, body }, coach.token), 201)
  // More than are erased at once.
  await sql`
    with written as (
      insert into messages (id, room_id, seq, revision, sender_user_id, body, client_key, created_at)
      select gen_random_uuid(), ${room}, n, n, ${leaver.userId}, 'Uno más', gen_random_uuid(), now()
      from generate_series(3, 700) n)
    update message_rooms set last_seq = 700, revision = 700 where id = ${room}`.execute(app.deps.db)
  const since = async (revision: number) => {
    const query = { since: revision, items: 100 }
    return good(await app.call('GET /v1/message/:roomId', { params: { roomId: room }, query }, coach.token))
  }
  const now = toTimestamp(app.clock.now())
  const over = { user_id: leaver.userId, asked_at: now, due_at: now, days_left: 0 }
  const [ofCoach, ofMember] = await during([coach, member], async () => {
    await app.deps.db.insertInto('account_deletions').values(over).execute()
    await eraseAccount(app.deps, erasingJob(leaver.userId))
  })
  const sender = { name: 'Excliente', lastName: 'sin cuenta' }
  const gone = { text: '', deletedAt: expect.any(String) }
  const inRoom = ofCoach!.map(({ payload }) => payload as MessageDto).filter(({ roomId }) => roomId === room)
  expect(inRoom.map(({ revision }) => revision)).toEqual([1_200, 1_399])
  expect(inRoom.at(-1)).toMatchObject({ ...gone, seq: 700, sender })
  expect(ofMember).toMatchObject([
    { name: 'MESSAGE_CHANGED', payload: { ...gone, roomId: group.id, sender: { name: 'Excliente' } } },
  ])
  // A browser that was away finds each of them by its revision, and what quotes one.
  const missed = await since(700)
  expect(missed).toMatchObject({ revision: 1_399, more: true })
  expect(missed.data).toHaveLength(100)
  expect(missed.data[0]).toMatchObject({ ...gone, id: first.id, revision: 701, sender })
  expect((await since(1)).data[0]!.replyTo).toMatchObject({ text: '', ...sender })
})

it('tells how far somebody has read when they have read more, and not when they say it again', async () => {
  const room = client.clientId as string as RoomId
  await send(client, room, 'Hola')
  const mark = (body: { deliveredSeq?: number; readSeq?: number }) =>
    app.call('PUT /v1/message/:roomId/read', { params: { roomId: room }, body }, coach.token)
  const [heard] = await during([client], async () => {
    for (const body of [{ readSeq: 0 }, { deliveredSeq: 1 }, { deliveredSeq: 1 }, { readSeq: 1 }])
      good(await mark(body))
    for (const body of [{ readSeq: 1 }, { readSeq: 9 }, { deliveredSeq: 1 }]) {
      expect(good(await mark(body))).toEqual({ userId: coach.userId, deliveredSeq: 1, readSeq: 1 })
    }
  })
  expect(heard!.map(({ payload }) => payload)).toEqual([
    { roomId: room, userId: coach.userId, deliveredSeq: 1, readSeq: 0 },
    { roomId: room, userId: coach.userId, deliveredSeq: 1, readSeq: 1 },
  ])
})

it('tells a group’s messages to its members as long as they are in it', async () => {
  const group: GroupDetail = await newGroup(app, coach, { status: 'running' })
  const stays = await newMember(app, coach, group, 'Sol')
  const leaves = await newMember(app, coach, group)
  const room = group.id as string as RoomId
  await app.settle()
  const heard = await during([coach, stays, leaves], async () => {
    await send(stays, room, 'Uno')
    const { id: memberId } = memberOf(await read(app, coach, group), leaves.clientId)
    const params = { groupId: group.id, memberId }
    good(await app.call('DELETE /v1/group/:groupId/member/:memberId', { params }, coach.token))
    await send(stays, room, 'Dos')
  })
  const textsOf = (all: { name: string; payload: unknown }[]) =>
    all
      .filter(({ name }) => name === 'NEW_MESSAGE')
      .map(({ payload }) => (payload as { message: MessageDto }).message.text)
  expect(heard.map(textsOf)).toEqual([['Uno', 'Dos'], ['Uno', 'Dos'], ['Uno']])
})

// @spec P.156
it('tells members of a group only the first names of others, also of who is answered', async () => {
  const group: GroupDetail = await newGroup(app, coach, { status: 'running' })
  const [sol, luz] = [await newMember(app, coach, group, 'Sol'), await newMember(app, coach, group)]
  const room = group.id as string as RoomId
  await app.settle()
  const answers: MessageDto[] = []
  const heard = await during([coach, sol, luz], async () => {
    const question = await send(sol, room, 'Uno')
    const clientKey = app.deps.newId<MessageKey>()
    const body = { text: 'Dos', clientKey, replyTo: question.id }
    const params = { roomId: room }
    answers.push(good(await app.call('POST /v1/message/:roomId', { params, body }, luz.token), 201))
    const changed = { params: { messageId: answers[0]!.id }, body: { text: 'Tres' } }
    answers.push(good(await app.call('PUT /v1/message/entry/:messageId', changed, luz.token)))
  })
  const namesOf = ({ sender, replyTo }: MessageDto) =>
    `${sender.name} ${sender.lastName} / ${replyTo?.name ?? ''} ${replyTo?.lastName ?? ''}`
  const names = heard.map((all) =>
    all.map(({ payload }) =>
      namesOf((payload as { message?: MessageDto }).message ?? (payload as MessageDto)),
    ),
  )
  const [ofCoach, ofSol, ofLuz] = [
    ['Sol Vega /  ', 'Luz Vega / Sol Vega', 'Luz Vega / Sol Vega'],
    ['Sol Vega /  ', 'Luz  / Sol Vega', 'Luz  / Sol Vega'],
    ['Sol  /  ', 'Luz Vega / Sol ', 'Luz Vega / Sol '],
  ]
  expect(names).toEqual([ofCoach, ofSol, ofLuz])
  expect(answers.map(namesOf)).toEqual(ofLuz.slice(1))
})
