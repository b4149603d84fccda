import type { CalendarDto } from '#contract/calendar/calendar.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { MINUTE_MS, epochMs, fromIso, type EpochMs } from '#time/clock.ts'

type Notice = Pick<CalendarDto, 'cancelNoticeMin'>

/** The start that the notice counts from: for a session with proposed times, the first of them. */
export function countingStart({ startsAt, proposals }: Pick<SessionDto, 'startsAt' | 'proposals'>): EpochMs {
  if (proposals.length === 0) return fromIso(startsAt)
  return epochMs(Math.min(...proposals.map((each) => fromIso(each.startsAt))))
}

/** Whether a client who cancels now does so late (product §9). The server decides; this is only the warning. */
export function isLate({ cancelNoticeMin }: Notice, startsAt: EpochMs, now: EpochMs): boolean {
  return startsAt - now < cancelNoticeMin * MINUTE_MS
}
