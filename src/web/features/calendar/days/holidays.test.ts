import { expect, test } from 'vitest'
import { HolidayKey, LEGAL_HOLIDAYS } from '#contract/calendar/calendar.ts'
import type { CalendarTime } from '#contract/calendar/time-blocks.ts'
import { holidayRows, withHoliday } from './holidays.ts'

const coming = [
  { date: '2028-01-01', key: 'newYear', closed: true },
  { date: '2027-12-25', key: 'christmas', closed: true },
  { date: '2027-03-15', key: 'juarez', closed: true },
  { date: '2028-03-20', key: 'juarez', closed: true },
] as unknown as CalendarTime['holidays']

test('every holiday is listed once, soonest first; those that do not come soon are last', () => {
  const rows = holidayRows(coming)
  expect(rows.map(({ key }) => key).sort()).toEqual([...HolidayKey.options].sort())
  expect(rows.slice(0, 3)).toEqual([
    { key: 'juarez', nextOn: '2027-03-15' },
    { key: 'christmas', nextOn: '2027-12-25' },
    { key: 'newYear', nextOn: '2028-01-01' },
  ])
  expect(rows.at(-1)?.nextOn).toBeUndefined()
})

test('opening and closing a day does not change the others', () => {
  const without = withHoliday(LEGAL_HOLIDAYS, 'juarez', false)
  expect(without).not.toContain('juarez')
  expect(withHoliday(without, 'juarez', true)).toEqual(LEGAL_HOLIDAYS)
  expect(withHoliday([], 'christmas', true)).toEqual(['christmas'])
})
