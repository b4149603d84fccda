import type { CalendarView } from '../calendar-view.ts'
import classes from './GridSkeleton.module.css'

const ROWS = { month: 5, week: 11, day: 11 } as const

/** The lines of the grid that comes: the head, the axis of hours, the columns and rows. */
export function GridSkeleton({ view, label }: { view: Exclude<CalendarView, 'agenda'>; label: string }) {
  const columns = view === 'day' ? 1 : 7
  return (
    <div
      className={classes.skeleton}
      data-view={view}
      style={{ '--columns': columns, '--rows': ROWS[view] } as React.CSSProperties}
      role="status"
      aria-label={label}
      aria-busy="true"
    >
      <div className={classes.head} />
      <div className={classes.body} />
    </div>
  )
}
