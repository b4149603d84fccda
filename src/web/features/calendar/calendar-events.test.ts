import { expect, test } from 'vitest'
import type { WeeklyHours } from '#contract/calendar.ts'
import { firstTime, gridHours } from './calendar-events.ts'

const closed: WeeklyHours = { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] }

test('Sunday is day 0 of the grid', () => {
  expect(gridHours({ ...closed, 7: [{ start: '10:00', end: '12:00' }] })).toEqual([
    { daysOfWeek: [0], startTime: '10:00', endTime: '12:00' },
  ])
})

test('hours that run overnight go on the next day, from Saturday into Sunday too', () => {
  expect(gridHours({ ...closed, 6: [{ start: '22:00', end: '02:00' }] })).toEqual([
    { daysOfWeek: [6], startTime: '22:00', endTime: '24:00' },
    { daysOfWeek: [0], startTime: '00:00', endTime: '02:00' },
  ])
  expect(gridHours({ ...closed, 1: [{ start: '20:00', end: '00:00' }] })).toEqual([
    { daysOfWeek: [1], startTime: '20:00', endTime: '24:00' },
  ])
})

test('the grid opens early enough for the earliest hours', () => {
  expect(firstTime([])).toBe('07:45')
  expect(firstTime([{ daysOfWeek: [1], startTime: '06:30', endTime: '09:00' }])).toBe('05:45')
  expect(firstTime([{ daysOfWeek: [1], startTime: '10:00', endTime: '12:00' }])).toBe('07:45')
})
