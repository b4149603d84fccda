import type { WeeklyHours } from '#contract/calendar.ts'
import type { SessionListItem } from '#contract/sessions.ts'
import { wallMinutes, type Weekday } from '#time/calendar-date.ts'
import type { Tone } from '#web/ui/StatusBadge.tsx'
import { STATUS_TONE, shownStatus } from '#web/widgets/session-look.ts'
import { isOvernight } from './hours-form.ts'

/** The tone a session is drawn in; its word stands beside it. */
export function toneOf(session: Pick<SessionListItem, 'status' | 'phase'>): Tone {
  return STATUS_TONE[shownStatus(session)]
}

/** Open hours as the grid takes them: days from Sunday 0, and nothing past midnight. */
export type GridHours = { daysOfWeek: number[]; startTime: string; endTime: string }

/** The weekly hours for the grid; what runs overnight goes on the next day. */
export function gridHours(weekly: WeeklyHours): GridHours[] {
  return ([1, 2, 3, 4, 5, 6, 7] as Weekday[]).flatMap((weekday) =>
    weekly[weekday].flatMap((hours) => {
      const today = { daysOfWeek: [weekday % 7], startTime: hours.start }
      if (!isOvernight(hours)) return [{ ...today, endTime: hours.end }]
      const tomorrow = { daysOfWeek: [(weekday + 1) % 7], startTime: '00:00', endTime: hours.end }
      return [{ ...today, endTime: '24:00' }, ...(wallMinutes(hours.end) > 0 ? [tomorrow] : [])]
    }),
  )
}

/** Where the grid opens: just before the earliest open hour, at the latest before 8:00. */
export function firstTime(hours: readonly GridHours[]): string {
  const MORNING_MIN = 8 * 60
  const first = Math.min(
    MORNING_MIN,
    ...hours.map(({ startTime }) => wallMinutes(startTime)).filter((min) => min > 0),
  )
  // A little earlier, so that the hour's own label is not cut in half.
  const before = Math.max(0, Math.floor(first / 60) * 60 - 15)
  return `${String(Math.floor(before / 60)).padStart(2, '0')}:${String(before % 60).padStart(2, '0')}`
}
