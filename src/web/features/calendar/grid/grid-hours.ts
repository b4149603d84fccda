import type { WeeklyHours } from '#contract/calendar/calendar.ts'
import { wallMinutes, weekdayOf, type CalendarDate } from '#time/calendar-date.ts'
import { openWindows, type SpecialDays } from '#web/widgets/times/day/open-windows.ts'

/** Open hours in the grid's format: days from Sunday 0, and nothing past midnight. */
export type GridHours = { daysOfWeek: number[]; startTime: string; endTime: string }

/** Closed: hours on no day. The grid treats an empty list as no shading at all. */
const CLOSED: GridHours[] = [{ daysOfWeek: [], startTime: '00:00', endTime: '24:00' }]

/** The open hours of up to seven consecutive days. If all days are closed, the hours are on no day. */
export function gridHours(
  days: readonly CalendarDate[],
  weekly: WeeklyHours,
  special: SpecialDays,
): GridHours[] {
  const open = days.flatMap((date) =>
    openWindows(date, weekly, special).map(({ start, end }) => ({
      daysOfWeek: [weekdayOf(date) % 7],
      startTime: start,
      endTime: end,
    })),
  )
  return open.length > 0 ? open : CLOSED
}

/** The days without open hours. */
export function closedDays(
  days: readonly CalendarDate[],
  weekly: WeeklyHours,
  special: SpecialDays,
): CalendarDate[] {
  return days.filter((date) => openWindows(date, weekly, special).length === 0)
}

/** Minutes of the day, from one to another. */
export type Minutes = { from: number; to: number }

/** Without open hours, as for a client, a usual day. */
const USUAL: Minutes = { from: 8 * 60, to: 20 * 60 }

/** As many minutes fit the height of the grid in readable rows. */
const MOST_IN_SIGHT_MIN = 13 * 60

/**
 * The part of the day that fits the height of the grid, in whole hours: the open hours, and sessions before and after
 * them as long as there is room. An early session does not push the afternoon out of sight, unless a single day is shown
 * and there is nothing else on it. `sessions` are local times, which for those of a client in another zone may be early.
 */
export function hoursInSight(
  hours: readonly GridHours[],
  sessions: readonly Minutes[],
  isOneDay: boolean,
): Minutes {
  const open = hours
    // The rest of a night that began the day before is not where a day begins.
    .filter(({ daysOfWeek, startTime }) => daysOfWeek.length > 0 && wallMinutes(startTime) > 0)
    .map(({ startTime, endTime }) => ({ from: wallMinutes(startTime), to: wallMinutes(endTime) }))
  const day = open.length > 0 ? around(open) : USUAL
  if (sessions.length === 0) return wholeHours(day)
  const held = around(sessions)
  const to = held.to - day.from <= MOST_IN_SIGHT_MIN ? Math.max(day.to, held.to) : day.to
  const from = to - held.from <= MOST_IN_SIGHT_MIN ? Math.min(day.from, held.from) : day.from
  if (isOneDay && !sessions.some((session) => session.from < to && session.to > from)) {
    return wholeHours(
      held.from < from
        ? { from: held.from, to: Math.min(to, held.from + MOST_IN_SIGHT_MIN) }
        : { from: Math.max(from, held.to - MOST_IN_SIGHT_MIN), to: held.to },
    )
  }
  return wholeHours({ from, to })
}

function around(spans: readonly Minutes[]): Minutes {
  return {
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
  }
}

function wholeHours({ from, to }: Minutes): Minutes {
  return { from: Math.floor(from / 60) * 60, to: Math.ceil(to / 60) * 60 }
}
