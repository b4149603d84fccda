import { expect, test } from 'vitest'
import type { WeekOfMonth } from '#contract/dashboard.ts'
import { barsOf, figureOf } from './month-figures.ts'

const week = (part: Partial<WeekOfMonth>): WeekOfMonth => ({
  from: '2027-02-01' as WeekOfMonth['from'],
  held: 0,
  minutes: 0,
  attended: 0,
  expected: 0,
  actionsDone: 0,
  ...part,
})
const weeks = [
  week({ held: 4, minutes: 210, attended: 3, expected: 4, actionsDone: 1 }),
  week({}),
  week({ held: 2, minutes: 90, attended: 3, expected: 8 }),
]

test('a month sums its weeks; attendance is of all who were expected, not the mean of the weeks', () => {
  expect(figureOf(weeks, 'held')).toBe(6)
  expect(figureOf(weeks, 'hours')).toBe(5)
  expect(figureOf(weeks, 'attendance')).toBe(0.5)
  expect(figureOf(weeks, 'actionsDone')).toBe(1)
})

test('without anybody expected there is no attendance to tell', () => {
  expect(figureOf([week({})], 'attendance')).toBeNull()
  expect(figureOf([], 'held')).toBe(0)
})

test('bars are drawn against the highest week, attendance against everybody', () => {
  expect(barsOf(weeks, 'held')).toEqual([1, 0, 0.5])
  expect(barsOf(weeks, 'attendance')).toEqual([0.75, 0, 0.375])
  expect(barsOf([week({}), week({})], 'actionsDone')).toEqual([0, 0])
})
