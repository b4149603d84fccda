import { expect, test } from 'vitest'
import type { GroupDto } from '#contract/groups.ts'
import { calendarDate } from '#time/calendar-date.ts'
import { datesOf } from './group-dates.ts'

const dates = (startDate: string | null, endDate: string | null) =>
  datesOf(
    { startDate, endDate } as Pick<GroupDto, 'startDate' | 'endDate'>,
    calendarDate('2027-03-01'),
    'es-MX',
  )

test('a group shows the dates that are set', () => {
  expect(dates('2027-02-02', '2028-01-31')).toEqual({ key: 'both', from: '2 feb 2027', until: '31 ene 2028' })
  expect(dates('2027-02-02', null)).toEqual({ key: 'from', from: '2 feb' })
  expect(dates(null, '2027-02-02')).toEqual({ key: 'until', until: '2 feb' })
  expect(dates('2026-12-01', null)).toEqual({ key: 'from', from: '1 dic 2026' })
  expect(dates(null, null)).toBeUndefined()
})
