import type { DateOverride } from '#contract/calendar/calendar.ts'
import type { BlockDto, CalendarTime } from '#contract/calendar/time-blocks.ts'
import { toWire } from '#contract/values.ts'
import type { Block } from './blocks.repository.ts'
import type { Calendar } from './calendars.domain.ts'
import type { ExternalTime } from './imports/external-calendars.repository.ts'
import type { Holiday } from './holidays.domain.ts'
import { closingHoliday, isClosed } from './taken/taken-time.domain.ts'

/** A block; `endless` if its series repeats without end. */
export function presentBlock({ id, seriesId, title, startsAt, endsAt }: Block, endless: boolean): BlockDto {
  return { id, seriesId, endless, title, startsAt: toWire(startsAt), endsAt: toWire(endsAt) }
}

/** Everything about time besides the sessions of a range. A holiday is closed by the settings or by the date's override. */
export function presentCalendarTime(
  calendar: Calendar,
  blocks: readonly BlockDto[],
  external: readonly ExternalTime[],
  holidays: readonly Holiday[],
  overrides: DateOverride[],
): Omit<CalendarTime, 'memorandums'> {
  return {
    blocks: [...blocks],
    external: external.map(({ title, startsAt, endsAt }) => ({
      title,
      startsAt: toWire(startsAt),
      endsAt: toWire(endsAt),
    })),
    holidays: holidays.map(({ date, key }) => ({
      date,
      key,
      closed: closingHoliday(calendar, overrides, date) !== undefined || isClosed(overrides, date),
    })),
    overrides,
  }
}
