import { type CalendarDate, dayNumber, fromDayNumber } from '#time/calendar-date.ts'

/** How far a coach's days of mails are filled: the day being filled, and how many of its places are taken. */
export type Filled = { day: CalendarDate; taken: number }

/** A place in a day, counted from 0. */
export type Place = { day: CalendarDate; position: number }

/**
 * The last `count` places that were taken, in order, when every day has `limit` of them (product §4). What finds no
 * place today has one tomorrow, or on a later day.
 */
export function lastPlaces({ day, taken }: Filled, count: number, limit: number): Place[] {
  const end = dayNumber(day) * limit + taken
  return Array.from({ length: count }, (_, index) => {
    const place = end - count + index
    return { day: fromDayNumber(Math.floor(place / limit)), position: place % limit }
  })
}

/** What of `today` is used, and how many mails wait for a later day. */
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
