import type { CalendarDate } from '#time/calendar-date.ts'
import { useSingleKey } from '#web/ui/use-single-key.ts'
import { type CalendarView, stepped } from '../calendar-view.ts'
import type { CalendarPlace } from '../use-shown-days.ts'

/** The letters of the views, the same in both languages: the D of "día" and "day", the M of "mes" and "month". */
const VIEW_KEYS: Partial<Record<string, CalendarView>> = { d: 'day', w: 'week', m: 'month' }

type Options = {
  place: CalendarPlace
  today: CalendarDate
  /** What an arrow steps over. */
  period: CalendarView
  /** The views that the window has room for; the keys of the others do nothing. */
  views: readonly CalendarView[]
  onGo: (change: Partial<CalendarPlace>) => void
}

/** T for today, D, W and M for the views, the arrows for the period before and after. */
export function useCalendarKeys({ place, today, period, views, onGo }: Options): void {
  useSingleKey(['t', 'd', 'w', 'm', 'ArrowLeft', 'ArrowRight'], (key) => {
    if (key === 't') return onGo({ date: today })
    if (key === 'ArrowLeft') return onGo({ date: stepped(period, place.date, -1) })
    if (key === 'ArrowRight') return onGo({ date: stepped(period, place.date, 1) })
    const view = VIEW_KEYS[key]
    if (view !== undefined && views.includes(view)) onGo({ view })
  })
}
