import type { Bus } from '#server/platform/realtime/bus.ts'
import type { Count, RequestLimiter } from './request-limiter.ts'

/** A caller may spend up to this much time's requests on each server before the others know. */
const EVERY_MS = 500
const COUNTED = 'requests counted'

/** Servers tell each other how often their callers were counted. A lost message allows a caller what it counted. */
export function shareCounts(limiter: RequestLimiter, bus: Bus): { stop(): void } {
  if (!bus.shared) return { stop: () => undefined }
  bus.subscribe<{ counts: Count[] }>(COUNTED, ({ counts }) => limiter.add(counts))
  const timer = setInterval(() => {
    const counts = limiter.report()
    if (counts.length > 0) bus.publish(COUNTED, { counts })
  }, EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
