import type { CalendarDate } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import { shortDay } from '#time/relative.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { useNow } from './use-now.ts'

/** Writes a day for its reader: "24 nov", and "24 nov 2027" in another year than this one. */
export function useShortDay(): (day: EpochMs | CalendarDate) => string {
  const { timezone } = useViewer()
  const now = useNow()
  return (day) => shortDay(day, now, timezone, currentLanguage())
}
