import { SESSION_MINUTES } from '#contract/sessions/session-minutes.ts'
import { MINUTE_MS, fromIso, toIso, type EpochMs } from '#time/clock.ts'
import { wallClock } from '#time/zones.ts'

/** From one instant to another, with the names that the calendar grid gives to both; else it is an `Interval`. */
export type Span = { start: EpochMs; end: EpochMs }

/** The span of any DTO that has one. */
export function spanFrom({ startsAt, endsAt }: { startsAt: string; endsAt: string }): Span {
  return { start: fromIso(startsAt), end: fromIso(endsAt) }
}

/** A span for the API. */
export function spanBody({ start, end }: Span): { startsAt: string; endsAt: string } {
  return { startsAt: toIso(start), endsAt: toIso(end) }
}

/** How a time overlaps others: what is `hard` cannot be booked (product §8), what is `soft` only deserves a look. */
export type Clash = 'hard' | 'soft'

/** Whether a session may have the span's duration (product §9). */
export function isSessionLength({ start, end }: Span): boolean {
  const minutes = (end - start) / MINUTE_MS
  return minutes >= SESSION_MINUTES.min && minutes <= SESSION_MINUTES.max
}

/** Why a session cannot move to a span, as a key of `validation`, apart from conflicts. */
export function spanProblem(span: Span, now: EpochMs): 'session_length' | 'start_past' | undefined {
  if (!isSessionLength(span)) return 'session_length'
  return span.start <= now ? 'start_past' : undefined
}

/** The entries of a day that a range would overlap; the server decides. */
export function overlapping<Taken extends { startsAt: string; endsAt: string }>(
  { start, end }: Span,
  taken: readonly Taken[],
): Taken[] {
  return taken.filter(({ startsAt, endsAt }) => fromIso(startsAt) < end && start < fromIso(endsAt))
}

/** The local time, `HH:MM`, as inputs expect it. */
export function wallTimeOf(ms: EpochMs, zone: string): string {
  const { hour, minute } = wallClock(ms, zone)
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}
