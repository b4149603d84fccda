import { expect, test } from 'vitest'
import type { DateOverride, WeeklyHours } from '#contract/calendar/calendar.ts'
import type { CalendarTime } from '#contract/calendar/time-blocks.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { eachDay } from '../calendar-view.ts'
import { hoursOn } from '#web/widgets/times/day/open-windows.ts'
import { type GridHours, type Minutes, closedDays, gridHours, hoursInSight } from './grid-hours.ts'

const closed: WeeklyHours = { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] }
const on = (date: string) => date as CalendarDate
const week = eachDay({ from: on('2027-02-21'), to: on('2027-02-28') })
const special = (overrides: object[] = [], holidays: object[] = []) => ({
  overrides: overrides as DateOverride[],
  holidays: holidays as CalendarTime['holidays'],
})

test('Sunday is day 0 of the grid', () => {
  expect(gridHours(week, { ...closed, 7: [{ start: '10:00', end: '12:00' }] }, special())).toEqual([
    { daysOfWeek: [0], startTime: '10:00', endTime: '12:00' },
  ])
})

test('overnight hours continue on the next day, also from the week before', () => {
  expect(gridHours(week, { ...closed, 6: [{ start: '22:00', end: '02:00' }] }, special())).toEqual([
    { daysOfWeek: [0], startTime: '00:00', endTime: '02:00' },
    { daysOfWeek: [6], startTime: '22:00', endTime: '24:00' },
  ])
  expect(gridHours(week, { ...closed, 1: [{ start: '20:00', end: '00:00' }] }, special())).toEqual([
    { daysOfWeek: [1], startTime: '20:00', endTime: '24:00' },
  ])
})

test('a closed day has no hours and ends the hours of the night before at midnight; a day with overridden hours does not', () => {
  const weekly = { ...closed, 1: [{ start: '22:00', end: '02:00' }], 2: [{ start: '09:00', end: '12:00' }] }
  const monday = { daysOfWeek: [1], startTime: '22:00', endTime: '24:00' }
  expect(gridHours(week, weekly, special([{ date: '2027-02-23', windows: [] }]))).toEqual([monday])
  const holiday = { date: '2027-02-23', key: 'constitution', closed: true }
  expect(gridHours(week, weekly, special([], [holiday]))).toEqual([monday])
  expect(gridHours(week, weekly, special([], [{ ...holiday, closed: false }]))).toHaveLength(3)
  const windows = [{ start: '16:00', end: '18:00' }]
  expect(gridHours(week, weekly, special([{ date: '2027-02-23', windows }], [holiday]))).toEqual([
    monday,
    { daysOfWeek: [2], startTime: '00:00', endTime: '02:00' },
    { daysOfWeek: [2], startTime: '16:00', endTime: '18:00' },
  ])
})

test('the closed days of a month: those of the week, closed holidays, and days whose hours were taken away', () => {
  const weekly = { ...closed, 2: [{ start: '09:00', end: '12:00' }], 3: [{ start: '22:00', end: '02:00' }] }
  const shut = (...of: Parameters<typeof special>) =>
    closedDays(week, weekly, special(...of)).map((day) => Number(day.slice(-2)))
  // The night of the 24th ends on the 25th.
  expect(shut()).toEqual([21, 22, 26, 27])
  expect(shut([{ date: '2027-02-24', windows: [] }])).toEqual([21, 22, 24, 25, 26, 27])
  expect(shut([], [{ date: '2027-02-23', key: 'constitution', closed: true }])).toContain(23)
})

test('an override wins over a holiday, a holiday over the week', () => {
  const weekly = { ...closed, 2: [{ start: '09:00', end: '12:00' }] }
  const date = on('2027-02-23')
  const holiday = { date, key: 'constitution', closed: true }
  expect(hoursOn(date, weekly, special())).toEqual(weekly[2])
  expect(hoursOn(date, weekly, special([], [holiday]))).toEqual([])
  const windows = [{ start: '16:00', end: '18:00' }]
  expect(hoursOn(date, weekly, special([{ date, windows }], [holiday]))).toEqual(windows)
})

test('the open hours are in sight, and sessions around them while there is room', () => {
  const open = (startTime: string, endTime: string) => ({ daysOfWeek: [1], startTime, endTime })
  const held = (from: number, to: number) => ({ from: from * 60, to: to * 60 })
  const inSight = (hours: GridHours[], sessions: Minutes[] = [], isOneDay = false) => {
    const { from, to } = hoursInSight(hours, sessions, isOneDay)
    return [from / 60, to / 60]
  }
  expect(inSight([])).toEqual([8, 20])
  expect(inSight([{ daysOfWeek: [], startTime: '00:00', endTime: '24:00' }])).toEqual([8, 20])
  expect(inSight([open('09:30', '13:00'), open('16:00', '18:15')])).toEqual([9, 19])
  // The end of a night is not the morning.
  expect(inSight([open('00:00', '02:00'), open('10:00', '14:00'), open('22:00', '24:00')])).toEqual([10, 24])
  expect(inSight([open('09:00', '18:00')], [held(7.5, 8.5), held(19, 20)])).toEqual([7, 20])
  // An early session stays a scroll away, and so does a late one.
  expect(inSight([open('09:00', '18:00')], [held(4, 5)])).toEqual([9, 18])
  expect(inSight([open('07:00', '15:00')], [held(22, 23)])).toEqual([7, 15])
  // Not on a day that has only that one: it is what the day was opened for.
  expect(inSight([open('09:00', '20:00')], [held(6, 7)], true)).toEqual([6, 19])
  expect(inSight([open('07:00', '15:00')], [held(22, 23)], true)).toEqual([10, 23])
  expect(inSight([open('09:00', '20:00')], [held(6, 7), held(16, 17)], true)).toEqual([9, 20])
})

test('fully closed days are shaded: their hours are on no day, never an empty list', () => {
  const nothing = [{ daysOfWeek: [], startTime: '00:00', endTime: '24:00' }]
  const weekly = { ...closed, 2: [{ start: '09:00', end: '12:00' }] }
  const day = eachDay({ from: on('2027-02-23'), to: on('2027-02-24') })
  expect(gridHours(day, weekly, special())).toHaveLength(1)
  expect(gridHours(day, weekly, special([{ date: '2027-02-23', windows: [] }]))).toEqual(nothing)
  expect(gridHours(week, closed, special())).toEqual(nothing)
})
