import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PeerId, ResourceId, SessionId, UserId } from '#contract/values.ts'
import type { CallPeer } from '#contract/video/calls.ts'
import type { CallState, Joined } from '#contract/video/signals.ts'
import { stubConnections } from '#test/support/web/connections.ts'
import { listenToCalls, tellOfCalls } from '#web/api/realtime/call-news.ts'
import { type CallSession, openCall } from './call-session.ts'

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`
const SESSION = SessionId.parse(id(1))
const [SELF, LUIS] = [PeerId.parse(id(2)), PeerId.parse(id(3))]
const SILENT = { audio: false, video: false, screen: false, hand: false }
const peer = (peerId: PeerId): CallPeer => ({
  peerId,
  userId: UserId.parse(peerId),
  side: 'client',
  name: 'Luis',
  lastName: '',
  photo: null,
  media: SILENT,
  joinedAt: '2027-02-04T15:00:00.000Z' as CallPeer['joinedAt'],
})
const state = (revision: number, change: Partial<CallState> = {}): CallState => ({
  sessionId: SESSION,
  revision,
  route: 'direct',
  isSfuAway: false,
  shown: null,
  peers: [peer(SELF), peer(LUIS)],
  ...change,
})

let connections: ReturnType<typeof stubConnections>
let said: [name: string, what: Record<string, unknown>][]
let joined: Partial<Joined> | { error: string }
/** What was asked, in its order. */
let asked: string[]
/** How long the server takes to answer. */
let answerMs: number
let call: CallSession

/** A connection to a server that lets everybody in. */
const socket = {
  connected: true,
  on: () => undefined,
  emit: (...what: (typeof said)[number]) => said.push(what),
  timeout: (withinMs: number) => ({
    emitWithAck: (name: string) => {
      asked.push(name)
      return answerMs <= withinMs
        ? after(answerMs).then(() => ({ missed: [], ...joined, iceServers: [] }))
        : after(withinMs).then(() => Promise.reject(new Error('operation has timed out')))
    },
  }),
}
// Of the faked clock.
const after = (ms: number) =>
  ms === 0 ? Promise.resolve() : new Promise<void>((then) => void setTimeout(then, ms))

beforeEach(() => {
  vi.useFakeTimers()
  connections = stubConnections()
  said = []
  asked = []
  answerMs = 0
  listenToCalls(socket as never)
})
afterEach(() => {
  call.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settled = () => vi.advanceTimersByTimeAsync(0)
async function enter(as: Partial<CallState>): Promise<void> {
  joined = as
  call = openCall({
    sessionId: SESSION,
    peerId: SELF,
    outgoing: { audio: null, video: null, screen: null },
    media: SILENT,
    onMuted: () => undefined,
    onFailure: (error) => {
      throw error
    },
  })
  await settled()
}
const saidAs = (name: string) => said.flatMap(([each, what]) => (each === name ? [what] : []))
const offerAll = async () => {
  for (const pc of connections.opened) if (pc.places.length > 0) pc.need()
  await settled()
}

// @spec P.261
describe('the way of a call', () => {
  test('is a mesh or the SFU, as the server says', async () => {
    await enter(state(1))
    expect(connections.opened).toHaveLength(1)
    call.close()
    stubConnections()
    await enter(state(1, { route: 'sfu' }))
    await offerAll()
    expect(saidAs('CALL_SFU')).toHaveLength(1)
    expect(call.view().others).toMatchObject([{ peerId: LUIS, link: 'connecting' }])
  })

  test('changes in the middle of the call, and the person stays in it', async () => {
    await enter(state(1))
    tellOfCalls('CALL_PEERS', state(2, { route: 'sfu' }))
    await offerAll()
    expect(saidAs('CALL_SFU')).toHaveLength(1)
    expect(saidAs('CALL_LEAVE')).toEqual([])
    // Nobody was connected directly: that way is left at once.
    expect(connections.opened.map(({ isClosed }) => isClosed)).toEqual([true, false, false])
    tellOfCalls('CALL_PEERS', state(3))
    expect(call.view().over).toBeUndefined()
    expect(connections.opened.map(({ isClosed }) => isClosed)).toEqual([true, true, true, false])
  })

  test('an earlier state that is heard later changes nothing', async () => {
    await enter(state(5))
    tellOfCalls('CALL_PEERS', state(4, { route: 'sfu' }))
    expect(connections.opened).toHaveLength(1)
  })

  test('one whose mesh opened later than the other’s asks for what it did not hear', async () => {
    await enter(state(1, { route: 'sfu' }))
    tellOfCalls('CALL_PEERS', state(2))
    expect(saidAs('CALL_SIGNAL')).toEqual([{ sessionId: SESSION, to: LUIS, signal: { again: true } }])
  })

  test('an SFU that is away is shown, and looked for again once it is back', async () => {
    await enter(state(1, { route: 'sfu' }))
    await offerAll()
    tellOfCalls('CALL_PEERS', state(2, { route: 'sfu', isSfuAway: true }))
    expect(call.view().isSfuAway).toBe(true)
    const before = saidAs('CALL_SFU').length
    tellOfCalls('CALL_PEERS', state(3, { route: 'sfu' }))
    expect(call.view().isSfuAway).toBe(false)
    expect(saidAs('CALL_SFU').length).toBeGreaterThan(before)
  })

  test('what is shown stays the same object until it changes, and a server of an earlier release does not end it', async () => {
    const shown = { resourceId: ResourceId.parse(id(9)), title: 'Respirar' }
    await enter(state(1, { shown }))
    expect(call.view().shown).toEqual(shown)
    const first = call.view().shown
    tellOfCalls('CALL_PEERS', state(2, { shown: { ...shown } }))
    expect(call.view().shown).toBe(first)
    const { shown: _, ...earlier } = state(3)
    tellOfCalls('CALL_PEERS', earlier)
    expect(call.view().shown).toBe(first)
    tellOfCalls('CALL_PEERS', state(4))
    expect(call.view().shown).toBeNull()
  })

  test('a coach hears that a resource was not shown', async () => {
    await enter(state(1))
    joined = { error: 'resource.not_found' }
    await expect(call.showToAll(ResourceId.parse(id(9)))).rejects.toThrow('resource.not_found')
    joined = {}
    await expect(call.showToAll(null)).resolves.toBeUndefined()
    expect(asked.slice(1)).toEqual(['CALL_SHOW', 'CALL_SHOW'])
  })

  test.each(['direct', 'sfu'] as const)('ends where coming back is refused: %s', async (route) => {
    await enter(state(1, { route }))
    joined = { error: 'call.paused' }
    tellOfCalls('connected')
    await settled()
    expect(call.view()).toMatchObject({ refusal: 'call.paused', others: [] })
    const opened = connections.opened.length
    tellOfCalls('CALL_PEERS', state(2, { route: 'direct' }))
    tellOfCalls('connected')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(connections.opened).toHaveLength(opened)
    expect(connections.opened.every(({ isClosed }) => isClosed)).toBe(true)
  })

  test('what the SFU says to another peer, in another session or after the end is not heard', async () => {
    await enter(state(1, { route: 'sfu' }))
    await offerAll()
    const line = String(saidAs('CALL_SFU')[0]?.['line'])
    const say = { answer: 'answer' }
    tellOfCalls('CALL_SFU', { sessionId: SESSION, to: LUIS, line, say })
    tellOfCalls('CALL_SFU', { sessionId: SessionId.parse(id(9)), to: SELF, line, say })
    await settled()
    expect(connections.opened[0]?.remoteDescription).toBeNull()
    tellOfCalls('CALL_SFU', { sessionId: SESSION, to: SELF, line, say })
    await settled()
    expect(connections.opened[0]?.remoteDescription).not.toBeNull()
    tellOfCalls('CALL_OVER', { sessionId: SESSION, peerId: SELF, why: 'removed' })
    expect(connections.opened.every(({ isClosed }) => isClosed)).toBe(true)
    tellOfCalls('CALL_SFU', { sessionId: SESSION, to: SELF, line, say: { renew: true } })
    expect(connections.opened).toHaveLength(2)
  })
})

// @spec P.257
describe('after an outage of the server', () => {
  /** As a server does it: everybody who is in the call hears of it before the one who comes back has the answer. */
  const back = async (as: CallState, missed: PeerId[] = []) => {
    joined = { ...as, missed }
    tellOfCalls('connected')
    tellOfCalls('CALL_PEERS', as)
    await settled()
  }
  const closed = () => connections.opened.map(({ isClosed }) => isClosed)

  test('the line to somebody who is back later than this browser goes on', async () => {
    await enter(state(1))
    connections.opened[0]?.become('connected')
    await back(state(2, { peers: [peer(SELF)] }), [LUIS])
    expect(call.view()).toMatchObject({ state: 'joined', others: [{ peerId: LUIS, link: 'connected' }] })
    await vi.advanceTimersByTimeAsync(29_000)
    tellOfCalls('CALL_PEERS', state(3))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(closed()).toEqual([false])
    expect(call.view().others).toMatchObject([{ peerId: LUIS, link: 'connected' }])
  })

  test('a server that is slow to answer is given longer each time', async () => {
    await enter(state(1))
    answerMs = 20_000
    await back(state(2))
    expect(call.view().state).toBe('away')
    // Three attempts: 8 s, 16 s, and one that is answered.
    await vi.advanceTimersByTimeAsync(8_000 + 1_000 + 16_000 + 1_000 + 20_000)
    expect(call.view().state).toBe('joined')
  })

  test('who does not come back, and who was not connected, is not in the call', async () => {
    await enter(state(1))
    connections.opened[0]?.become('connected')
    await back(state(2, { peers: [peer(SELF)] }), [LUIS])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(closed()).toEqual([true])
    expect(call.view().others).toEqual([])
    call.close()
    connections = stubConnections()
    await enter(state(1))
    await back(state(2, { peers: [peer(SELF)] }))
    expect(call.view().others).toEqual([])
  })

  test('the line to somebody who left or may not be there any more is closed at once', async () => {
    await enter(state(1))
    connections.opened[0]?.become('connected')
    await back(state(2, { peers: [peer(SELF)] }))
    expect(closed()).toEqual([true])
  })

  test('a person who leaves meanwhile does not go in again', async () => {
    await enter(state(1))
    answerMs = Infinity
    await back(state(2))
    void call.leave()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(call.view().over).toBe('left')
    expect(asked).toEqual(['CALL_JOIN', 'CALL_JOIN', 'CALL_LEAVE'])
  })

  test('who comes back as another page has a new line', async () => {
    await enter(state(1))
    connections.opened[0]?.become('connected')
    await back(state(2, { peers: [peer(SELF)] }), [LUIS])
    const again = { ...peer(LUIS), peerId: PeerId.parse(id(4)) }
    tellOfCalls('CALL_PEERS', state(3, { peers: [peer(SELF), again] }))
    expect(closed()).toEqual([true, false])
  })
})
