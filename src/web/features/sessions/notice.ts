import type { CalendarDto } from '#contract/calendar.ts'
import type { SessionDto } from '#contract/sessions.ts'
import { HOUR_MS, MINUTE_MS, epochMs, fromIso, type EpochMs } from '#time/clock.ts'

type Notice = Pick<CalendarDto, 'cancelNoticeMin'>

/** The cancellation notice in hours, rounded up: what is said of it has to hold (product §8). */
export function noticeHours({ cancelNoticeMin }: Notice): number {
  return Math.ceil((cancelNoticeMin * MINUTE_MS) / HOUR_MS)
}

/** Below this many hours before the start a client's move needs the coach: twice the notice (product §9). */
export function consentHours({ cancelNoticeMin }: Notice): number {
  return Math.ceil((2 * cancelNoticeMin * MINUTE_MS) / HOUR_MS)
}

/** The start that the notice counts from: of a session that the client is to choose a time for, the first of those. */
export function countingStart({ startsAt, proposals }: Pick<SessionDto, 'startsAt' | 'proposals'>): EpochMs {
  if (proposals.length === 0) return fromIso(startsAt)
  return epochMs(Math.min(...proposals.map((each) => fromIso(each.startsAt))))
}

/** Whether a client who cancels now does so late (product §9). The server decides; this is said before. */
export function isLate({ cancelNoticeMin }: Notice, startsAt: EpochMs, now: EpochMs): boolean {
  return startsAt - now < cancelNoticeMin * MINUTE_MS
}
