import { expect, test } from 'vitest'
import type { DateOverride } from '#contract/calendar.ts'
import { overrideRanges } from './override-ranges.ts'

const closed = (date: string) => ({ date, windows: [] }) as unknown as DateOverride
const open = (date: string, start = '10:00') =>
  ({ date, windows: [{ start, end: '14:00' }] }) as unknown as DateOverride

test('days in a row that say the same are one entry, over the end of a month too', () => {
  expect(overrideRanges([closed('2027-03-01'), closed('2027-02-27'), closed('2027-02-28')])).toEqual([
    { from: '2027-02-27', to: '2027-03-01', windows: [] },
  ])
})

test('a gap or other hours begin another entry', () => {
  const ranges = overrideRanges([
    closed('2027-02-01'),
    closed('2027-02-03'),
    open('2027-02-04'),
    open('2027-02-05', '11:00'),
  ])
  expect(ranges.map(({ from, to }) => [from, to])).toEqual([
    ['2027-02-01', '2027-02-01'],
    ['2027-02-03', '2027-02-03'],
    ['2027-02-04', '2027-02-04'],
    ['2027-02-05', '2027-02-05'],
  ])
  expect(overrideRanges([])).toEqual([])
})
