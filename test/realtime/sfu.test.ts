import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionId } from '#contract/values.ts'
import { createLogger } from '#server/platform/logger.ts'
import { personTokenOf, roomPinOf } from '#server/platform/sfu/sfu-secrets.ts'
import { createPostgresBus } from '#server/platform/realtime/bus.ts'
import { addMinutes, fromIso, toIso } from '#time/clock.ts'
import { TEST_NOW, type TestApp, makeApp } from '#test/support/app.ts'
import { type Tab, asked, goIn, heardOf, joined, openTab, untilPeers } from '#test/support/calls.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { good, memberOf, newGroup, newMember, read } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { type Janus, startJanus, whyNoJanus } from '#test/support/servers/janus.ts'
import {
  type JanusView,
  heardOfLine,
  lookInto,
  newLine,
  openedLine,
  sayToSfu,
  sends,
  storedOf,
} from '#test/support/servers/sfu-lines.ts'
import { book, close, groupSession, made } from '#test/support/sessions.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'

// Two servers on one database, and a real Janus.

/** What Janus says to who is not let into a room. */
const NOT_LET_IN = 433
const PIN_MISSING = 429
/** And to who is let in, of somebody whose media are not here. */
const NOTHING_SENT = 428
const JANUS_SECRET = 'mN7bV4cX1zL8kJ5hG2fD9sA6pO3iU0yTrEwQqRtY'
const NAMES = ['Luz', 'Sol', 'Mar', 'Paz', 'Eva', 'Ada', 'Ema', 'Isa', 'Ola', 'Uma', 'Zoe', 'Lía']
/** The session begins now. */
const NOW = toIso(addMinutes(fromIso(TEST_NOW), 70))

describe.skipIf(whyNoJanus() !== undefined)('a group through an SFU', () => {
  let janus: Janus
  let view: JanusView
  let database: TestDatabase
  const apps: TestApp[] = []
  const addresses: string[] = []
  const tabs: Tab[] = []
  let coach: TestCoach
  let members: TestClient[]
  let sessionId: SessionId
  let groupId: Parameters<typeof read>[2]

  beforeAll(async () => {
    janus = await startJanus({ secret: JANUS_SECRET })
    view = await lookInto(janus.url, JANUS_SECRET)
    database = await openTestDatabase()
    for (const _server of [1, 2]) {
      const log = createLogger('silent')
      const bus = await createPostgresBus(database.connection, database.pool, log)
      const env = { TOKEN_SECRET, JANUS_URL: janus.url, JANUS_SECRET }
      const app = await makeApp({ database, bus, env, clock: apps[0]?.clock, log })
      apps.push(app)
      addresses.push(await app.listen())
    }
  })
  beforeEach(async () => {
    app().clock.set(fromIso(TEST_NOW))
    coach = await newCoach(app())
    const group = await newGroup(app(), coach, { status: 'running', capacity: 12 })
    members = []
    for (const name of NAMES.slice(0, 4)) members.push(await newMember(app(), coach, group, name))
    app().clock.set(fromIso(NOW))
    sessionId = (await groupSession(app(), coach, group, NOW, 'norte')).id
    groupId = group
  })
  afterAll(async () => {
    for (const { socket } of tabs) socket.close()
    view.close()
    for (const each of apps) await each.close()
    await database.close()
    await janus.stop()
  })

  const app = () => apps[0]!
  async function tabOf(who: { token: string }, server: 0 | 1 = 0): Promise<Tab> {
    const tab = await openTab(addresses[server]!, who)
    tabs.push(tab)
    return tab
  }
  /** The coach and some members in the call, on one server and the other, each with a line. */
  async function inCall(people: number): Promise<{ tabs: Tab[]; lines: string[]; room: number }> {
    const who = [coach, ...members.slice(0, people - 1)]
    const inside: Tab[] = []
    const lines: string[] = []
    for (const [at, person] of who.entries()) {
      const tab = await tabOf(person, at % 2 === 0 ? 0 : 1)
      expect(await joined(tab, sessionId)).toMatchObject({ route: 'sfu', isSfuAway: false })
      lines.push(await openedLine(tab, sessionId))
      inside.push(tab)
    }
    const { room } = await storedOf(app(), sessionId)
    return { tabs: inside, lines, room: room! }
  }
  const peers = (of: readonly Tab[]) => of.map(({ peerId }) => peerId as string).toSorted()
  const callOf = async ({ token }: { token: string }, of = sessionId) =>
    good(await app().call('GET /v1/session/:sessionId/call', { params: { sessionId: of } }, token))

  describe('who sends through it', () => {
    // @spec P.265
    it('is everybody of a group, on one server or another; two people of a session send to each other', async () => {
      expect(await callOf(coach)).toMatchObject({ route: 'sfu', most: 12 })
      const { tabs: inside, room } = await inCall(3)
      expect(await view.peersIn(room)).toEqual(peers(inside))
      expect(await view.admittedTo(room)).toBe(3)
      app().clock.set(fromIso(TEST_NOW))
      const client = await newClient(app(), coach)
      const soon = toIso(addMinutes(fromIso(TEST_NOW), 5))
      const { id } = await made(book(app(), coach, client, soon))
      expect(await callOf(client, id)).toMatchObject({ route: 'direct', most: 4 })
      const tab = await tabOf(client)
      expect(await joined(await tabOf(coach), id)).toMatchObject({ route: 'direct' })
      expect(await joined(tab, id)).toMatchObject({ route: 'direct' })
      const line = newLine()
      sayToSfu(tab, id, line, sends())
      await asked(tab, 'CALL_MEDIA', {
        sessionId: id,
        media: { audio: true, video: true, screen: false, hand: false },
      })
      expect(heardOfLine(tab, line)).toEqual([])
    })

    it('may change what they send, and is answered on their line only', async () => {
      const { tabs: inside, lines } = await inCall(2)
      const [first, second] = inside as [Tab, Tab]
      sayToSfu(first, sessionId, lines[0]!, { way: 'up', candidate: null })
      sayToSfu(first, sessionId, lines[0]!, sends(['audio', 'camera'], 2))
      await expect.poll(() => heardOfLine(first, lines[0]!)).toHaveLength(2)
      expect(heardOfLine(first, lines[0]!)[1]).toEqual({
        answer: expect.stringContaining('m=video') as string,
      })
      expect(heardOfLine(second, lines[1]!)).toHaveLength(1)
      expect(heardOf(second, 'CALL_SFU')).toHaveLength(1)
    })

    // @spec P.265
    it('are twelve at most', async () => {
      for (const name of NAMES.slice(4)) members.push(await newMember(app(), coach, groupId, name))
      const inside = [await tabOf(coach)]
      for (const member of members.slice(0, 11)) inside.push(await tabOf(member, 1))
      for (const tab of inside) await joined(tab, sessionId)
      expect(await goIn(await tabOf(members[11]!), sessionId)).toEqual({ error: 'call.full' })
    })

    it('open a new line at any time, and what belongs to the earlier one is not taken', async () => {
      const { tabs: inside, lines, room } = await inCall(2)
      const [first] = inside as [Tab]
      const next = await openedLine(first, sessionId)
      expect(await view.peersIn(room)).toEqual(peers(inside))
      sayToSfu(first, sessionId, lines[0]!, sends(['audio'], 2))
      sayToSfu(first, sessionId, lines[0]!, { again: 'down' })
      sayToSfu(first, sessionId, next, sends(['audio'], 2))
      await expect.poll(() => heardOfLine(first, next)).toHaveLength(2)
      expect(heardOfLine(first, lines[0]!)).toHaveLength(1)
      expect((await storedOf(app(), sessionId)).lines.map(({ line }) => line)).toContain(next)
      // A line that was never opened.
      const unknown = newLine()
      sayToSfu(first, sessionId, unknown, { again: 'down' })
      await expect.poll(() => heardOfLine(first, unknown)).toEqual([{ renew: true }])
    })

    // @spec P.268
    it('come back with the same line through another server, and it goes on', async () => {
      const { tabs: inside, lines, room } = await inCall(2)
      const [first] = inside as [Tab]
      const before = (await storedOf(app(), sessionId)).lines
      first.socket.close()
      const back = { ...(await tabOf(coach, 1)), peerId: first.peerId }
      expect(await joined(back, sessionId)).toMatchObject({ route: 'sfu' })
      sayToSfu(back, sessionId, lines[0]!, sends(['audio', 'screen'], 2))
      await expect
        .poll(() => heardOfLine(back, lines[0]!))
        .toEqual([{ answer: expect.any(String) as string }])
      expect((await storedOf(app(), sessionId)).lines).toEqual(before)
      expect(await view.peersIn(room)).toEqual(peers(inside))
    })
  })

  describe('a browser that comes back before its lost socket is known to be lost', () => {
    it.each([0, 1] as const)('keeps its line, on the same server or another (%i)', async (server) => {
      const { tabs: inside, lines, room } = await inCall(2)
      const [first, second] = inside as [Tab, Tab]
      const before = (await storedOf(app(), sessionId)).lines
      const back = { ...(await tabOf(coach, server)), peerId: first.peerId }
      expect(await joined(back, sessionId)).toMatchObject({ route: 'sfu' })
      sayToSfu(back, sessionId, lines[0]!, sends(['audio', 'screen'], 2))
      await expect.poll(() => heardOfLine(back, lines[0]!)).toHaveLength(1)
      // What the others change is offered here only.
      await openedLine(second, sessionId)
      const lost = heardOfLine(first, lines[0]!).length
      first.socket.close()
      expect(lost).toBe(1)
      const after = (await storedOf(app(), sessionId)).lines
      const own = ({ peerId }: { peerId: string }) => peerId === first.peerId
      expect(after.find(own)).toEqual(before.find(own))
      expect(await view.peersIn(room)).toEqual(peers(inside))
      // What Janus says of it is heard.
      await view.end(before.find(own)!.session)
      await expect.poll(() => heardOfLine(back, lines[0]!).at(-1)).toEqual({ renew: true })
    })

    it('loses nothing by what the other server does with it @long', async () => {
      const { tabs: inside, lines, room } = await inCall(2)
      const [first] = inside as [Tab]
      const back = { ...(await tabOf(coach, 1)), peerId: first.peerId }
      await joined(back, sessionId)
      sayToSfu(back, sessionId, lines[0]!, sends(['audio', 'screen'], 2))
      await expect.poll(() => heardOfLine(back, lines[0]!)).toHaveLength(1)
      // It is asked there and not answered, as an offer that nobody hears.
      sayToSfu(first, sessionId, lines[0]!, sends(['audio'], 3))
      await expect.poll(() => heardOfLine(first, lines[0]!).at(-1)).toEqual({ renew: true })
      await asked(first, 'CALL_LEAVE', { sessionId: newLine() })
      expect(await view.peersIn(room)).toEqual(peers(inside))
      sayToSfu(back, sessionId, lines[0]!, sends(['audio', 'screen'], 4))
      await expect.poll(() => heardOfLine(back, lines[0]!)).toHaveLength(2)
    })
  })

  describe('nobody else', () => {
    // @spec P.266
    it('reaches it: strangers, members who did not go in, another tab, what cannot be read', async () => {
      const { tabs: inside, lines, room } = await inCall(2)
      const outside = [await newCoach(app()), members[2]!, coach]
      for (const [at, who] of outside.entries()) {
        const tab = await tabOf(who, at % 2 === 0 ? 0 : 1)
        const line = newLine()
        sayToSfu(tab, sessionId, line, sends())
        // As somebody who is in it.
        sayToSfu(tab, sessionId, lines[0]!, sends(['audio'], 2))
        await asked(tab, 'CALL_LEAVE', { sessionId })
        expect(heardOf(tab, 'CALL_SFU')).toEqual([])
      }
      const [first] = inside as [Tab]
      const line = newLine()
      const bad = [
        null,
        {},
        { offer: 'v=0' },
        { ...sends(), tracks: [{ mid: '0', kind: 'data' }] },
        { offer: 'x'.repeat(20_001), tracks: [] },
        { answer: 'x'.repeat(56_001) },
        { again: 'up' },
        { sizes: [{ peerId: first.peerId, size: 'huge' }] },
        // Janus gives no answer to what it cannot read.
        { offer: 'v=0\u0000', tracks: [] },
        { answer: 'v=0 \ud800' },
      ]
      for (const say of bad) sayToSfu(first, sessionId, line, say)
      sayToSfu(first, sessionId, 'not a line', sends())
      // Each can be read, and is no offer of a browser.
      sayToSfu(first, sessionId, newLine(), { offer: 'v=0', tracks: [] })
      sayToSfu(first, sessionId, newLine(), { ...sends(Array(9).fill('audio')), tracks: [] })
      const next = await openedLine(first, sessionId)
      expect(heardOf(first, 'CALL_SFU')).toHaveLength(2)
      // Nor is a later one of an open line.
      sayToSfu(first, sessionId, next, { ...sends(Array(9).fill('audio'), 2), tracks: [] })
      sayToSfu(first, sessionId, next, sends(['audio'], 3))
      await expect.poll(() => heardOfLine(first, next)).toHaveLength(2)
      expect(heardOfLine(first, next)[1]).toEqual({
        answer: expect.not.stringMatching(/(m=.*){2}/s) as string,
      })
      expect(await view.peersIn(room)).toEqual(peers(inside))
      expect(await view.admittedTo(room)).toBe(2)
    })

    // @spec P.266
    it('goes into its room past the server without what lets people in, or with what somebody had who is out', async () => {
      const { tabs: inside, room } = await inCall(3)
      const [, luz] = inside as [Tab, Tab]
      const stays = await app()
        .deps.db.selectFrom('call_stays')
        .where('session_id', '=', sessionId)
        .select(['id', 'peer_id as peerId'])
        .execute()
      const stayOf = ({ peerId }: Tab) => stays.find((stay) => stay.peerId === peerId)!.id
      const pin = roomPinOf(JANUS_SECRET, room)
      const token = personTokenOf(JANUS_SECRET, room, stayOf(luz))
      const [feed] = await view.feedsIn(room)
      // What is refused below would be let in with this.
      expect(await view.goInto(room, { pin, token })).toBe(0)
      expect(await view.goInto(room, { pin, feed: feed! })).toBe(NOTHING_SENT)

      expect(await view.goInto(room, { token })).toBe(PIN_MISSING)
      expect(await view.goInto(room, { pin: roomPinOf(JANUS_SECRET, room + 1), token })).toBe(NOT_LET_IN)
      expect(await view.goInto(room, { pin })).toBe(NOT_LET_IN)
      expect(await view.goInto(room, { pin, token: personTokenOf(JANUS_SECRET, room, newLine()) })).toBe(
        NOT_LET_IN,
      )
      expect(
        await view.goInto(room, { pin, token: personTokenOf(JANUS_SECRET, room + 1, stayOf(luz)) }),
      ).toBe(NOT_LET_IN)
      expect(await view.goInto(room, { feed: feed! })).toBe(PIN_MISSING)

      const { id: memberId } = memberOf(await read(app(), coach, groupId), members[0]!.clientId)
      const params = { groupId: groupId.id, memberId }
      good(await app().call('DELETE /v1/group/:groupId/member/:memberId', { params }, coach.token))
      await expect.poll(() => view.admittedTo(room)).toBe(2)
      expect(await view.goInto(room, { pin, token })).toBe(NOT_LET_IN)
    })

    it('opens lines without end', async () => {
      const { tabs: inside, room } = await inCall(2)
      const [first] = inside as [Tab]
      for (let n = 0; n < 60; n += 1) sayToSfu(first, sessionId, newLine(), sends())
      await expect.poll(() => heardOf(first, 'CALL_SFU').length, { timeout: 10_000 }).toBe(20)
      expect(await view.peersIn(room)).toEqual(peers(inside))
      // Neither as another peer.
      const again = { ...first, peerId: newLine() as typeof first.peerId }
      await joined(again, sessionId)
      sayToSfu(again, sessionId, newLine(), sends())
      await expect.poll(() => view.peersIn(room)).toEqual(peers(inside.slice(1)))
      await asked(again, 'CALL_LEAVE', { sessionId: newLine() })
      expect(heardOf(first, 'CALL_SFU')).toHaveLength(20)
    })
  })

  describe('a line ends', () => {
    // @spec P.266
    it('when its person leaves or the coach ends the call, and the room with the last', async () => {
      const { tabs: inside, room } = await inCall(3)
      const [ofCoach, luz, sol] = inside as [Tab, Tab, Tab]
      await asked(luz, 'CALL_LEAVE', { sessionId })
      await expect.poll(() => view.peersIn(room)).toEqual(peers([ofCoach, sol]))
      await expect.poll(() => view.admittedTo(room)).toBe(2)
      await asked(ofCoach, 'CALL_END', { sessionId })
      await expect.poll(() => view.peersIn(room)).toBeUndefined()
      await expect.poll(() => storedOf(app(), sessionId)).toMatchObject({ room: null, lines: [] })
      // A new call has another room.
      const again = await inCall(2)
      expect(again.room).not.toBe(room)
      for (const tab of again.tabs) await asked(tab, 'CALL_LEAVE', { sessionId })
      await expect.poll(() => view.peersIn(again.room)).toBeUndefined()
    })

    // @spec P.266
    it('when its person is removed or paused, or the session is closed, on whatever server it is', async () => {
      const { tabs: inside, lines, room } = await inCall(4)
      const [ofCoach, luz, sol, mar] = inside as [Tab, Tab, Tab, Tab]
      const { id: memberId } = memberOf(await read(app(), coach, groupId), members[0]!.clientId)
      const params = { groupId: groupId.id, memberId }
      good(await app().call('DELETE /v1/group/:groupId/member/:memberId', { params }, coach.token))
      await expect.poll(() => view.peersIn(room)).toEqual(peers([ofCoach, sol, mar]))
      sayToSfu(luz, sessionId, lines[1]!, sends(['audio'], 2))
      sayToSfu(luz, sessionId, newLine(), sends())
      const paused = { params: { clientId: members[1]!.clientId } }
      good(await app().call('POST /v1/client/:clientId/pause', paused, coach.token))
      await expect.poll(() => view.peersIn(room)).toEqual(peers([ofCoach, mar]))
      await expect.poll(() => view.admittedTo(room)).toBe(2)
      const here = members.slice(1).map(({ clientId: personId }) => ({ personId, state: 'present' as const }))
      good(await close(app(), coach, sessionId, { attendance: here }))
      await expect.poll(() => view.peersIn(room)).toBeUndefined()
      // If the other server has ended it, hers hears so from Janus and asks for a new line, which is not opened.
      expect(heardOfLine(luz, lines[1]!).filter((say) => !('renew' in say))).toHaveLength(1)
    })

    it('when its person goes in through another tab', async () => {
      const { tabs: inside, room } = await inCall(2)
      const [ofCoach, luz] = inside as [Tab, Tab]
      const other = await tabOf(members[0]!, 0)
      await joined(other, sessionId)
      await expect.poll(() => view.peersIn(room)).toEqual(peers([ofCoach]))
      await openedLine(other, sessionId)
      sayToSfu(luz, sessionId, newLine(), sends())
      await asked(luz, 'CALL_LEAVE', { sessionId })
      expect(await view.peersIn(room)).toEqual(peers([ofCoach, other]))
    })

    it('when its server died and nobody came back, with the room', async () => {
      const { tabs: inside, room } = await inCall(2)
      for (const { socket } of inside) socket.close()
      // As long as it takes until they are not in the call any more.
      app().clock.set(addMinutes(fromIso(NOW), 1))
      // Somebody in another call is enough for a server to look.
      const client = await newClient(app(), coach)
      const next = addMinutes(fromIso(NOW), 65)
      const { id } = await made(book(app(), coach, client, toIso(next)))
      app().clock.set(next)
      await joined(await tabOf(client), id)
      await expect.poll(() => view.peersIn(room)).toBeUndefined()
      await expect.poll(() => storedOf(app(), sessionId)).toMatchObject({ room: null, lines: [] })
    })
  })

  describe('without it', () => {
    const routes = (tab: Tab) =>
      heardOf<{ route: string; isSfuAway: boolean }>(tab, 'CALL_PEERS').map(
        ({ route, isSfuAway }) => `${route}${isSfuAway ? ' away' : ''}`,
      )

    // @spec P.267
    it('four go on between themselves; when it is back, the fifth brings them into it again', async () => {
      const { tabs: inside, lines } = await inCall(4)
      await untilPeers(inside[0]!, inside)
      await janus.kill()
      for (const tab of inside) await expect.poll(() => routes(tab).at(-1)).toBe('direct')
      const fifth = await tabOf(members[3]!)
      expect(await goIn(fifth, sessionId)).toEqual({ error: 'call.full' })
      expect(await callOf(members[3]!)).toMatchObject({ route: 'direct', most: 4, mayJoin: false })
      await janus.startAgain()
      view = await lookInto(janus.url, JANUS_SECRET)
      await expect.poll(() => apps.every(({ deps }) => deps.sfu?.isReady())).toBe(true)
      expect(await callOf(members[3]!)).toMatchObject({ route: 'direct', most: 12, mayJoin: true })
      expect(await joined(fifth, sessionId)).toMatchObject({ route: 'sfu' })
      for (const tab of inside) await expect.poll(() => routes(tab).at(-1)).toBe('sfu')
      await openedLine(fifth, sessionId)
      await openedLine(inside[0]!, sessionId)
      expect(heardOfLine(inside[1]!, lines[1]!)).not.toContainEqual({ offer: expect.anything() as string })
    })

    // @spec P.267
    it('five wait, are told so, and open new lines when it is back', async () => {
      const { tabs: inside, lines } = await inCall(5)
      await untilPeers(inside[0]!, inside)
      await janus.kill()
      for (const tab of inside) await expect.poll(() => routes(tab).at(-1)).toBe('sfu away')
      const meanwhile = newLine()
      sayToSfu(inside[1]!, sessionId, meanwhile, sends())
      await janus.startAgain()
      view = await lookInto(janus.url, JANUS_SECRET)
      for (const tab of inside) await expect.poll(() => routes(tab).at(-1)).toBe('sfu')
      for (const [at, tab] of inside.entries()) {
        const line = at === 1 ? meanwhile : lines[at]!
        await expect.poll(() => heardOfLine(tab, line).at(-1)).toEqual({ renew: true })
        await openedLine(tab, sessionId)
      }
      const { room } = await storedOf(app(), sessionId)
      expect(await view.peersIn(room!)).toEqual(peers(inside))
    })

    // @spec P.268
    it('a line that is not reached for some seconds goes on', async () => {
      const { tabs: inside, lines, room } = await inCall(2)
      const before = (await storedOf(app(), sessionId)).lines
      janus.connect(false)
      await expect.poll(() => apps.some(({ deps }) => deps.sfu?.isReady())).toBe(false)
      const [first, second] = inside as [Tab, Tab]
      const other = newLine()
      sayToSfu(second, sessionId, other, sends())
      await asked(second, 'CALL_LEAVE', { sessionId: newLine() })
      janus.connect(true)
      await expect.poll(() => apps.every(({ deps }) => deps.sfu?.isReady())).toBe(true)
      // Who has wanted another line meanwhile opens that, although the earlier one goes on.
      await expect.poll(() => heardOfLine(second, other)).toEqual([{ renew: true }])
      sayToSfu(first, sessionId, lines[0]!, sends(['audio', 'camera'], 2))
      const answers = [expect.stringContaining('m=audio'), expect.stringContaining('m=video')]
      await expect
        .poll(() => heardOfLine(first, lines[0]!))
        .toEqual(answers.map((answer: string) => ({ answer })))
      expect((await storedOf(app(), sessionId)).lines).toEqual(before)
      expect(await view.peersIn(room)).toEqual(peers(inside))
    })

    it('of one server alone, the others bring the call back, and it stays', async () => {
      const { tabs: inside } = await inCall(5)
      await untilPeers(inside[0]!, inside)
      const { sfu } = apps[0]!.deps
      const isAway = vi.spyOn(sfu!, 'isAway').mockReturnValue(true)
      const isReady = vi.spyOn(sfu!, 'isReady').mockReturnValue(false)
      await expect.poll(() => routes(inside[0]!).at(-1)).toBe('sfu away')
      await expect.poll(() => routes(inside[0]!).at(-1), { timeout: 30_000 }).toBe('sfu')
      const looks = isAway.mock.calls.length
      await expect.poll(() => isAway.mock.calls.length, { timeout: 30_000 }).toBeGreaterThan(looks + 3)
      expect(routes(inside[0]!).at(-1)).toBe('sfu')
      isAway.mockRestore()
      isReady.mockRestore()
    })

    it('five who become four do not wait any more', async () => {
      const { tabs: inside } = await inCall(5)
      await untilPeers(inside[0]!, inside)
      await janus.kill()
      await expect.poll(() => routes(inside[0]!).at(-1)).toBe('sfu away')
      await asked(inside[4]!, 'CALL_LEAVE', { sessionId })
      await expect.poll(() => routes(inside[0]!).at(-1)).toBe('direct')
      await janus.startAgain()
      view = await lookInto(janus.url, JANUS_SECRET)
      await expect
        .poll(() => storedOf(app(), sessionId))
        .toMatchObject({ route: 'direct', room: null, lines: [] })
    })
  })
})
