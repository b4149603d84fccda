import { expect, test } from 'vitest'
import { screenWeekStart, type CalendarDate } from '#time/calendar-date.ts'
import { screenWeek } from './screen-week.ts'

test('the week on screen runs from Sunday to Saturday', () => {
  const wednesday = '2026-11-25' as CalendarDate
  expect(screenWeek(wednesday)).toEqual([
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
  ])
  expect(screenWeekStart('2026-11-22' as CalendarDate)).toBe('2026-11-22')
  expect(screenWeekStart('2026-11-28' as CalendarDate)).toBe('2026-11-22')
})
