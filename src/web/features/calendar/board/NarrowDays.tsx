import { useTranslation } from 'react-i18next'
import type { CalendarDate } from '#time/calendar-date.ts'
import { useViewer } from '#web/store/viewer.ts'
import { daysShown } from '../calendar-view.ts'
import { daysWith, type DayNote, type Entry } from '../entries.ts'
import type { CalendarPlace } from '../use-shown-days.ts'
import { DayPicker } from './DayPicker.tsx'

export type NarrowDaysProps = {
  entries: readonly Entry[]
  notes: readonly DayNote[]
  place: CalendarPlace
  today: CalendarDate
  onGo: (change: Partial<CalendarPlace>) => void
}

/** The days of the week, or of the month, with a dot for each entry: on a phone they are above the list. */
export function NarrowDays({ entries, notes, place: { view, date }, today, onGo }: NarrowDaysProps) {
  const { t } = useTranslation('calendar')
  const { timezone } = useViewer()
  const isMonth = view === 'month'
  return (
    <DayPicker
      label={t(isMonth ? 'daysOfMonth' : 'daysOfWeek')}
      days={daysWith(daysShown(isMonth ? 'month' : 'week', date), entries, notes, timezone)}
      month={isMonth ? date : undefined}
      chosen={date}
      today={today}
      onChoose={(day) => onGo({ date: day })}
    />
  )
}
