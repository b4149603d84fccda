/** What is needed of an RTCPeerConnection to see what arrives. */
type Receiving = Pick<RTCPeerConnection, 'connectionState' | 'getStats'>

type Told = { onChange: () => void; onFailure: (error: unknown) => void }

export type Silence = {
  /** Something arrived by these parts of the connection, and for some seconds nothing has. */
  isOn(mids: readonly string[]): boolean
  /** Forgets what has arrived, and how long nothing has. */
  beginAgain(): void
  close(): void
}

/** How often it is looked, and after how many looks without anything new a part is silent. */
const LOOK_MS = 2_000
const STILL_MOST = 3

/**
 * Sees who died without a word: the SFU goes on with the parts of somebody whose browser or network is gone, until it is told
 * that they left.
 */
export function watchSilence(pc: Receiving, { onChange, onFailure }: Told): Silence {
  const parts = new Map<string, { received: number; still: number }>()
  let isClosed = false
  const look = (stats: RTCStatsReport) => {
    let isChanged = false
    for (const [mid, received] of receivedIn(stats)) {
      const before = parts.get(mid)
      const still = before?.received === received ? before.still + 1 : 0
      isChanged ||= still === STILL_MOST || (still === 0 && (before?.still ?? 0) >= STILL_MOST)
      parts.set(mid, { received, still })
    }
    if (isChanged) onChange()
  }
  const looking = setInterval(() => {
    if (pc.connectionState !== 'connected') return
    void pc.getStats().then((stats) => (isClosed ? undefined : look(stats)), onFailure)
  }, LOOK_MS)
  return {
    isOn(mids) {
      const used = mids.flatMap((mid) => parts.get(mid) ?? []).filter(({ received }) => received > 0)
      return used.length > 0 && used.every(({ still }) => still >= STILL_MOST)
    },
    beginAgain: () => parts.clear(),
    close() {
      isClosed = true
      clearInterval(looking)
    },
  }
}

/** How many packets arrived by each part. */
function receivedIn(stats: Pick<RTCStatsReport, 'values'>): Map<string, number> {
  const received = new Map<string, number>()
  for (const { type, mid, packetsReceived = 0 } of stats.values() as Iterable<
    Partial<RTCInboundRtpStreamStats>
  >) {
    if (type === 'inbound-rtp' && mid) received.set(mid, (received.get(mid) ?? 0) + packetsReceived)
  }
  return received
}
