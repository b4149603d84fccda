import { countedIn } from '../peer/counted.ts'
import type { Sample } from '../peer/quality.ts'

type Stats = Pick<RTCStatsReport, 'values'>
type Part = { kind: string; of: string; received: number; lost: number }
/** Whose stream arrives by a part of the connection; undefined for one that carries nothing now. */
type OwnerOf = (mid: string) => string | undefined

/**
 * A part by which fewer packets come says nothing of the line. In two seconds a voice has a hundred, silence five, and the
 * small picture of a slow camera some fifteen.
 */
const ENOUGH = 10

/** Looks at what arrived since it looked last; undefined for the first time. */
export function receivedSampler(ownerOf: OwnerOf): (stats: Stats) => Sample | undefined {
  let before: ReadonlyMap<string, Part> | undefined
  return (stats) => {
    const after = partsIn(stats, ownerOf)
    const { roundTripMs } = countedIn(stats)
    const sample = before && { lost: lossBetween(before, after), roundTripMs, availableBitrate: undefined }
    before = after
    return sample
  }
}

/** The streams that arrive, by what the browser calls them (W3C WebRTC Stats). */
function partsIn(stats: Stats, ownerOf: OwnerOf): Map<string, Part> {
  const parts = new Map<string, Part>()
  for (const report of stats.values() as Iterable<Partial<RTCInboundRtpStreamStats>>) {
    const { type, id = '', mid = '', kind = '', packetsReceived = 0, packetsLost = 0 } = report
    const of = ownerOf(mid)
    if (type === 'inbound-rtp' && of !== undefined)
      parts.set(id, { kind, of, received: packetsReceived, lost: packetsLost })
  }
  return parts
}

/**
 * What the line to this browser lost, 0 to 1: what is lost of everybody. What is missing of one of several alone was perhaps lost
 * on their own way. A full line loses pictures before voices, so each is looked at by itself.
 */
function lossBetween(before: ReadonlyMap<string, Part>, after: ReadonlyMap<string, Part>): number {
  const people = new Set([...after.values()].map(({ of }) => of))
  const losses = new Map<string, { of: Set<string>; least: number }>()
  for (const [id, { kind, of, received, lost }] of after) {
    const earlier = before.get(id)
    if (!earlier) continue
    // Packets that come late are taken back.
    const missing = Math.max(0, lost - earlier.lost)
    const expected = received - earlier.received + missing
    if (expected < ENOUGH) continue
    const known = losses.get(kind) ?? { of: new Set<string>(), least: 1 }
    losses.set(kind, { of: known.of.add(of), least: Math.min(known.least, missing / expected) })
  }
  const told = [...losses.values()].filter(({ of }) => of.size > 1 || people.size === 1)
  return Math.max(0, ...told.map(({ least }) => least))
}
