import type { Sample } from './quality.ts'

/** What a browser has counted of a connection since it was opened. */
export type Counted = {
  packetsSent: number
  packetsLost: number
  roundTripMs: number
  availableBitrate: number | undefined
}

type Report = Record<string, unknown>

/** What the browser counts (W3C WebRTC Stats): of all that is sent, as the other side received it. */
export function countedIn(stats: Pick<RTCStatsReport, 'values'>): Counted {
  const reports = [...(stats.values() as Iterable<Report>)]
  const counted: Counted = { packetsSent: 0, packetsLost: 0, roundTripMs: 0, availableBitrate: undefined }
  let isLimited = false
  for (const report of reports) {
    if (report['type'] === 'outbound-rtp') {
      counted.packetsSent += numberOf(report, 'packetsSent')
      isLimited ||= report['qualityLimitationReason'] === 'bandwidth'
    }
    if (report['type'] === 'remote-inbound-rtp') {
      counted.packetsLost += Math.max(0, numberOf(report, 'packetsLost'))
    }
  }
  const pair = pairInUse(reports)
  if (pair) {
    counted.roundTripMs = numberOf(pair, 'currentRoundTripTime') * 1000
    // A browser tries a line only as far as it needs it: what it knows of it says nothing while all that is sent fits.
    if (isLimited) counted.availableBitrate = numberOf(pair, 'availableOutgoingBitrate') || undefined
  }
  return counted
}

/**
 * The pair of candidates that media use, as the transport names it. Its state says nothing: while a line is so full that a
 * check waits for its answer, the pair is "in progress" again. Firefox names it by the pair itself.
 */
function pairInUse(reports: readonly Report[]): Report | undefined {
  const transport = reports.find(
    ({ type, selectedCandidatePairId }) => type === 'transport' && selectedCandidatePairId !== undefined,
  )
  const pairs = reports.filter(({ type }) => type === 'candidate-pair')
  return transport
    ? pairs.find(({ id }) => id === transport['selectedCandidatePairId'])
    : pairs.find(({ selected, nominated }) => selected === true || nominated === true)
}

function numberOf(report: Report, name: string): number {
  const value = report[name]
  return typeof value === 'number' ? value : 0
}

/** What happened between two counts. */
export function sampleBetween(before: Counted, after: Counted): Sample {
  const sent = after.packetsSent - before.packetsSent
  const lost = after.packetsLost - before.packetsLost
  return {
    lost: sent > 0 ? Math.min(1, Math.max(0, lost / sent)) : 0,
    roundTripMs: after.roundTripMs,
    availableBitrate: after.availableBitrate,
  }
}
