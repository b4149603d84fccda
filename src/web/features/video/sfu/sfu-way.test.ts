import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PeerId } from '#contract/values.ts'
import type { FromSfu, SfuTrack, ToSfu } from '#contract/video/sfu.ts'
import { FakeTrack, stubConnections } from '#test/support/web/connections.ts'
import { type SfuWay, openSfuWay } from './sfu-way.ts'

const MARIANA = PeerId.parse('01890000-0000-7000-8000-000000000001')
const TRACKS: SfuTrack[] = [
  { mid: 'a0', peerId: MARIANA, kind: 'audio' },
  { mid: 'c0', peerId: MARIANA, kind: 'camera' },
]
const SILENT = { audio: null, video: null, screen: null }
const track = (kind: string) => new FakeTrack(kind) as unknown as MediaStreamTrack

let connections: ReturnType<typeof stubConnections>
let said: { line: string; say: ToSfu }[]
let failures: unknown[]
let changes: number
let way: SfuWay

beforeEach(() => {
  vi.useFakeTimers()
  connections = stubConnections()
  said = []
  failures = []
  changes = 0
  way = openSfuWay(
    { iceServers: () => [], outgoing: SILENT },
    {
      say: (line, say) => said.push({ line, say }) > 0,
      onChange: () => (changes += 1),
      onFailure: (error) => failures.push(error),
    },
  )
})
afterEach(() => {
  way.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settled = () => vi.advanceTimersByTimeAsync(0)
const lines = () => [...new Set(said.map(({ line }) => line))]
const hear = (say: FromSfu, line = lines().at(-1)!) => way.hear(line, say)
/** The two connections of the line that was opened last. */
const last = () => {
  const [up, down] = connections.opened.slice(-2)
  return { up: up!, down: down! }
}
async function connect(): Promise<void> {
  const { up, down } = last()
  up.need()
  await settled()
  hear({ answer: 'answer' })
  hear({ offer: 'a0 c0', tracks: TRACKS })
  await settled()
  up.become('connected')
  down.become('connected')
}

// @spec P.260
describe('media through an SFU', () => {
  test('voice and camera have their place from the beginning, a screen once it is shared', async () => {
    last().up.need()
    await settled()
    expect(said[0]?.say).toMatchObject({
      tracks: [
        { mid: '0', kind: 'audio' },
        { mid: '1', kind: 'camera' },
      ],
    })
    hear({ answer: 'answer' })
    await settled()
    way.send({ ...SILENT, screen: track('video') })
    last().up.need()
    await settled()
    expect(said[1]?.say).toMatchObject({ tracks: [{}, {}, { mid: '2', kind: 'screen' }] })
    hear({ answer: 'answer' })
    await settled()
    way.send(SILENT)
    last().up.need()
    await settled()
    expect(said[2]?.say).toMatchObject({ tracks: [{ kind: 'audio' }, { kind: 'camera' }] })
  })

  test('a camera is sent in three sizes, and switched without anything to agree on', () => {
    const { up } = last()
    expect(up.places[1]?.encodings.map(({ rid }) => rid)).toEqual(['h', 'm', 'l'])
    const camera = track('video')
    way.send({ ...SILENT, video: camera })
    expect(up.places[1]?.sender.track).toBe(camera)
    expect(up.places).toHaveLength(2)
  })

  test('somebody is connected once their tracks are here and both connections are', async () => {
    expect(way.lineOf(MARIANA)?.link).toBe('connecting')
    await connect()
    expect(way.lineOf(MARIANA)).toMatchObject({ link: 'connected', screen: null })
    expect(way.lineOf(MARIANA)?.camera?.getTracks()).toHaveLength(2)
    last().up.become('disconnected')
    expect(way.lineOf(MARIANA)?.link).toBe('lost')
    last().up.become('connected')
    expect(way.lineOf(MARIANA)?.link).toBe('connected')
  })

  // @spec P.258
  test('somebody whose media end without a word is lost, and connected again once they are back', async () => {
    way.meet([MARIANA])
    await connect()
    hear({ offer: 'a0 c0', tracks: [] })
    await settled()
    // Who leaves is told to have left within a moment.
    expect(way.lineOf(MARIANA)?.link).toBe('connecting')
    changes = 0
    await vi.advanceTimersByTimeAsync(3_000)
    expect(changes).toBe(1)
    expect(way.lineOf(MARIANA)?.link).toBe('lost')
    hear({ offer: 'a0 c0', tracks: TRACKS })
    await settled()
    expect(way.lineOf(MARIANA)?.link).toBe('connected')
  })

  // @spec P.258
  test('somebody of whom nothing arrives any more is silent, until something does', async () => {
    let received = 10
    const { up, down } = last()
    up.getStats = () => new Promise(() => undefined)
    down.getStats = () =>
      Promise.resolve(
        new Map([
          ['voice', { type: 'inbound-rtp', mid: 'a0', packetsReceived: received }],
          ['camera', { type: 'inbound-rtp', mid: 'c0', packetsReceived: 0 }],
        ]),
      )
    await connect()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(way.lineOf(MARIANA)?.isSilent).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(way.lineOf(MARIANA)).toMatchObject({ link: 'connected', isSilent: true })
    received += 1
    changes = 0
    await vi.advanceTimersByTimeAsync(2_000)
    expect(changes).toBe(1)
    expect(way.lineOf(MARIANA)?.isSilent).toBe(false)
  })

  test('somebody who left and comes again is not lost', async () => {
    way.meet([MARIANA])
    await connect()
    hear({ offer: 'a0 c0', tracks: [] })
    await settled()
    way.meet([])
    way.meet([MARIANA])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(way.lineOf(MARIANA)?.link).toBe('connecting')
  })

  test('how large the others are shown is said once the line is open, and again when it may be lost', async () => {
    way.showSizes([{ peerId: MARIANA, size: 'large' }])
    way.comeBack()
    expect(said).toEqual([])
    await connect()
    const sizes = { sizes: [{ peerId: MARIANA, size: 'large' }] }
    const heard = () => said.filter(({ say }) => 'sizes' in say).map(({ say }) => say)
    expect('offer' in said[0]!.say).toBe(true)
    expect(heard().at(-1)).toEqual(sizes)
    const before = heard().length
    way.comeBack()
    expect(heard()).toHaveLength(before + 1)
  })

  test('a connection to the server that drops and is back stops nothing', async () => {
    await connect()
    way.comeBack()
    await settled()
    expect(connections.opened.map(({ isClosed }) => isClosed)).toEqual([false, false])
    expect(way.lineOf(MARIANA)?.link).toBe('connected')
    // Something is said: a server that does not know the line any more says so.
    expect(said.at(-1)?.say).toEqual({ sizes: [] })
  })

  test('a line that is forgotten is followed by another, and shown until that one is there', async () => {
    await connect()
    await vi.advanceTimersByTimeAsync(10_000)
    const old = last()
    hear({ renew: true })
    expect(connections.opened).toHaveLength(4)
    expect(way.lineOf(MARIANA)?.link).toBe('connected')
    expect(old.up.isClosed).toBe(false)
    const before = lines().at(-1)
    last().up.need()
    await settled()
    expect(lines().at(-1)).not.toBe(before)
    await connect()
    expect([old.up.isClosed, old.down.isClosed]).toEqual([true, true])
    expect(way.lineOf(MARIANA)?.link).toBe('connected')
  })

  test('until the next line is there, the one before shows the others, and sends what changes', async () => {
    await connect()
    await vi.advanceTimersByTimeAsync(10_000)
    const old = last()
    const shown = way.lineOf(MARIANA)?.camera
    hear({ renew: true })
    const { up } = last()
    up.need()
    await settled()
    hear({ answer: 'answer' })
    hear({ offer: 'a0 c0', tracks: TRACKS })
    await settled()
    expect(way.lineOf(MARIANA)?.camera).toBe(shown)
    const [voice, camera] = [track('audio'), track('video')]
    way.send({ ...SILENT, audio: voice, video: camera })
    for (const { places } of [old.up, up]) {
      expect(places.map(({ sender }) => sender.track)).toEqual([voice, camera])
    }
  })

  test('what is said to an earlier line is not heard', async () => {
    await connect()
    await vi.advanceTimersByTimeAsync(10_000)
    const first = lines()[0]!
    hear({ renew: true })
    hear({ renew: true }, first)
    hear({ offer: 'c9', tracks: [] }, first)
    await settled()
    expect(connections.opened).toHaveLength(4)
  })

  test('lines that break at once do not follow each other faster than every few seconds', async () => {
    for (let n = 0; n < 5; n += 1) {
      last().up.need()
      await settled()
      hear({ renew: true })
    }
    expect(connections.opened).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(connections.opened).toHaveLength(4)
  })

  /** Has a line end after some seconds, and answers after how many the next one was opened. */
  async function secondsUntilNext(after: number): Promise<number> {
    await vi.advanceTimersByTimeAsync(after * 1_000)
    last().up.need()
    await settled()
    const before = connections.opened.length
    hear({ renew: true })
    let seconds = 0
    for (; connections.opened.length === before && seconds < 60; seconds += 1)
      await vi.advanceTimersByTimeAsync(1_000)
    return seconds
  }

  test('lines that never work follow each other more and more slowly, until one was connected for a while', async () => {
    await connect()
    const pauses: number[] = []
    for (let n = 0; n < 7; n += 1) pauses.push(await secondsUntilNext(10))
    expect(pauses).toEqual([0, 3, 6, 12, 24, 24, 24])
    await connect()
    expect(await secondsUntilNext(5)).toBe(24)
    await connect()
    expect(await secondsUntilNext(10)).toBe(0)
    expect(await secondsUntilNext(10)).toBe(3)
    // Alone in a call nothing is connected.
    expect(await secondsUntilNext(60)).toBe(0)
  })

  test('a line that waits its turn is opened soon once there is a server again', async () => {
    await connect()
    for (let n = 0; n < 5; n += 1) await secondsUntilNext(10)
    await vi.advanceTimersByTimeAsync(10_000)
    last().up.need()
    await settled()
    const before = connections.opened.length
    hear({ renew: true })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(connections.opened).toHaveLength(before)
    way.comeBack()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(connections.opened).toHaveLength(before + 2)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(connections.opened).toHaveLength(before + 2)
  })

  test('an offer that cannot be taken, and a connection that fails again and again, end in a new line', async () => {
    await connect()
    await vi.advanceTimersByTimeAsync(10_000)
    hear({ offer: 'broken', tracks: [] })
    await settled()
    expect(failures).toHaveLength(1)
    expect(connections.opened).toHaveLength(4)
    await vi.advanceTimersByTimeAsync(10_000)
    const { down } = last()
    for (let n = 0; n < 3; n += 1) down.become('failed')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(connections.opened).toHaveLength(6)
  })

  test('once it is closed nothing is left open', async () => {
    await connect()
    hear({ renew: true })
    way.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(connections.opened.every(({ isClosed }) => isClosed)).toBe(true)
  })
})
