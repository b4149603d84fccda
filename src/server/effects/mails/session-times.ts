import { dateOf } from '#time/calendar-date.ts'
import { formatDayAndTimes, formatTimeRange } from '#time/format.ts'
import { offsetMinutes } from '#time/zones.ts'
import type { Interval } from '#time/interval.ts'

/** A person's zone, and the text that says whose time it is ("{{time}} para ti"). */
export type Watch = { timezone: string; say(time: string): string }

/**
 * The time of a session in the reader's zone; if the other person's clock shows another time, theirs is added (product
 * §2), with its day if that differs too.
 */
export function sessionTimes(
  { startsAt, endsAt }: Interval,
  language: string,
  reader: Watch,
  other: Watch,
): string {
  const own = formatDayAndTimes(startsAt, endsAt, reader.timezone, language)
  if (offsetMinutes(reader.timezone, startsAt) === offsetMinutes(other.timezone, startsAt)) return own
  const sameDay = dateOf(startsAt, reader.timezone) === dateOf(startsAt, other.timezone)
  const theirs = sameDay
    ? formatTimeRange(startsAt, endsAt, other.timezone, language)
    : formatDayAndTimes(startsAt, endsAt, other.timezone, language)
  return `${reader.say(own)} · ${other.say(theirs)}`
}
