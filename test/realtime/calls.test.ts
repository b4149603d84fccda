import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GroupId, PeerId, SessionId } from '#contract/values.ts'
import type { CallState, Joined } from '#contract/video/signals.ts'
import type { OpenSocket } from '#server/deps.ts'
import { createLiveCalls } from '#server/modules/calls/live-calls.service.ts'
import { createLogger } from '#server/platform/logger.ts'
import { createPostgresBus } from '#server/platform/realtime/bus.ts'
import { addMinutes, epochMs, fromIso, toIso } from '#time/clock.ts'
import { TEST_NOW, type TestApp, makeApp } from '#test/support/app.ts'
import {
  MEDIA,
  type Tab,
  asked,
  goIn,
  heardOf,
  joined,
  openTab,
  peersOf,
  untilPeers,
} from '#test/support/calls.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { good, memberOf, newGroup, newMember, read } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { book, close, groupSession, lifeOf, made } from '#test/support/sessions.ts'
import { cut } from '#test/support/sockets.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'

// Two servers on one database.

/** In a few minutes: the room is open, and the session has not begun. */
const SOON = toIso(addMinutes(fromIso(TEST_NOW), 5))

/** After that session. */
const NEXT = toIso(addMinutes(fromIso(TEST_NOW), 70))

let database: TestDatabase
const apps: TestApp[] = []
const addresses: string[] = []
const tabs: Tab[] = []
let coach: TestCoach
let client: TestClient
let sessionId: SessionId

beforeAll(async () => {
  database = await openTestDatabase()
  for (const _server of [1, 2]) {
    const bus = await createPostgresBus(database.connection, database.pool, createLogger('silent'))
    const env = { TOKEN_SECRET, STUN_URLS: 'stun:turn.example.org:3478' }
    const app = await makeApp({ database, bus, env, clock: apps[0]?.clock })
    apps.push(app)
    addresses.push(await app.listen())
  }
})
beforeEach(async () => {
  app().clock.set(fromIso(TEST_NOW))
  coach = await newCoach(app())
  client = await newClient(app(), coach)
  sessionId = (await made(book(app(), coach, client, SOON))).id
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
const offer = (sdp: string) => ({ description: { type: 'offer', sdp }, screenId: null })
const say = (from: Tab, to: Tab, signal: object, of = sessionId) =>
  from.socket.emit('CALL_SIGNAL', { sessionId: of, to: to.peerId, signal })
const signalsTo = (tab: Tab) => heardOf<{ from: PeerId; to: PeerId; signal: object }>(tab, 'CALL_SIGNAL')
/** Everything that a tab said before has been looked at. */
const settled = (tab: Tab) => asked(tab, 'CALL_LEAVE', { sessionId: '01890000-0000-7000-8000-000000000000' })
const membershipOf = async ({ userId }: TestClient) => {
  const { id } = await app()
    .deps.db.selectFrom('memberships')
    .where('user_id', '=', userId)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}
const overs = (tab: Tab) => heardOf<{ why: string }>(tab, 'CALL_OVER').map(({ why }) => why)
const staysOf = (of = sessionId) =>
  app()
    .deps.db.selectFrom('call_stays')
    .where('session_id', '=', of)
    .orderBy('joined_at')
    .orderBy('id')
    .select(['user_id as userId', 'peer_id as peerId', 'joined_at as joinedAt', 'seen_at as seenAt'])
    .select(['left_at as leftAt'])
    .execute()

/** Coach and client, each in the call through another server. */
async function twoInCall(): Promise<{ ofCoach: Tab; ofClient: Tab }> {
  const [ofCoach, ofClient] = [await tabOf(coach, 0), await tabOf(client, 1)]
  await joined(ofCoach, sessionId)
  await joined(ofClient, sessionId)
  await untilPeers(ofCoach, [ofCoach, ofClient])
  return { ofCoach, ofClient }
}

describe('two people on two servers', () => {
  // @spec P.221
  it('see each other, and what one says reaches the other alone, in its order', async () => {
    const [ofCoach, ofClient] = [await tabOf(coach, 0), await tabOf(client, 1)]
    const another = await tabOf(coach, 1)
    const first = await joined(ofCoach, sessionId)
    expect(first).toMatchObject({ iceServers: [{ urls: ['stun:turn.example.org:3478'] }] })
    expect(first.peers).toHaveLength(1)
    const second = await joined(ofClient, sessionId)
    expect(second.revision).toBeGreaterThan(first.revision)
    expect(second.peers).toMatchObject([
      { peerId: ofCoach.peerId, side: 'coach', name: 'Ana', lastName: 'López', media: MEDIA },
      { peerId: ofClient.peerId, side: 'client', name: 'Mariana', lastName: 'Torres', joinedAt: TEST_NOW },
    ])
    await untilPeers(ofCoach, [ofCoach, ofClient])
    // An offer is longer than what PostgreSQL takes in one notification.
    const long = offer('v=0\r\n'.repeat(4_000))
    const candidate = {
      candidate: { candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'u' },
    }
    const said = [long, candidate, { candidate: null }, { again: true }]
    for (const signal of said) say(ofCoach, ofClient, signal)
    await expect.poll(() => signalsTo(ofClient).map(({ signal }) => signal)).toEqual(said)
    expect(signalsTo(ofClient)[0]).toMatchObject({ from: ofCoach.peerId, to: ofClient.peerId })
    expect([...signalsTo(ofCoach), ...signalsTo(another)]).toEqual([])
  })

  it('see what the other sends', async () => {
    const { ofCoach, ofClient } = await twoInCall()
    const media = { audio: false, video: true, screen: true, hand: true }
    ofClient.socket.emit('CALL_MEDIA', { sessionId, media })
    await expect.poll(() => peersOf(ofCoach)?.[1]?.media).toEqual(media)
  })

  it('both hear a reaction; the coach mutes the client, who mutes nobody', async () => {
    const { ofCoach, ofClient } = await twoInCall()
    ofClient.socket.emit('CALL_REACT', { sessionId, reaction: '👏' })
    ofClient.socket.emit('CALL_REACT', { sessionId, reaction: '👏' })
    ofClient.socket.emit('CALL_MUTE', { sessionId, peerId: ofCoach.peerId })
    await settled(ofClient)
    ofCoach.socket.emit('CALL_MUTE', { sessionId, peerId: ofClient.peerId })
    await expect.poll(() => heardOf(ofClient, 'CALL_MUTED')).toEqual([{ sessionId, peerId: ofClient.peerId }])
    for (const tab of [ofCoach, ofClient]) {
      const reaction = { sessionId, from: ofClient.peerId, reaction: '👏' }
      await expect.poll(() => heardOf(tab, 'CALL_REACT')).toEqual([reaction])
    }
    expect(heardOf(ofCoach, 'CALL_MUTED')).toEqual([])
  })

  // @spec P.223
  it('leave one by one, and the coach ends it for both', async () => {
    const { ofCoach, ofClient } = await twoInCall()
    expect(await asked(ofClient, 'CALL_LEAVE', { sessionId })).toEqual({})
    await untilPeers(ofCoach, [ofCoach])
    say(ofClient, ofCoach, offer('after leaving'))
    await settled(ofClient)
    await joined(ofClient, sessionId)
    await untilPeers(ofCoach, [ofCoach, ofClient])
    expect(await asked(ofClient, 'CALL_END', { sessionId })).toEqual({ error: 'auth.forbidden' })
    expect(await asked(ofCoach, 'CALL_END', { sessionId })).toEqual({})
    for (const tab of [ofCoach, ofClient]) await expect.poll(() => overs(tab)).toContain('ended')
    expect(signalsTo(ofCoach)).toEqual([])
    expect((await staysOf()).map(({ leftAt }) => leftAt !== null)).toEqual([true, true, true])
  })

  // @spec P.223
  it('end it also for the one who was away then, until they want to go in again', async () => {
    const { ofCoach, ofClient } = await twoInCall()
    ofClient.socket.close()
    await asked(ofCoach, 'CALL_END', { sessionId })
    const back = { ...(await tabOf(client, 1)), peerId: ofClient.peerId }
    expect(await goIn(back, sessionId, true)).toEqual({ error: 'request.invalid' })
    expect(overs(back)).toEqual(['ended'])
    expect((await staysOf()).map(({ leftAt }) => leftAt !== null)).toEqual([true, true])
    expect(await joined(back, sessionId)).toMatchObject({ peers: [{ peerId: back.peerId }], missed: [] })
  })

  // @spec P.257
  it('are named to the first who is back after both were missed', async () => {
    const { ofCoach, ofClient } = await twoInCall()
    for (const { socket } of [ofCoach, ofClient]) socket.close()
    app().clock.set(epochMs(fromIso(TEST_NOW) + 30_000))
    const back = { ...(await tabOf(coach, 0)), peerId: ofCoach.peerId }
    const answer = await goIn(back, sessionId, true)
    expect(answer).toMatchObject({ peers: [{ peerId: back.peerId }], missed: [ofClient.peerId] })
  })
})

describe('one person', () => {
  // @spec P.223
  it('in another tab takes the place of the first one, which says nothing more', async () => {
    const { ofCoach, ofClient } = await twoInCall()
    const other = await tabOf(client, 0)
    await joined(other, sessionId)
    await expect.poll(() => overs(ofClient)).toEqual(['elsewhere'])
    await untilPeers(ofCoach, [ofCoach, other])
    say(ofClient, ofCoach, offer('from the old tab'))
    ofClient.socket.emit('CALL_MEDIA', { sessionId, media: { ...MEDIA, audio: false } })
    await settled(ofClient)
    say(other, ofCoach, offer('from the new tab'))
    await expect.poll(() => signalsTo(ofCoach).map(({ from }) => from)).toEqual([other.peerId])
    expect(peersOf(ofCoach)?.[1]?.media).toEqual(MEDIA)
  })

  // @spec P.223
  it('whose first tab was away meanwhile stays in the other one', async () => {
    const { ofCoach, ofClient } = await twoInCall()
    ofClient.socket.close()
    const other = await tabOf(client, 0)
    await joined(other, sessionId)
    const back = { ...(await tabOf(client, 1)), peerId: ofClient.peerId }
    expect(await goIn(back, sessionId)).toEqual({ error: 'request.invalid' })
    expect(overs(back)).toEqual(['elsewhere'])
    say(other, ofCoach, offer('from the new tab'))
    await expect.poll(() => signalsTo(ofCoach).map(({ from }) => from)).toEqual([other.peerId])
    await asked(other, 'CALL_LEAVE', { sessionId })
    await joined(back, sessionId)
    await untilPeers(ofCoach, [ofCoach, back])
  })

  // @spec P.223
  it('who comes back through the other server with the same tab never left', async () => {
    const { ofCoach, ofClient } = await twoInCall()
    const before = await staysOf()
    ofClient.socket.close()
    const back = { ...(await tabOf(client, 0)), peerId: ofClient.peerId }
    app().clock.set(epochMs(fromIso(TEST_NOW) + 10_000))
    await joined(back, sessionId)
    expect(await staysOf()).toMatchObject(
      before.map(({ joinedAt, peerId }) => ({ joinedAt, peerId, leftAt: null })),
    )
    say(ofCoach, back, offer('again'))
    await expect.poll(() => signalsTo(back)).toHaveLength(1)
  })

  // @spec P.223
  it('who is lost is told to the other, and was there until they were seen last', async () => {
    const { ofCoach, ofClient } = await twoInCall()
    ofClient.socket.close()
    const membershipId = await membershipOf(client)
    await expect.poll(() => apps[1]!.deps.realtime.isOnline(membershipId)).toBe(false)
    app().clock.set(epochMs(fromIso(TEST_NOW) + 30_000))
    await untilPeers(ofCoach, [ofCoach])
    const back = { ...(await tabOf(client, 1)), peerId: ofClient.peerId }
    await joined(back, sessionId)
    await untilPeers(ofCoach, [ofCoach, back])
    const [, lost, again] = await staysOf()
    expect(lost).toMatchObject({ leftAt: fromIso(TEST_NOW) })
    expect(again).toMatchObject({ joinedAt: fromIso(TEST_NOW) + 30_000, leftAt: null })
  })
})

// @spec P.223
it('after a clock was set back, who is lost is missed as soon as ever', async () => {
  const { ofCoach, ofClient } = await twoInCall()
  const seen = async () => (await staysOf()).map(({ seenAt }) => seenAt)
  const [later, now] = [addMinutes(fromIso(TEST_NOW), 60), addMinutes(fromIso(TEST_NOW), 1)]
  for (const at of [later, now]) {
    app().clock.set(at)
    await expect.poll(seen).toEqual([at, at])
  }
  ofClient.socket.close()
  const membershipId = await membershipOf(client)
  await expect.poll(() => apps[1]!.deps.realtime.isOnline(membershipId)).toBe(false)
  app().clock.set(epochMs(now + 30_000))
  await untilPeers(ofCoach, [ofCoach])
})

// @spec P.223
it('a socket that closed before it was let in takes nobody the place they have through another one', async () => {
  const back = await tabOf(client)
  await joined(back, sessionId)
  const membershipId = await membershipOf(client)
  const { userId } = client
  const { id: authSessionId } = await app()
    .deps.db.selectFrom('auth_sessions')
    .where('user_id', '=', userId)
    .select('id')
    .executeTakeFirstOrThrow()
  const answers = [false, true].map((isOpen) => {
    const heard = new Map<string, Parameters<OpenSocket['on']>[1]>()
    createLiveCalls(app().deps)({
      owner: { userId, membershipId, authSessionId },
      isOpen: () => isOpen,
      on: (name, listener) => void heard.set(name, listener),
      send: () => undefined,
      onClose: () => undefined,
    })
    const join = { sessionId, peerId: randomUUID(), media: MEDIA, isBack: false }
    return new Promise((answer) => heard.get('CALL_JOIN')!(join, answer))
  })
  const [ofClosed, ofOpen] = await Promise.all(answers)
  expect(ofClosed).toEqual({})
  expect(ofOpen).toMatchObject({ peers: [{ userId }] })
  // One by one: the tab, and the socket that is open.
  expect(await staysOf()).toHaveLength(2)
})

describe('a group', () => {
  /** Its session, which begins now. */
  async function sessionOf(group: { id: GroupId }): Promise<SessionId> {
    app().clock.set(fromIso(NEXT))
    return (await groupSession(app(), coach, group, NEXT, 'norte')).id
  }

  // @spec P.221
  it('knows its members by first names, is full at four, and tells who is outside that somebody came', async () => {
    const group = await newGroup(app(), coach, { status: 'running', capacity: 6 })
    const names = ['Luz', 'Sol', 'Mar', 'Paz']
    const members: TestClient[] = []
    for (const name of names) members.push(await newMember(app(), coach, group, name))
    const of = await sessionOf(group)
    const ofMembers = await Promise.all(members.map((member, at) => tabOf(member, at % 2 === 0 ? 0 : 1)))
    const [luz, sol, mar, paz] = ofMembers as [Tab, Tab, Tab, Tab]
    const ofCoach = await tabOf(coach)
    await joined(luz, of)
    await expect.poll(() => heardOf(paz, 'CHANGED')).toContainEqual({ subject: 'call', id: of })
    await joined(sol, of)
    const { peers } = await joined(ofCoach, of)
    expect(peers.map(({ name, lastName }) => `${name} ${lastName}`)).toEqual([
      'Luz Vega',
      'Sol Vega',
      'Ana López',
    ])
    await untilPeers(luz, [luz, sol, ofCoach])
    expect(peersOf(luz)?.map(({ lastName }) => lastName)).toEqual(['Vega', '', 'López'])
    // Two who go in at the same time, and there is one place.
    const answers = await Promise.all([goIn(mar, of), goIn(paz, of)])
    expect(answers.filter((answer) => 'error' in answer)).toEqual([{ error: 'call.full' }])
    const inside = 'error' in answers[0] ? paz : mar
    await untilPeers(luz, [luz, sol, ofCoach, inside])
  })

  // @spec P.222
  it('who is removed in the middle of a call is out: the others are told, and it says and hears nothing', async () => {
    const group = await newGroup(app(), coach, { status: 'running' })
    const [stays, leaves] = [
      await newMember(app(), coach, group, 'Sol'),
      await newMember(app(), coach, group),
    ]
    const of = await sessionOf(group)
    const [staying, leaving] = [await tabOf(stays, 0), await tabOf(leaves, 1)]
    await joined(staying, of)
    await joined(leaving, of)
    await untilPeers(staying, [staying, leaving])
    const { id: memberId } = memberOf(await read(app(), coach, group), leaves.clientId)
    const params = { groupId: group.id, memberId }
    good(await app().call('DELETE /v1/group/:groupId/member/:memberId', { params }, coach.token))
    await untilPeers(staying, [staying])
    await expect.poll(() => overs(leaving)).toEqual(['removed'])
    const heardBefore = leaving.heard.length
    say(leaving, staying, offer('from outside'), of)
    leaving.socket.emit('CALL_REACT', { sessionId: of, reaction: '👏' })
    await settled(leaving)
    say(staying, leaving, offer('to outside'), of)
    await settled(staying)
    expect(await goIn(leaving, of)).toEqual({ error: 'session.not_found' })
    // Nor is it waited for.
    app().clock.set(epochMs(fromIso(TEST_NOW) + 30_000))
    expect(await goIn(staying, of, true)).toMatchObject({ missed: [] })
    expect([...signalsTo(staying), ...heardOf(staying, 'CALL_REACT')]).toEqual([])
    expect(leaving.heard.slice(heardBefore).filter(({ name }) => name.startsWith('CALL'))).toEqual([])
  })

  // @spec P.222
  it('nobody goes in under the name of another one, also of one who left: removed, they would stay in their place', async () => {
    const group = await newGroup(app(), coach, { status: 'running' })
    const [stays, leaves] = [
      await newMember(app(), coach, group, 'Sol'),
      await newMember(app(), coach, group),
    ]
    const of = await sessionOf(group)
    const [staying, coachs] = [await tabOf(stays, 0), await tabOf(coach, 1)]
    await joined(staying, of)
    await joined(coachs, of)
    const before = await staysOf(of)
    for (const server of [0, 1] as const) {
      const posing = { ...(await tabOf(leaves, server)), peerId: staying.peerId }
      expect(await goIn(posing, of)).toEqual({ error: 'request.invalid' })
      say(posing, coachs, offer('as somebody else'), of)
      await settled(posing)
    }
    await asked(coachs, 'CALL_LEAVE', { sessionId: of })
    const posing = { ...(await tabOf(leaves, 0)), peerId: coachs.peerId }
    expect(await goIn(posing, of)).toEqual({ error: 'request.invalid' })
    expect(signalsTo(coachs)).toEqual([])
    expect((await staysOf(of)).map(({ peerId, userId }) => ({ peerId, userId }))).toEqual(
      before.map(({ peerId, userId }) => ({ peerId, userId })),
    )
  })

  // @spec P.222
  it('so is who is paused', async () => {
    const group = await newGroup(app(), coach, { status: 'running' })
    const [stays, rests] = [await newMember(app(), coach, group, 'Sol'), await newMember(app(), coach, group)]
    const of = await sessionOf(group)
    const [staying, resting] = [await tabOf(stays, 0), await tabOf(rests, 1)]
    await joined(staying, of)
    await joined(resting, of)
    await untilPeers(staying, [staying, resting])
    good(
      await app().call(
        'POST /v1/client/:clientId/pause',
        { params: { clientId: rests.clientId } },
        coach.token,
      ),
    )
    await untilPeers(staying, [staying])
    await expect.poll(() => overs(resting)).toEqual(['removed'])
    say(resting, staying, offer('from outside'), of)
    expect(await goIn(resting, of)).toEqual({ error: 'call.paused' })
    expect(signalsTo(staying)).toEqual([])
  })
})

describe('nobody else', () => {
  // @spec P.222
  it('goes in, hears or says anything: strangers, other clients of the coach, people of it who did not go in', async () => {
    const { ofCoach, ofClient } = await twoInCall()
    const outside = [await newCoach(app()), await newClient(app(), coach), client]
    const outsiders: Tab[] = []
    for (const [at, who] of outside.entries()) outsiders.push(await tabOf(who, at % 2 === 0 ? 0 : 1))
    for (const tab of outsiders.slice(0, 2))
      expect(await goIn(tab, sessionId)).toEqual({ error: 'session.not_found' })
    for (const tab of outsiders) {
      say(tab, ofCoach, offer('from outside'))
      // As somebody who is in it.
      say({ ...tab, peerId: ofClient.peerId }, ofCoach, offer('from outside'))
      tab.socket.emit('CALL_MEDIA', { sessionId, media: { ...MEDIA, hand: true } })
      tab.socket.emit('CALL_REACT', { sessionId, reaction: '👏' })
      tab.socket.emit('CALL_MUTE', { sessionId, peerId: ofClient.peerId })
      expect(await asked(tab, 'CALL_LEAVE', { sessionId })).toEqual({})
      expect(await asked(tab, 'CALL_END', { sessionId })).toHaveProperty('error')
    }
    say(ofClient, ofCoach, offer('from inside'))
    await expect.poll(() => signalsTo(ofCoach).map(({ signal }) => signal)).toEqual([offer('from inside')])
    expect([...heardOf(ofCoach, 'CALL_REACT'), ...heardOf(ofClient, 'CALL_MUTED')]).toEqual([])
    expect(peersOf(ofCoach)?.map(({ media }) => media)).toEqual([MEDIA, MEDIA])
    for (const { heard } of outsiders.slice(0, 2))
      expect(heard.filter(({ name }) => name.startsWith('CALL'))).toEqual([])
  })

  // @spec P.222
  it('goes on with a sign-in that ended, or in a practice that is not paid', async () => {
    const { ofCoach, ofClient } = await twoInCall()
    const ended = cut(ofClient.socket)
    good(await app().call('POST /v1/auth/logout', {}, client.token), 204)
    await ended
    await untilPeers(ofCoach, [ofCoach])
    await expect(tabOf(client, 1)).rejects.toThrow('auth.required')
    await app()
      .deps.db.updateTable('coaches')
      .set({ payment_status: 'none' })
      .where('id', '=', coach.userId)
      .execute()
    expect(await goIn(ofCoach, sessionId)).toEqual({ error: 'payment.required' })
    expect(await asked(ofCoach, 'CALL_LEAVE', { sessionId })).toEqual({})
    expect((await staysOf()).map(({ leftAt }) => leftAt)).toEqual([expect.any(Number), expect.any(Number)])
  })

  // @spec P.223
  it('stays in the call of a session that is closed', async () => {
    const { ofCoach, ofClient } = await twoInCall()
    app().clock.set(fromIso(SOON))
    good(await close(app(), coach, sessionId))
    for (const tab of [ofCoach, ofClient]) await expect.poll(() => overs(tab)).toEqual(['ended'])
    expect(await goIn(ofClient, sessionId)).toEqual({ error: 'call.closed' })
  })

  it('goes into the call of one that was cancelled, or that is held elsewhere', async () => {
    const tab = await tabOf(client)
    const life = lifeOf(app())
    good(await life.edit(coach, sessionId, { channel: 'phone' }))
    expect(await goIn(tab, sessionId)).toEqual({ error: 'call.other_channel' })
    good(await life.edit(coach, sessionId, { channel: 'norte' }))
    good(await life.cancel(coach, sessionId))
    expect(await goIn(tab, sessionId)).toEqual({ error: 'call.closed' })
  })
})

// @spec P.222
it('what cannot be read, is too long or too much is dropped and counted, and the connection goes on', async () => {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line: string) => void lines.push(line) })
  const bus = await createPostgresBus(database.connection, database.pool, log)
  const own = await makeApp({ database, bus, env: { TOKEN_SECRET }, clock: app().clock, log })
  const [ofCoach, ofClient] = [await openTab(await own.listen(), coach), await tabOf(client)]
  await joined(ofCoach, sessionId)
  await joined(ofClient, sessionId)
  const bad = [
    undefined,
    null,
    'x',
    7,
    [],
    {},
    { sessionId },
    { sessionId, to: ofClient.peerId, signal: { other: 1 } },
  ]
  for (const said of bad) ofCoach.socket.emit('CALL_SIGNAL', said)
  say(ofCoach, ofClient, offer('x'.repeat(40_001)))
  say(ofCoach, ofClient, offer('v=0 \u0000'))
  expect(await asked(ofCoach, 'CALL_JOIN', { sessionId })).toEqual({ error: 'request.invalid' })
  for (let n = 0; n < 700; n += 1) say(ofCoach, ofClient, { again: true })
  await expect.poll(() => ofCoach.socket.connected && signalsTo(ofClient).length).toBeGreaterThan(0)
  expect(await asked(ofCoach, 'CALL_LEAVE', { sessionId })).toEqual({ error: 'request.too_many' })
  expect(signalsTo(ofClient).length).toBeLessThan(500)
  // It wanted to leave: nobody notes any more that it is there.
  app().clock.set(epochMs(fromIso(TEST_NOW) + 30_000))
  await untilPeers(ofClient, [ofClient])
  const ended = cut(ofCoach.socket)
  ofCoach.socket.close()
  await ended
  await expect.poll(() => lines.join('')).toContain('commands of calls were dropped')
  const { dropped } = JSON.parse(lines.find((line) => line.includes('were dropped'))!) as { dropped: number }
  expect(dropped).toBeGreaterThanOrEqual(bad.length + 3 + 200)
  await own.close()
})

it('who goes in again and again is let in some dozens of times in ten seconds', async () => {
  const tab = await tabOf(coach)
  const answers = await Promise.all(Array.from({ length: 80 }, () => goIn(tab, sessionId)))
  const isIn = answers.map((answer) => !('error' in answer))
  expect(isIn).toEqual(isIn.map((_, at) => at < 50))
  expect(answers.at(-1)).toEqual({ error: 'request.too_many' })
})

it('states of a call have revisions, and of each revision there is one', async () => {
  const { ofCoach, ofClient } = await twoInCall()
  const rejoin = (tab: Tab) => joined(tab, sessionId)
  const answers: Joined[] = await Promise.all([
    rejoin(ofCoach),
    rejoin(ofClient),
    rejoin(ofCoach),
    rejoin(ofClient),
  ])
  const told = [...answers, ...heardOf<CallState>(ofCoach, 'CALL_PEERS')]
  const byRevision = new Map<number, string>()
  for (const { revision, peers } of told) {
    const names = peers.map(({ peerId }) => peerId).join()
    expect(byRevision.get(revision) ?? names).toBe(names)
    byRevision.set(revision, names)
  }
  expect(new Set(answers.map(({ revision }) => revision)).size).toBe(4)
})
