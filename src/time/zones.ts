import { dayNumber, fromDayNumber, weekdayOfDay, type CalendarDate, type Weekday } from './calendar-date.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type EpochMs } from './clock.ts'
import { zoneRules } from './zone-rules.ts'

/** A wall-clock reading. */
export type WallClock = {
  readonly date: CalendarDate
  readonly hour: number
  readonly minute: number
  readonly weekday: Weekday
}

const ZONE_ID = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/

/** Whether the runtime knows the text as an IANA zone id. Bare offsets such as "+05:00" are not ids. */
export function isTimeZone(id: string): boolean {
  if (id.length > 50 || !ZONE_ID.test(id)) return false
  try {
    zoneRules(id)
    return true
  } catch {
    return false
  }
}

/** The zone of this browser or process under the name it gives itself, which may be an old one; undefined if it does not tell. */
export function reportedZone(): string | undefined {
  // The types promise more than some browsers keep.
  const zone: unknown = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return typeof zone === 'string' ? zone : undefined
}

/** Minutes east of UTC in a zone at an instant; not whole for local mean times of the past. */
export function offsetMinutes(zone: string, ms: EpochMs): number {
  return zoneRules(zone).offsetAt(ms) / MINUTE_MS
}

/** The offset at an instant as "GMT-06:00" (spec §2: zones are labelled by GMT offset). */
export function gmtLabel(zone: string, ms: EpochMs): string {
  const minutes = Math.trunc(offsetMinutes(zone, ms))
  const size = Math.abs(minutes)
  return `GMT${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

/**
 * The instant of a wall time, `minutesOfDay` after midnight (1440 = the next midnight), by RFC 5545 §3.3.5: in a gap
 * the offset before the gap applies, of two occurrences the first is meant.
 * @throws RangeError for dates that do not exist and unknown zones.
 */
export function wallToInstant(date: CalendarDate, minutesOfDay: number, zone: string): EpochMs {
  return zoneRules(zone).toInstant(dayNumber(date) * DAY_MS + minutesOfDay * MINUTE_MS) as EpochMs
}

/**
 * The instant of a wall time in milliseconds since 1970-01-01T00:00 wall time, by the same rule.
 * @throws RangeError for unknown zones.
 */
export function localToInstant(local: number, zone: string): EpochMs {
  return zoneRules(zone).toInstant(local) as EpochMs
}

/** Date, hour, minute and ISO weekday in a zone at an instant. */
export function wallClock(ms: EpochMs, zone: string): WallClock {
  const local = ms + zoneRules(zone).offsetAt(ms)
  const day = Math.floor(local / DAY_MS)
  const inDay = local - day * DAY_MS
  return {
    date: fromDayNumber(day),
    hour: Math.floor(inDay / HOUR_MS),
    minute: Math.floor((inDay % HOUR_MS) / MINUTE_MS),
    weekday: weekdayOfDay(day),
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
