import { useSearchParams } from 'react-router'
import { isCalendarDate, type CalendarDate } from '#time/calendar-date.ts'
import { storage } from '#web/storage.ts'
import { VIEWS, type CalendarView } from './calendar-view.ts'

export type CalendarPlace = { view: CalendarView; date: CalendarDate }

/** View and date are in the URL, so that the back button restores them; the view is also stored. */
export function useCalendarPlace(
  today: CalendarDate,
): [place: CalendarPlace, go: (change: Partial<CalendarPlace>) => void] {
  const [params, setParams] = useSearchParams()
  const view = viewOf(params.get('view')) ?? viewOf(storage.readCalendarView()) ?? 'week'
  const asked = params.get('date') ?? ''
  const date = isCalendarDate(asked) ? asked : today
  const go = (change: Partial<CalendarPlace>) => {
    const next = { view, date, ...change }
    if (change.view) storage.writeCalendarView(change.view)
    setParams({ view: next.view, ...(next.date !== today && { date: next.date }) }, { replace: true })
  }
  return [{ view, date }, go]
}

function viewOf(text: string | null): CalendarView | undefined {
  return VIEWS.find((view) => view === text)
}
