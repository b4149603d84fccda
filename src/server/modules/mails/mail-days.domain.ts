import { type CalendarDate, dayNumber, fromDayNumber } from '#time/calendar-date.ts'

/** How far a coach's mail days are filled: the current day, and how many mails it has. */
export type Filled = { day: CalendarDate; taken: number }

/** A position in a day, counted from 0. */
export type MailPosition = { day: CalendarDate; position: number }

/**
 * The last `count` positions that were taken, in order, with `limit` a day (product §4). Mails that do not fit today
 * are sent tomorrow, or on a later day.
 */
export function lastPositions({ day, taken }: Filled, count: number, limit: number): MailPosition[] {
  const end = dayNumber(day) * limit + taken
  return Array.from({ length: count }, (_, index) => {
    const nth = end - count + index
    return { day: fromDayNumber(Math.floor(nth / limit)), position: nth % limit }
  })
}

/** How much of `today` is used, and how many mails wait for a later day. */
export function usedOf(
  filled: Filled | undefined,
  today: CalendarDate,
  limit: number,
): { sent: number; waiting: number } {
  const ahead = filled ? dayNumber(filled.day) - dayNumber(today) : -1
  if (!filled || ahead < 0) return { sent: 0, waiting: 0 }
  if (ahead === 0) return { sent: Math.min(filled.taken, limit), waiting: 0 }
  return { sent: limit, waiting: (ahead - 1) * limit + filled.taken }
}
