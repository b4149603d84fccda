import { useTranslation } from 'react-i18next'
import { addDays, type CalendarDate } from '#time/calendar-date.ts'
import { useViewer } from '#web/store/viewer.ts'
import { daysShown, type Days } from '../calendar-view.ts'
import { daysWith, type DayNote, type Entry } from '../entries.ts'
import type { CalendarPlace } from '../use-shown-days.ts'
import { AgendaView } from '#web/features/calendar/agenda/AgendaView.tsx'
import { DayPicker } from './DayPicker.tsx'

type Props = {
  entries: readonly Entry[]
  notes: readonly DayNote[]
  place: CalendarPlace
  today: CalendarDate
  onGo: (change: Partial<CalendarPlace>) => void
  onOpen: (entry: Entry, at: DOMRect) => void
}

/** The calendar on narrow screens: the days of the month or week with dots, and a list below. */
export function NarrowCalendar({ entries, notes, place: { view, date }, today, onGo, onOpen }: Props) {
  const { t } = useTranslation('calendar')
  const { timezone } = useViewer()
  // Past days of the week need one more tap.
  const listed: Days = {
    from: date,
    to: view === 'month' || view === 'day' ? addDays(date, 1) : daysShown(view, date).to,
  }
  // The day view loads only its day: the other days of the strip would look empty.
  const strip = view === 'month' || view === 'week'
  return (
    <>
      {strip && (
        <DayPicker
          label={t(view === 'month' ? 'daysOfMonth' : 'daysOfWeek')}
          days={daysWith(daysShown(view, date), entries, notes, timezone)}
          month={view === 'month' ? date : undefined}
          chosen={date}
          today={today}
          onChoose={(day) => onGo({ date: day })}
        />
      )}
      <AgendaView days={listed} {...{ entries, notes, today, onOpen }} />
    </>
  )
}
