import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PeerId } from '#contract/values.ts'
import { FakeStream, FakeTrack } from '#test/support/web/connections.ts'
import { type Line, type MediaWay, NEW_LINE } from '../peer/media-way.ts'
import { type MediaWays, createWays, shownLine } from './media-ways.ts'

const SILENT = { audio: null, video: null, screen: null }
const other = (n: number, video = true) => ({
  peerId: PeerId.parse(`01890000-0000-7000-8000-00000000000${n}`),
  media: { audio: true, video, screen: false, hand: false },
})
const [ANA, LUIS] = [other(1), other(2)]

/** A way on which people are as the test says. */
class Way implements MediaWay {
  lines = new Map<PeerId, Line>()
  met: readonly PeerId[] = []
  isClosed = false
  isLate: boolean
  backs = 0
  constructor(isLate: boolean) {
    this.isLate = isLate
  }
  put(peerId: PeerId, change: Partial<Line>): void {
    this.lines.set(peerId, { ...NEW_LINE, ...this.lines.get(peerId), ...change })
  }
  meet = (others: readonly PeerId[]) => void (this.met = others)
  lineOf = (peerId: PeerId) => this.lines.get(peerId)
  isSlow = () => false
  quality = () => undefined
  send = vi.fn<MediaWay['send']>()
  showSizes = vi.fn<MediaWay['showSizes']>()
  comeBack = () => void (this.backs += 1)
  close = () => void (this.isClosed = true)
}

const picture = (muted = false) => {
  const track = new FakeTrack()
  track.muted = muted
  return { stream: new FakeStream([track]) as unknown as MediaStream, track }
}
const here = (): Partial<Line> => ({ link: 'connected', camera: picture().stream })

let opened: Way[]
let ways: MediaWays
const open = ({ isLate }: { isLate: boolean }) => {
  const way = new Way(isLate)
  opened.push(way)
  return Object.assign(way, { hear: () => undefined })
}

beforeEach(() => {
  vi.useFakeTimers()
  opened = []
  ways = createWays({ direct: open, sfu: open }, { outgoing: SILENT, onChange: () => undefined })
})
afterEach(() => {
  ways.close()
  vi.useRealTimers()
})

// @spec P.258
test('somebody of whom nothing arrives is lost, unless they send nothing', () => {
  ways.take('sfu', [ANA])
  opened[0]?.put(ANA.peerId, { ...here(), isSilent: true })
  expect(ways.lineOf(ANA).link).toBe('lost')
  const media = { audio: false, video: false, screen: false, hand: true }
  expect(ways.lineOf({ ...ANA, media }).link).toBe('connected')
})

/** A call that went directly between all, and goes through the SFU from now on. */
function changed(): { mesh: Way; sfu: Way } {
  ways.take('direct', [ANA, LUIS])
  const [mesh] = opened
  for (const { peerId } of [ANA, LUIS]) mesh!.put(peerId, here())
  ways.take('sfu', [ANA, LUIS])
  return { mesh: mesh!, sfu: opened[1]! }
}

// @spec P.261
describe('a call that changes its way', () => {
  test('keeps the one it has while nothing changes', () => {
    ways.take('sfu', [ANA])
    ways.take('sfu', [ANA, LUIS])
    expect(opened).toHaveLength(1)
    expect(opened[0]?.met).toEqual([ANA.peerId, LUIS.peerId])
    expect(opened[0]?.isLate).toBe(false)
  })

  test('leaves the old one when everybody is here on the new one, a moment later', async () => {
    const { mesh, sfu } = changed()
    expect(sfu.isLate).toBe(true)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(mesh.isClosed).toBe(false)
    sfu.put(ANA.peerId, here())
    await vi.advanceTimersByTimeAsync(5_000)
    expect(mesh.isClosed).toBe(false)
    sfu.put(LUIS.peerId, here())
    await vi.advanceTimersByTimeAsync(1_000)
    expect(mesh.isClosed).toBe(false)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(mesh.isClosed).toBe(true)
    expect(sfu.isClosed).toBe(false)
  })

  test('leaves it at once where nobody is on it any more', () => {
    ways.take('sfu', [ANA, LUIS])
    for (const { peerId } of [ANA, LUIS]) opened[0]?.put(peerId, { ...here(), link: 'lost' })
    ways.take('direct', [ANA, LUIS])
    expect(opened[0]?.isClosed).toBe(true)
  })

  test('leaves it in the end, also if somebody does not arrive', async () => {
    const { mesh } = changed()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(mesh.isClosed).toBe(true)
  })

  test('changes back and forth without a way left open', async () => {
    changed()
    ways.take('direct', [ANA, LUIS])
    ways.take('sfu', [ANA, LUIS])
    expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, true, true, false])
    ways.close()
    expect(opened.every(({ isClosed }) => isClosed)).toBe(true)
  })

  test('shows everybody where they are: first as before, then on the new one', () => {
    const { mesh, sfu } = changed()
    const camera = (line: Line) => line.camera
    expect(camera(ways.lineOf(ANA))).toBe(mesh.lineOf(ANA.peerId)?.camera)
    sfu.put(ANA.peerId, here())
    expect(camera(ways.lineOf(ANA))).toBe(sfu.lineOf(ANA.peerId)?.camera)
    expect(camera(ways.lineOf(LUIS))).toBe(mesh.lineOf(LUIS.peerId)?.camera)
  })

  test('sends on both until the old one is left; who comes meanwhile is met on the new one alone', () => {
    const { mesh, sfu } = changed()
    ways.send(SILENT)
    expect([mesh, sfu].map(({ send }) => send.mock.calls.length)).toEqual([1, 1])
    const late = other(3)
    ways.take('sfu', [ANA, LUIS, late])
    expect(mesh.met).not.toContain(late.peerId)
    expect(sfu.met).toContain(late.peerId)
  })

  test('what is shown large is said to the new one, too', () => {
    ways.take('direct', [ANA])
    ways.showSizes([{ peerId: ANA.peerId, size: 'large' }])
    ways.take('sfu', [ANA])
    expect(opened[1]?.showSizes).toHaveBeenCalledWith([{ peerId: ANA.peerId, size: 'large' }])
  })
})

describe('whom a person is shown as', () => {
  const before: Line = { ...NEW_LINE, ...here() }
  test.each([
    ['before, while the new one connects', { ...NEW_LINE }, 'before'],
    [
      'before, until a first frame is here',
      { ...NEW_LINE, link: 'connected', camera: picture(true).stream },
      'before',
    ],
    ['now, once it is', { ...NEW_LINE, ...here() }, 'now'],
  ] as const)('%s', (_, now, which) => {
    expect(shownLine(ANA, now as Line, before)).toBe(which === 'now' ? now : before)
  })

  test('somebody without a camera is here once they are connected', () => {
    const now: Line = { ...NEW_LINE, link: 'connected' }
    expect(shownLine(other(1, false), now, before)).toBe(now)
  })

  test('as on the new one, where the old one is lost', () => {
    expect(shownLine(ANA, NEW_LINE, { ...before, link: 'lost' })).toBe(NEW_LINE)
    expect(shownLine(ANA, undefined, undefined)).toBe(NEW_LINE)
  })
})
