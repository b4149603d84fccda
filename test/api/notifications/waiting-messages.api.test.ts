import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MessageKey, RoomId } from '#contract/values.ts'
import { MINUTE_MS, epochMs, fromIso } from '#time/clock.ts'
import { fireTimers } from '#server/effects/timer-commands.ts'
import { TEST_NOW, type TestApp, makeApp } from '#test/support/app.ts'
import { good, memberOf, newGroup, newMember, read } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

type Person = { token: string; email: string }
const roomOf = ({ clientId }: TestClient) => clientId as string as RoomId

const send = async (who: { token: string }, text = 'Un secreto', roomId = roomOf(client)) =>
  good(
    await app.call(
      'POST /v1/message/:roomId',
      { params: { roomId }, body: { text, clientKey: app.deps.newId<MessageKey>() } },
      who.token,
    ),
    201,
  )
const mark = async (who: Person, body: { deliveredSeq?: number; readSeq?: number }) =>
  good(
    await app.call('PUT /v1/message/:roomId/read', { params: { roomId: roomOf(client) }, body }, who.token),
  )
const prefer = async ({ token, userId }: TestCoach | TestClient, news: object) =>
  good(await app.call('PUT /v1/user/:userId/preferences', { params: { userId }, body: { news } }, token))
/** The subjects of the mails that somebody has after so many minutes. */
async function after(minutes: number, { email }: Person): Promise<string[]> {
  app.clock.set(epochMs(fromIso(TEST_NOW) + minutes * MINUTE_MS))
  await app.settle()
  return (await app.mails(email)).map(({ subject }) => subject)
}

// @spec P.182
describe('messages that wait (product §16, §17)', () => {
  test('are mailed to who has not read them after five minutes, with who wrote and never what', async () => {
    await send(coach)
    await send(coach)
    expect(await after(4, client)).toEqual([])
    expect(await after(5, client)).toEqual(['Ana López te escribió'])
    const [mail] = await app.mails(client.email)
    expect(mail!.text).toContain('Ana López te escribió 2 mensajes')
    expect(mail!.text).toContain(`/messages?room=${client.clientId}`)
    expect(JSON.stringify(mail)).not.toContain('secreto')
    expect(await after(60, coach)).toEqual([])
  })

  test('are mailed once until they are read, then again', async () => {
    await send(coach)
    expect(await after(5, client)).toHaveLength(1)
    await send(coach)
    expect(await after(90, client)).toHaveLength(1)
    await mark(client, { readSeq: 2 })
    await send(coach)
    expect(await after(95, client)).toHaveLength(2)
  })

  test('are not mailed when they were read in time, or deleted', async () => {
    await send(coach)
    await mark(client, { readSeq: 1 })
    const { id } = await send(coach)
    await app.call('DELETE /v1/message/entry/:messageId', { params: { messageId: id } }, coach.token)
    expect(await after(60, client)).toEqual([])
  })

  test('that were read while the mail waited for its server are not mailed', async () => {
    await send(coach)
    app.clock.advance(5 * MINUTE_MS)
    await fireTimers(app.deps)
    await mark(client, { readSeq: 1 })
    expect(await after(60, client)).toEqual([])
  })

  test('that an open browser received are mailed half an hour later; one that comes meanwhile waits no longer', async () => {
    await send(coach)
    await mark(client, { deliveredSeq: 1 })
    await send(client)
    expect(await after(29, client)).toEqual([])
    expect(await app.mails(coach.email)).toHaveLength(1)
    expect(await after(30, client)).toHaveLength(1)
  })

  test('of a group are mailed to each member who is still in it', async () => {
    const group = await newGroup(app, coach)
    const [stays, leaves] = [await newMember(app, coach, group), await newMember(app, coach, group)]
    await send(coach, 'Un secreto', group.id as string as RoomId)
    const { id: memberId } = memberOf(await read(app, coach, group), leaves.clientId)
    const params = { groupId: group.id, memberId }
    good(await app.call('DELETE /v1/group/:groupId/member/:memberId', { params }, coach.token))
    expect(await after(5, stays)).toEqual([`Hay mensajes nuevos en ${group.name}`])
    expect(await after(5, leaves)).toEqual([])
  })

  test('of a group name its members to each other by their first names', async () => {
    const group = await newGroup(app, coach)
    const [reads, writes] = [await newMember(app, coach, group, 'Sol'), await newMember(app, coach, group)]
    await send(writes, 'Un secreto', group.id as string as RoomId)
    await after(5, reads)
    const [[ofMember], ofCoach] = [await app.mails(reads.email), (await app.mails(coach.email)).at(-1)]
    expect(ofMember!.text).toContain(`Luz escribió en ${group.name}`)
    expect(ofCoach!.text).toContain(`Luz Vega escribió en ${group.name}`)
    expect(ofMember!.text).toContain(`/messages?room=${group.id}`)
    expect(ofCoach!.text).toContain(`/messages/Group/${group.id}`)
  })

  test('are mailed by kind: switched off by the matrix, or by the link of the mail', async () => {
    await prefer(client, { kinds: { messages: { email: false } } })
    await send(coach)
    expect(await after(60, client)).toEqual([])
  })

  test('are told once, whatever the worker does twice', async () => {
    await send(coach)
    app.clock.advance(5 * MINUTE_MS)
    await Promise.all([fireTimers(app.deps), fireTimers(app.deps), fireTimers(app.deps)])
    const told = await app.deps.db
      .selectFrom('domain_events')
      .where('type', '=', 'message.waiting')
      .where('coach_id', '=', coach.userId)
      .select('id')
      .execute()
    expect(told).toHaveLength(1)
    expect(await after(6, client)).toHaveLength(1)
  })

  test('a timer that meets somebody who is writing leaves the room to them, and fires later', async () => {
    await send(coach)
    app.clock.advance(5 * MINUTE_MS)
    await app.deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('message_rooms').where('id', '=', roomOf(client)).select('id').forUpdate().execute()
      expect(await fireTimers(app.deps)).toBe(0)
    })
    expect(await after(5, client)).toHaveLength(1)
  })
})
