import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SfuTrack, ToSfu } from '#contract/video/sfu.ts'
import { PeerId } from '#contract/values.ts'
import { FakeConnection } from '#test/support/web/connections.ts'
import { type DownSignals, answerDown } from './down-signals.ts'

const TRACKS: SfuTrack[] = [
  { mid: '0', peerId: PeerId.parse('01890000-0000-7000-8000-000000000001'), kind: 'audio' },
]

let pc: FakeConnection
let said: ToSfu[]
let failures: unknown[]
let told: (readonly SfuTrack[])[]
let down: DownSignals

beforeEach(() => {
  vi.useFakeTimers()
  pc = new FakeConnection()
  said = []
  failures = []
  told = []
  down = answerDown(pc as unknown as RTCPeerConnection, {
    say: (what) => said.push(what),
    onTracks: (tracks) => told.push(tracks),
    onFailure: (error) => failures.push(error),
  })
})
afterEach(() => {
  down.close()
  vi.useRealTimers()
})

// @spec P.260
describe('what the others send, from the SFU', () => {
  test('is answered, and shown once it is taken', async () => {
    await down.hear({ offer: 'offer', tracks: TRACKS })
    expect(said).toEqual([{ answer: 'answer 1' }])
    expect(told).toEqual([TRACKS])
    expect(failures).toEqual([])
  })

  test('is answered with its number, so that an answer that comes late is not that of the next offer', async () => {
    await down.hear({ offer: 'offer', number: 7, tracks: TRACKS })
    expect(said).toEqual([{ answer: 'answer 1', number: 7 }])
  })

  test('candidates come after the answer they belong to', async () => {
    const hearing = down.hear({ offer: 'offer', tracks: TRACKS })
    const taken = pc.setLocalDescription.bind(pc)
    pc.setLocalDescription = () => {
      pc.find('early')
      return taken()
    }
    await hearing
    pc.find('late')
    expect(said.map((what) => Object.keys(what)[0])).toEqual(['answer', 'way', 'way'])
  })

  test('of offers that wait only the last one is answered', async () => {
    void down.hear({ offer: 'one', tracks: [] })
    void down.hear({ offer: 'two', tracks: [] })
    await down.hear({ offer: 'three', tracks: TRACKS })
    expect(said).toEqual([{ answer: 'answer 1' }])
    expect(told).toEqual([TRACKS])
    expect(pc.remoteDescription?.sdp).toBe('three')
  })

  test('a connection that failed is told, again once the server is back, until there is an offer', async () => {
    await down.hear({ offer: 'offer', tracks: TRACKS })
    pc.become('failed')
    down.comeBack()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(said.slice(1)).toEqual(Array.from({ length: 3 }, () => ({ again: 'down' })))
    await down.hear({ offer: 'another', tracks: TRACKS })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said).toHaveLength(5)
  })

  test('where all is well a server that is back has nothing to be told', async () => {
    await down.hear({ offer: 'offer', tracks: TRACKS })
    pc.become('connected')
    down.comeBack()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said).toHaveLength(1)
  })

  test('one that cannot be read is told, and the next one taken', async () => {
    await down.hear({ offer: 'broken', tracks: TRACKS })
    expect(failures).toEqual([new Error('It cannot be read')])
    await down.hear({ offer: 'offer', tracks: TRACKS })
    expect(told).toEqual([TRACKS])
  })
})
