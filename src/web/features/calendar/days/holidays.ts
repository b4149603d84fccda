import { HolidayKey } from '#contract/calendar/calendar.ts'
import type { CalendarTime } from '#contract/calendar/time-blocks.ts'
import { calendarDate, type CalendarDate } from '#time/calendar-date.ts'

export type HolidayRow = { key: HolidayKey; nextOn: CalendarDate | undefined }

/** Every holiday with its next date, soonest first; those without a date in the loaded period are last. */
export function holidayRows(holidays: CalendarTime['holidays']): HolidayRow[] {
  const dates = [...holidays].sort((a, b) => (a.date < b.date ? -1 : 1))
  return HolidayKey.options
    .map((key) => {
      const next = dates.find((each) => each.key === key)
      return { key, nextOn: next && calendarDate(next.date) }
    })
    .sort((a, b) => ((a.nextOn ?? '9') < (b.nextOn ?? '9') ? -1 : 1))
}

/** The list with one holiday closed or opened, in the contract's order. */
export function withHoliday(
  holidays: readonly HolidayKey[],
  key: HolidayKey,
  isClosed: boolean,
): HolidayKey[] {
  return HolidayKey.options.filter((each) => (each === key ? isClosed : holidays.includes(each)))
}
