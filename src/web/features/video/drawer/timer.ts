import { type EpochMs, fromIso } from '#time/clock.ts'

const MINUTE_MS = 60_000
const SECOND_MS = 1_000

/** From when on it is told how much is left, and once more. */
const FIRST_WARNING_MIN = 10
const LAST_WARNING_MIN = 5

/**
 * Where a session is:
 *
 * - `before`: it starts in so many minutes
 * - `on`: how long it goes on, as "12:05" or "1:02:05", and the minutes left, each begun one counted
 * - `after`: its time was over so many minutes ago
 */
export type Timer =
  | { phase: 'before' | 'after'; minutes: number }
  | { phase: 'on'; elapsed: string; left: number; warning: 'ten' | 'five' | undefined }

/** The state of a session's time (product §10). */
export function timerOf(session: { startsAt: string; endsAt: string }, now: EpochMs): Timer {
  const [start, end] = [fromIso(session.startsAt), fromIso(session.endsAt)]
  if (now < start) return { phase: 'before', minutes: Math.ceil((start - now) / MINUTE_MS) }
  if (now >= end) return { phase: 'after', minutes: Math.floor((now - end) / MINUTE_MS) }
  const left = Math.ceil((end - now) / MINUTE_MS)
  const warning = left <= LAST_WARNING_MIN ? 'five' : left <= FIRST_WARNING_MIN ? 'ten' : undefined
  return { phase: 'on', elapsed: clockOf(now - start), left, warning }
}

function clockOf(ms: number): string {
  const seconds = Math.floor(ms / SECOND_MS)
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
