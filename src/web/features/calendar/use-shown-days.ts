import { useSearchParams } from 'react-router'
import { isCalendarDate, type CalendarDate } from '#time/calendar-date.ts'
import { storage } from '#web/storage.ts'
import { NARROW_VIEWS, VIEWS, type CalendarView } from './calendar-view.ts'

export type CalendarPlace = { view: CalendarView; date: CalendarDate }

/**
 * View and date are in the URL, so that the back button restores them. Where there is room for a grid the view is also
 * stored; a phone always opens with today's agenda.
 */
export function useCalendarPlace(
  today: CalendarDate,
  roomy: boolean,
): [place: CalendarPlace, go: (change: Partial<CalendarPlace>) => void] {
  const [params, setParams] = useSearchParams()
  const wished = viewOf(params.get('view'))
  const view = roomy
    ? (wished ?? viewOf(storage.readCalendarView()) ?? 'week')
    : (NARROW_VIEWS.find((each) => each === wished) ?? 'agenda')
  const asked = params.get('date') ?? ''
  const date = isCalendarDate(asked) ? asked : today
  const go = (change: Partial<CalendarPlace>) => {
    const next = { view, date, ...change }
    if (change.view && roomy) storage.writeCalendarView(change.view)
    setParams({ view: next.view, ...(next.date !== today && { date: next.date }) }, { replace: true })
  }
  return [{ view, date }, go]
}

function viewOf(text: string | null): CalendarView | undefined {
  return VIEWS.find((view) => view === text)
}
