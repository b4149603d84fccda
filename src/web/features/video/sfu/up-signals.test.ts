import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ToSfu } from '#contract/video/sfu.ts'
import { FakeConnection } from '#test/support/web/connections.ts'
import { type UpSignals, offerUp } from './up-signals.ts'

const TRACKS = [{ mid: '0', kind: 'audio' as const }]

let pc: FakeConnection
let said: ToSfu[]
let isAway: boolean
let failures: unknown[]
let up: UpSignals

beforeEach(() => {
  vi.useFakeTimers()
  pc = new FakeConnection()
  said = []
  isAway = false
  failures = []
  up = offerUp(pc as unknown as RTCPeerConnection, {
    say(what) {
      if (!isAway) said.push(what)
      return !isAway
    },
    tracks: () => TRACKS,
    onFailure: (error) => failures.push(error),
  })
})
afterEach(() => {
  up.close()
  vi.useRealTimers()
})

const settled = () => vi.advanceTimersByTimeAsync(0)
const offers = () => said.flatMap((what) => ('offer' in what ? [what.offer] : []))
async function connect(): Promise<void> {
  pc.need()
  await settled()
  await up.hear('answer')
  pc.become('connected')
}

// @spec P.260
describe('what is sent to the SFU', () => {
  test('is offered with what its parts show, and agreed on with the answer', async () => {
    await connect()
    expect(said).toEqual([{ offer: 'offer 1', number: 1, tracks: TRACKS }])
    expect(pc.signalingState).toBe('stable')
    expect(failures).toEqual([])
  })

  test('candidates come after the offer they belong to, the end of them too', async () => {
    pc.need()
    pc.find('early')
    await settled()
    pc.find('late')
    pc.find(null)
    const found = (candidate: string) => ({
      candidate,
      sdpMid: '0',
      sdpMLineIndex: 0,
      usernameFragment: null,
    })
    expect(said).toEqual([
      { offer: 'offer 1', number: 1, tracks: TRACKS },
      { way: 'up', candidate: found('early') },
      { way: 'up', candidate: found('late') },
      { way: 'up', candidate: null },
    ])
  })

  test('an offer whose answer was lost is said again once the server is back, and its second answer ignored', async () => {
    pc.need()
    await settled()
    up.comeBack()
    expect(offers()).toEqual(['offer 1', 'offer 1'])
    await up.hear('answer')
    await up.hear('answer')
    expect(failures).toEqual([])
  })

  test('the second answer to one offer is not taken for that of the next', async () => {
    pc.need()
    await settled()
    up.comeBack()
    await up.hear('answer', 1)
    pc.need()
    await settled()
    await up.hear('answer', 1)
    expect(pc.signalingState).toBe('have-local-offer')
    await up.hear('answer of the second', 2)
    expect(pc.signalingState).toBe('stable')
    expect(pc.remoteDescription?.sdp).toBe('answer of the second')
  })

  test('it is said again, too, where the server stays silent, until there is an answer', async () => {
    pc.need()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(offers()).toEqual(['offer 1', 'offer 1', 'offer 1'])
    await up.hear('answer')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(offers()).toHaveLength(3)
  })

  test('but not for ever', async () => {
    pc.need()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(offers()).toHaveLength(4)
    expect(failures).toHaveLength(1)
  })

  test('what cannot be sent does not count, and after it all begins again', async () => {
    pc.need()
    await vi.advanceTimersByTimeAsync(20_000)
    isAway = true
    await vi.advanceTimersByTimeAsync(120_000)
    isAway = false
    up.comeBack()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(failures).toEqual([])
    expect(offers()).toHaveLength(6)
    await up.hear('answer')
    expect(pc.signalingState).toBe('stable')
  })

  test('a server that is back changes nothing where all is well', async () => {
    await connect()
    up.comeBack()
    await settled()
    expect(offers()).toHaveLength(1)
    expect(pc.restarts).toBe(0)
  })

  test('a connection that failed is looked for again', async () => {
    await connect()
    pc.become('failed')
    await settled()
    expect(pc.restarts).toBe(1)
    expect(offers()).toEqual(['offer 1', 'offer 2'])
  })

  test('an answer that cannot be read is told', async () => {
    pc.need()
    await settled()
    await up.hear('broken')
    expect(failures).toEqual([new Error('It cannot be read')])
  })
})
