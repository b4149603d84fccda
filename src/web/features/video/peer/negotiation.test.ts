import { describe, expect, test } from 'vitest'
import type { CallSignal } from '#contract/video/signals.ts'
import { type Negotiation, negotiate } from './negotiation.ts'

/**
 * As much of an RTCPeerConnection as agreeing needs: the states of RFC 8829 §3.2, a rollback where an offer meets one's
 * own, and refusals where a browser refuses. Descriptions say who made them, and how often.
 */
class Connection extends EventTarget {
  signalingState: RTCSignalingState = 'stable'
  connectionState: RTCPeerConnectionState = 'new'
  localDescription: RTCSessionDescription | null = null
  remoteDescription: RTCSessionDescription | null = null
  candidates: string[] = []
  restarts = 0
  #made = 0
  readonly #name: string

  constructor(name: string) {
    super()
    this.#name = name
  }

  need(): void {
    this.dispatchEvent(new Event('negotiationneeded'))
  }
  find(candidate: string): void {
    const found = { candidate, sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'x' }
    this.dispatchEvent(Object.assign(new Event('icecandidate'), { candidate: found }))
  }
  become(state: RTCPeerConnectionState): void {
    this.connectionState = state
    this.dispatchEvent(new Event('connectionstatechange'))
  }

  setLocalDescription(): Promise<void> {
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer'
    this.#made += 1
    this.localDescription = { type, sdp: `${this.#name} ${this.#made}` } as RTCSessionDescription
    this.signalingState = type === 'answer' ? 'stable' : 'have-local-offer'
    return Promise.resolve()
  }
  setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
    const { signalingState } = this
    if (description.type === 'answer' && signalingState !== 'have-local-offer') {
      return Promise.reject(new Error(`An answer in ${signalingState}`))
    }
    this.remoteDescription = description as RTCSessionDescription
    this.signalingState = description.type === 'answer' ? 'stable' : 'have-remote-offer'
    return Promise.resolve()
  }
  addIceCandidate(candidate?: RTCIceCandidateInit | null): Promise<void> {
    if (candidate?.candidate === 'stale') return Promise.reject(new Error('Of another connection'))
    if (!this.remoteDescription) return Promise.reject(new Error('A candidate before the description'))
    this.candidates.push(candidate?.candidate ?? 'end')
    return Promise.resolve()
  }
  restartIce(): void {
    this.restarts += 1
    this.need()
  }
}

type Side = {
  pc: Connection
  negotiation: Negotiation
  inbox: CallSignal[]
  broken: (CallSignal | undefined)[]
  failures: unknown[]
}

/** Two sides; what each says waits in the other's inbox until it is delivered. */
function pair({ firefox }: { firefox?: 'polite' | 'impolite' } = {}): { polite: Side; impolite: Side } {
  const sides = {} as { polite: Side; impolite: Side }
  const open = (name: 'polite' | 'impolite', other: 'polite' | 'impolite') => {
    const pc = new Connection(name === firefox ? `o=mozilla 1 ${name}` : name)
    const broken: (CallSignal | undefined)[] = []
    const failures: unknown[] = []
    const negotiation = negotiate(pc, {
      polite: name === 'polite',
      send: (signal) => sides[other].inbox.push(signal),
      screenId: () => null,
      onScreen: () => undefined,
      onBroken: (offer) => broken.push(offer),
      onFailure: (error) => failures.push(error),
    })
    sides[name] = { pc, negotiation, inbox: [], broken, failures }
  }
  open('polite', 'impolite')
  open('impolite', 'polite')
  return sides
}

const settled = () => new Promise<void>((done) => setImmediate(done))

/** Delivers everything until nobody says anything more, one side first. */
async function deliver(first: Side, second: Side): Promise<void> {
  await settled()
  while (first.inbox.length + second.inbox.length > 0) {
    for (const side of [first, second]) {
      for (const signal of side.inbox.splice(0)) await side.negotiation.hear(signal)
    }
    await settled()
  }
}

function expectAgreed({ polite, impolite }: { polite: Side; impolite: Side }): void {
  for (const { pc, failures } of [polite, impolite]) {
    expect(failures).toEqual([])
    expect(pc.signalingState).toBe('stable')
  }
  expect(polite.pc.remoteDescription).toEqual(impolite.pc.localDescription)
  expect(impolite.pc.remoteDescription).toEqual(polite.pc.localDescription)
}

/** Two sides that are connected already. */
async function connectedPair(options = {}): Promise<{ polite: Side; impolite: Side }> {
  const sides = pair(options)
  sides.impolite.pc.need()
  await deliver(sides.polite, sides.impolite)
  for (const { pc } of [sides.polite, sides.impolite]) pc.become('connected')
  return sides
}

// @spec P.238
describe('two browsers agree', () => {
  test.each(['polite', 'impolite'] as const)('if the %s one begins', async (who) => {
    const sides = await connectedPair()
    sides[who].pc.need()
    await deliver(sides.polite, sides.impolite)
    expectAgreed(sides)
  })

  test.each(['polite', 'impolite'] as const)(
    'if both begin at once and the %s one hears first: the impolite offer counts',
    async (who) => {
      const sides = await connectedPair()
      sides.polite.pc.need()
      sides.impolite.pc.need()
      const other = who === 'polite' ? 'impolite' : 'polite'
      await deliver(sides[who], sides[other])
      expectAgreed(sides)
      expect(sides.impolite.pc.localDescription?.type).toBe('offer')
    },
  )

  test('at first, where both begin at once: only the impolite one offers', async () => {
    const sides = pair()
    sides.polite.pc.need()
    sides.impolite.pc.need()
    await deliver(sides.polite, sides.impolite)
    expectAgreed(sides)
    expect(sides.impolite.pc.localDescription).toEqual({ type: 'offer', sdp: 'impolite 1' })
    expect(sides.polite.pc.localDescription).toEqual({ type: 'answer', sdp: 'polite 1' })
  })

  test.each(['polite', 'impolite'] as const)(
    'at first, where the first offer was lost, once the %s one is back',
    async (who) => {
      const sides = pair()
      sides.impolite.pc.need()
      await settled()
      sides.polite.inbox.length = 0
      sides[who].negotiation.comeBack()
      await deliver(sides.polite, sides.impolite)
      expectAgreed(sides)
      expect(sides.polite.pc.remoteDescription).not.toBeNull()
    },
  )

  test('candidates that come before the description wait for it', async () => {
    const sides = pair()
    sides.impolite.pc.need()
    sides.impolite.pc.find('early')
    await settled()
    // In another order than they were said.
    sides.polite.inbox.reverse()
    await deliver(sides.impolite, sides.polite)
    expectAgreed(sides)
    expect(sides.polite.pc.candidates).toEqual(['early'])
  })

  test('a candidate of a connection that this one took the place of does not keep it from answering', async () => {
    const sides = pair()
    sides.impolite.pc.need()
    sides.impolite.pc.find('stale')
    sides.impolite.pc.find('its own')
    await settled()
    sides.polite.inbox.reverse()
    await deliver(sides.impolite, sides.polite)
    expect(sides.polite.pc.candidates).toEqual(['its own'])
    expect(sides.polite.failures).toHaveLength(1)
    expect(sides.impolite.pc.signalingState).toBe('stable')
  })

  test('candidates of an offer that was ignored belong to nothing', async () => {
    const sides = await connectedPair()
    sides.impolite.pc.need()
    sides.polite.pc.need()
    sides.polite.pc.find('of the ignored offer')
    await deliver(sides.impolite, sides.polite)
    expectAgreed(sides)
  })

  test.each(['polite', 'impolite'] as const)(
    'if the offer of the %s one was lost with its line, once it is back',
    async (who) => {
      const sides = await connectedPair()
      sides[who].pc.need()
      await settled()
      sides.polite.inbox.length = 0
      sides.impolite.inbox.length = 0
      sides[who].negotiation.comeBack()
      await deliver(sides.polite, sides.impolite)
      expectAgreed(sides)
    },
  )

  test.each([
    ['waits for it', 'polite'],
    ['gave it', 'impolite'],
  ] as const)('if the answer was lost, once the one who %s is back', async (_, who) => {
    const sides = await connectedPair()
    sides.polite.pc.need()
    await settled()
    for (const signal of sides.impolite.inbox.splice(0)) await sides.impolite.negotiation.hear(signal)
    sides.polite.inbox.length = 0
    sides[who].negotiation.comeBack()
    await deliver(sides.polite, sides.impolite)
    expectAgreed(sides)
  })

  test('again where the connection failed', async () => {
    const sides = await connectedPair()
    sides.polite.pc.become('failed')
    sides.impolite.pc.become('failed')
    await deliver(sides.polite, sides.impolite)
    expectAgreed(sides)
    expect([sides.polite.pc.restarts, sides.impolite.pc.restarts]).toEqual([1, 1])
  })

  test.each(['polite', 'impolite'] as const)(
    'no more where the connection of the %s one failed and it is a Firefox: another takes its place',
    async (who) => {
      const sides = await connectedPair({ firefox: who })
      for (const { pc } of [sides.polite, sides.impolite]) pc.become('failed')
      await deliver(sides.polite, sides.impolite)
      for (const { pc, broken } of [sides.polite, sides.impolite]) {
        expect(pc.restarts).toBe(0)
        expect(broken).toEqual([undefined])
      }
    },
  )

  test('on another connection where the other side offers one', async () => {
    const sides = await connectedPair({ firefox: 'impolite' })
    const known = sides.polite.pc.remoteDescription
    const signal = { description: { type: 'offer', sdp: 'o=mozilla 9 0' }, screenId: null } as const
    await sides.polite.negotiation.hear(signal)
    expect(sides.polite.broken).toEqual([signal])
    expect(sides.polite.pc.remoteDescription).toBe(known)
  })
})
