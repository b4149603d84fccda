import { systemClock } from '#time/clock.ts'

/** How often to look at the clock; a machine that slept in between is found by the gap. */
const TICK_MS = 5_000
const GAP_MS = 4 * TICK_MS

type Cause = 'network' | 'page'
type Connection = EventTarget & { type?: string }

/**
 * Calls `listener` when what was open before may be lost: the network is back or another one, the page is shown again or
 * goes on after it was frozen, or the machine has slept with the page in sight. Returns an unsubscribe function.
 */
export function whenAwake(listener: (cause: Cause) => void): () => void {
  // There is neither window nor document where the browser's code runs in Node.
  const page: EventTarget | undefined = globalThis.document
  const { connection } = (globalThis.navigator ?? {}) as { connection?: Connection }
  const network = () => listener('network')
  const shown = () => globalThis.document.visibilityState !== 'hidden' && listener('page')
  const resumed = () => listener('page')
  const sources: [EventTarget | undefined, string, () => void][] = [
    [globalThis, 'online', network],
    [connection, 'change', network],
    [globalThis, 'pageshow', resumed],
    [page, 'visibilitychange', shown],
    [page, 'resume', resumed],
  ]
  for (const [source, name, heard] of sources) source?.addEventListener?.(name, heard)
  let seenAt = systemClock.now()
  const timer = setInterval(() => {
    const gap = systemClock.now() - seenAt
    seenAt = systemClock.now()
    if (gap > GAP_MS) listener('page')
  }, TICK_MS)
  return () => {
    clearInterval(timer)
    for (const [source, name, heard] of sources) source?.removeEventListener?.(name, heard)
  }
}
