import { expect, test } from 'vitest'
import type { DateOverride } from '#contract/calendar/calendar.ts'
import { overrideRanges, replacedBy } from './override-ranges.ts'

const closed = (date: string) => ({ date, windows: [] }) as unknown as DateOverride
const open = (date: string, start = '10:00') =>
  ({ date, windows: [{ start, end: '14:00' }] }) as unknown as DateOverride

test('consecutive days with the same hours are one entry, also across months', () => {
  expect(overrideRanges([closed('2027-03-01'), closed('2027-02-27'), closed('2027-02-28')])).toEqual([
    { from: '2027-02-27', to: '2027-03-01', windows: [] },
  ])
})

test('a gap or other hours start a new entry', () => {
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

test('days that differ from the new override would be replaced', () => {
  const morning = [{ start: '09:00', end: '12:00' }]
  const days = [
    { date: '2027-02-03', windows: [] },
    { date: '2027-02-04', windows: morning },
    { date: '2027-02-05', windows: [] },
  ] as unknown as DateOverride[]
  const dates = (windows: typeof morning) =>
    replacedBy({ from: '2027-02-03', to: '2027-02-04', windows }, days).map(({ date }) => date)
  expect(dates([])).toEqual(['2027-02-04'])
  expect(dates(morning)).toEqual(['2027-02-03'])
  expect(dates([{ start: '10:00', end: '12:00' }])).toEqual(['2027-02-03', '2027-02-04'])
  // The same hours are no others for the order of their keys.
  expect(dates([{ end: '12:00', start: '09:00' }])).toEqual(['2027-02-03'])
  // What is edited is not replaced.
  const edited = {
    from: '2027-02-03',
    to: '2027-02-05',
    windows: [],
    instead: { from: '2027-02-04', to: '2027-02-04' },
  }
  expect(replacedBy(edited, days)).toEqual([])
})
