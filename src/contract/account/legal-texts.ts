import { calendarDate } from '#time/calendar-date.ts'

/**
 * The version of /privacy and /terms that people accept (product §3), and the date it is in force from. Both change
 * whenever the texts change, in all languages at once.
 */
export const LEGAL_TEXTS = { version: '2026-12', inForceOn: calendarDate('2026-12-01') }
