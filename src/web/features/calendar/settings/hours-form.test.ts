import { expect, test } from 'vitest'
import { CalendarSettings, type CalendarDto, type WeeklyHours } from '#contract/calendar/calendar.ts'
import {
  DURATION_CHOICES,
  MOST_DURATIONS,
  changesOf,
  copyHours,
  durationsProblem,
  isDuration,
  nextHours,
  openMinutes,
  overlapping,
  settingsOf,
  wallTimes,
  withCurrent,
} from './hours-form.ts'
import { isOvernight } from '#web/widgets/times/day/open-windows.ts'

const hours = (start: string, end: string) => ({ start, end })

const weekly: WeeklyHours = {
  1: [hours('09:00', '14:00'), hours('16:00', '19:00')],
  2: [],
  3: [],
  4: [],
  5: [],
  6: [],
  7: [],
}

const calendar = {
  weekly,
  durations: [60],
  stepMin: 30,
  bufferBeforeMin: 0,
  bufferAfterMin: 15,
  minNoticeMin: 1440,
  horizonDays: 60,
  maxPerDay: 6,
  maxPerWeek: 25,
  autoConfirm: false,
  cancelNoticeMin: 1440,
  defaultChannel: 'meet',
  holidays: ['newYear'],
  reminders: ['h48'],
  overrides: [],
  timezone: 'America/Mexico_City',
  updatedAt: '2026-11-20T00:00:00.000Z',
} as unknown as CalendarDto

test('the form holds every setting of the contract and nothing else', () => {
  expect(Object.keys(settingsOf(calendar)).sort()).toEqual(Object.keys(CalendarSettings.shape).sort())
  expect(CalendarSettings.safeParse(settingsOf(calendar)).success).toBe(true)
})

test('only what changed is sent', () => {
  const before = settingsOf(calendar)
  expect(changesOf(before, structuredClone(before))).toEqual({})
  const after = { ...before, stepMin: 15, weekly: copyHours(weekly, 1, [2]) }
  expect(changesOf(before, after)).toEqual({ stepMin: 15, weekly: after.weekly })
})

test('hours that end at or before their start run overnight; hours up to midnight do not', () => {
  expect(isOvernight(hours('22:00', '02:00'))).toBe(true)
  expect(isOvernight(hours('09:00', '09:00'))).toBe(true)
  expect(isOvernight(hours('20:00', '24:00'))).toBe(false)
})

test('hours that touch do not overlap; overnight hours extend past midnight', () => {
  expect(overlapping([hours('09:00', '12:00'), hours('12:00', '14:00')])).toEqual(new Set())
  expect(overlapping([hours('09:00', '12:00'), hours('11:30', '14:00'), hours('16:00', '17:00')])).toEqual(
    new Set([0, 1]),
  )
  expect(overlapping([hours('20:00', '02:00'), hours('23:00', '24:00')])).toEqual(new Set([0, 1]))
})

test('added hours never overlap those of the day and end by midnight', () => {
  let day = [] as { start: string; end: string }[]
  for (let next = nextHours(day); next; next = nextHours(day)) day = [...day, next]
  expect(day[0]).toEqual(hours('09:00', '14:00'))
  expect(day[1]).toEqual(hours('15:00', '18:00'))
  expect(overlapping(day)).toEqual(new Set())
  expect(day.some(isOvernight)).toBe(false)
  expect(nextHours([hours('22:00', '02:00')])).toBeUndefined()
})

test('copying a day replaces the others and shares no objects with them', () => {
  const copied = copyHours(weekly, 1, [2, 6])
  expect(copied[2]).toEqual(weekly[1])
  expect(copied[2][0]).not.toBe(weekly[1][0])
  expect(copied[3]).toEqual([])
})

test('open time counts overlapping hours once', () => {
  expect(openMinutes(weekly)).toBe(8 * 60)
  expect(openMinutes({ ...weekly, 2: [hours('09:00', '12:00'), hours('11:00', '13:00')] })).toBe(12 * 60)
  expect(openMinutes({ ...weekly, 2: [hours('22:00', '02:00')] })).toBe(12 * 60)
})

test('a time or number in use is among the choices, in order', () => {
  expect(wallTimes(15, ['09:10'], '24:00')).toContain('09:10')
  expect(wallTimes(15, [], '24:00').at(-1)).toBe('24:00')
  expect(wallTimes(15, [], '23:45').at(-1)).toBe('23:45')
  expect(withCurrent([0, 15, 30], 20)).toEqual([0, 15, 20, 30])
})

test('a typed duration is taken exactly when the contract takes it', () => {
  for (const minutes of [10, 14, 15, 50, 52, 55, 55.5, 240, 245, 0, -15, Number.NaN]) {
    const isTaken = CalendarSettings.shape.durations.safeParse([minutes]).success
    expect([minutes, isDuration(minutes)]).toEqual([minutes, isTaken])
  }
})

test('at least one duration, and at most as many as the contract allows', () => {
  const lengths = (count: number) => DURATION_CHOICES.slice(0, count)
  expect(durationsProblem([])).toBe('durationsNone')
  for (const count of [0, 1, MOST_DURATIONS, MOST_DURATIONS + 1]) {
    const isTaken = CalendarSettings.shape.durations.safeParse(lengths(count)).success
    expect([count, durationsProblem(lengths(count)) === undefined]).toEqual([count, isTaken])
  }
  expect(durationsProblem(DURATION_CHOICES)).toBe('durationsMany')
})
