import type { PluginInput } from '@fullcalendar/react'
import { epochMs } from '#time/clock.ts'
import { dateOf, weekdayOf } from '#time/calendar-date.ts'
import { formatWeekday } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'

/** The name of the format of a head that has both: "dom 21", "Sun 21". */
export const WEEKDAY_AND_DAY = 'weekday and day'

/**
 * Writes the heads of days, which the browser writes "21 Sun" in American English. In parts, as the browser would: the
 * theme marks the number of today.
 */
export const dayHeads: PluginInput = {
  name: 'day-heads',
  cmdFormatter: (_format, { date: { marker, day } }) => {
    // The library keeps wall times as if they were UTC.
    const weekday = weekdayOf(dateOf(epochMs(marker.valueOf()), 'UTC'))
    return [
      { type: 'weekday', value: formatWeekday(weekday, currentLanguage(), 'short') },
      { type: 'literal', value: ' ' },
      { type: 'day', value: String(day) },
    ]
  },
}
