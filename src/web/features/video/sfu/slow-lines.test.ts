import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PeerId } from '#contract/values.ts'
import type { ToSfu } from '#contract/video/sfu.ts'
import { type FakeConnection, FakeTrack, losing, stubConnections } from '#test/support/web/connections.ts'
import { type SfuWay, openSfuWay } from './sfu-way.ts'

const MARIANA = PeerId.parse('01890000-0000-7000-8000-000000000001')
const ELENA = PeerId.parse('01890000-0000-7000-8000-000000000002')
const SAMPLE_MS = 2_000
const GRID = [
  { peerId: MARIANA, size: 'large' as const },
  { peerId: ELENA, size: 'medium' as const },
]

let said: ToSfu[]
let up: FakeConnection
let down: FakeConnection
let way: SfuWay
/** The part of packets that the line loses, each way. */
let lost: { up: number; down: number }

beforeEach(async () => {
  vi.useFakeTimers()
  said = []
  lost = { up: 0, down: 0 }
  const connections = stubConnections()
  const outgoing = {
    audio: new FakeTrack('audio') as unknown as MediaStreamTrack,
    video: new FakeTrack('video') as unknown as MediaStreamTrack,
    screen: null,
  }
  let line = ''
  way = openSfuWay(
    { iceServers: () => [], outgoing },
    {
      say: (of, say) => {
        line = of
        return said.push(say) > 0
      },
      onChange: () => undefined,
      onFailure: (error) => {
        throw error
      },
    },
  )
  ;[up, down] = connections.opened as [FakeConnection, FakeConnection]
  up.getStats = losing(() => lost.up)
  down.getStats = receiving(() => lost.down)
  up.need()
  await vi.advanceTimersByTimeAsync(0)
  way.hear(line, { answer: 'answer' })
  way.hear(line, {
    offer: 'a0 c0',
    tracks: [
      { mid: 'a0', peerId: MARIANA, kind: 'audio' },
      { mid: 'c0', peerId: MARIANA, kind: 'camera' },
    ],
  })
  await vi.advanceTimersByTimeAsync(0)
  way.showSizes(GRID)
  up.become('connected')
  down.become('connected')
  // The first look has nothing to compare with.
  await samples(2, {})
})
afterEach(() => {
  way.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What a connection counts of a voice and a camera that arrive, without this part of them. */
function receiving(part: () => number): () => Promise<Map<string, object>> {
  const counted = { packetsReceived: 0, packetsLost: 0 }
  let at = performance.now()
  return () => {
    // It is looked at for two reasons.
    const packets = (100 * (performance.now() - at)) / SAMPLE_MS
    at = performance.now()
    counted.packetsReceived += packets * (1 - part())
    counted.packetsLost += packets * part()
    const reports = (['audio', 'video'] as const).map((kind): [string, object] => [
      kind,
      { type: 'inbound-rtp', id: kind, mid: kind === 'audio' ? 'a0' : 'c0', kind, ...counted },
    ])
    return Promise.resolve(new Map(reports))
  }
}

function samples(count: number, change: Partial<typeof lost>): Promise<unknown> {
  Object.assign(lost, change)
  return vi.advanceTimersByTimeAsync(count * SAMPLE_MS)
}
const asked = () => said.findLast((say) => 'sizes' in say)

// @spec P.237
describe('a line to the SFU by which little arrives', () => {
  test('has less asked for, step by step, until there are voices only, and says that it is slow', async () => {
    expect(way.quality()).toBe('good')
    await samples(3, { down: 0.3 })
    expect(way.quality()).toBe('poor')
    expect(asked()).toEqual({
      sizes: [
        { peerId: MARIANA, size: 'medium' },
        { peerId: ELENA, size: 'medium' },
      ],
    })
    await samples(3, {})
    expect(asked()).toEqual({ sizes: [] })
    expect(way.lineOf(MARIANA)).toMatchObject({ isCameraHeld: false })
    await samples(3, {})
    expect(said.slice(-2)).toEqual([{ sizes: [] }, { sizes: [], voicesOnly: true }])
    expect(way.lineOf(MARIANA)).toMatchObject({ link: 'connected', isCameraHeld: true, isSilent: false })
    // One's own camera has a line that takes it.
    expect(way.isSlow()).toBe(false)
  })

  test('stays so whatever else is shown, and comes back slowly by itself', async () => {
    await samples(9, { down: 0.3 })
    const before = said.length
    way.showSizes([{ peerId: ELENA, size: 'large' }])
    // Pictures that are asked for and taken back at once would begin, on a line that takes none.
    expect(said).toHaveLength(before)
    expect(asked()).toEqual({ sizes: [], voicesOnly: true })
    await samples(7, { down: 0 })
    expect(asked()).toEqual({ sizes: [], voicesOnly: true })
    await samples(1, {})
    expect(asked()).toEqual({ sizes: [] })
    expect(way.lineOf(MARIANA)).toMatchObject({ isCameraHeld: false })
    await samples(8, {})
    expect(asked()).toEqual({ sizes: [{ peerId: ELENA, size: 'medium' }] })
    await samples(8, {})
    expect(asked()).toEqual({ sizes: [{ peerId: ELENA, size: 'large' }] })
    expect(way.quality()).toBe('good')
  })
})

// @spec P.237, P.256
describe('a line to the SFU by which little is sent', () => {
  const sizesSent = () =>
    up.places[1]?.encodings.filter(({ active }) => active !== false).map(({ rid }) => rid)

  test('has fewer sizes of the camera sent, then none, and the voice all the time', async () => {
    expect(sizesSent()).toEqual(['h', 'm', 'l'])
    await samples(3, { up: 0.3 })
    expect(way.quality()).toBe('poor')
    expect(sizesSent()).toEqual(['m', 'l'])
    await samples(3, {})
    expect(sizesSent()).toEqual(['l'])
    expect(way.isSlow()).toBe(false)
    await samples(3, {})
    expect(way.isSlow()).toBe(true)
    const [voice, camera] = up.places
    // Its person's camera is switched off; nothing was taken from the voice.
    way.send({ audio: voice!.sender.track as MediaStreamTrack, video: null, screen: null })
    expect(camera!.sender.track).toBeNull()
    expect(voice!.sender.track).not.toBeNull()
    expect(voice!.encodings).toEqual([{}])
    // What arrives is as it was.
    expect(asked()).toEqual({ sizes: GRID })
  })

  test('shows the worse of both ways', async () => {
    await samples(1, { up: 0.05 })
    expect(way.quality()).toBe('fair')
    await samples(1, { down: 0.3 })
    expect(way.quality()).toBe('poor')
    await samples(1, { up: 0.3, down: 0 })
    expect(way.quality()).toBe('poor')
    await samples(1, { up: 0 })
    expect(way.quality()).toBe('good')
  })
})
