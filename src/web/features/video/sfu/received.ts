import { countedIn } from '../peer/counted.ts'
import type { Sample } from '../peer/quality.ts'

type Stats = Pick<RTCStatsReport, 'values'>
type Part = { kind: string; received: number; lost: number }

/** A part by which fewer packets come says nothing of the line: a voice has a hundred in two seconds. */
const ENOUGH = 20

/** Looks at what arrived since it looked last; undefined for the first time. */
export function receivedSampler(): (stats: Stats) => Sample | undefined {
  let before: ReadonlyMap<string, Part> | undefined
  return (stats) => {
    const after = partsIn(stats)
    const { roundTripMs } = countedIn(stats)
    const sample = before && { lost: lossBetween(before, after), roundTripMs, availableBitrate: undefined }
    before = after
    return sample
  }
}

/** The streams that arrive, by what the browser calls them (W3C WebRTC Stats). */
function partsIn(stats: Stats): Map<string, Part> {
  const parts = new Map<string, Part>()
  for (const report of stats.values() as Iterable<Partial<RTCInboundRtpStreamStats>>) {
    const { type, id = '', kind = '', packetsReceived = 0, packetsLost = 0 } = report
    if (type === 'inbound-rtp') parts.set(id, { kind, received: packetsReceived, lost: packetsLost })
  }
  return parts
}

/**
 * What the line to this browser lost, 0 to 1: what is lost of everybody. What is missing of one of them alone was lost on their
 * own way. A full line loses pictures before voices, so each is looked at by itself.
 */
function lossBetween(before: ReadonlyMap<string, Part>, after: ReadonlyMap<string, Part>): number {
  const losses = new Map<string, number>()
  for (const [id, { kind, received, lost }] of after) {
    const earlier = before.get(id)
    if (!earlier) continue
    // Packets that come late are taken back.
    const missing = Math.max(0, lost - earlier.lost)
    const expected = received - earlier.received + missing
    if (expected < ENOUGH) continue
    losses.set(kind, Math.min(losses.get(kind) ?? 1, missing / expected))
  }
  return Math.max(0, ...losses.values())
}
