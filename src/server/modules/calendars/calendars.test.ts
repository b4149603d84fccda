import { describe, expect, test } from 'vitest'
import { CalendarSettings } from '#contract/calendar.ts'
import { SessionStatus } from '#contract/sessions.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, epochMs, fromIso } from '#time/clock.ts'
import { freeSlots } from '#time/slots.ts'
import {
  COUNTED_STATUSES,
  type Calendar,
  DEFAULT_SETTINGS,
  changeCalendar,
  daysOf,
  holdsTime,
  rangeThatMatters,
  slotRules,
} from './calendars.domain.ts'

const NOW = fromIso('2027-02-01T15:00:00Z')
const calendar: Calendar = {
  ...DEFAULT_SETTINGS,
  timezone: 'America/Mexico_City',
  reviewedAt: null,
  updatedAt: epochMs(NOW - DAY_MS),
}

test('a new coach starts with the settings of product §8, and they are valid', () => {
  expect(CalendarSettings.parse(DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS)
  const { weekly, ...rules } = DEFAULT_SETTINGS
  expect(rules).toEqual({
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
  })
  for (const day of [1, 2, 3, 4, 5] as const) {
    expect(weekly[day].map(({ start, end }) => `${start}-${end}`)).toEqual(['09:00-14:00', '16:00-19:00'])
  }
  expect([weekly[6], weekly[7]]).toEqual([[], []])
})

describe('changing a calendar', () => {
  test('leaves what is not given', () => {
    expect(changeCalendar(calendar, { stepMin: 15 }, NOW)).toEqual({
      ...calendar,
      stepMin: 15,
      reviewedAt: NOW,
      updatedAt: NOW,
    })
  })

  test('keeps lengths once each, the shortest first', () => {
    expect(changeCalendar(calendar, { durations: [90, 30, 90, 60] }, NOW).durations).toEqual([30, 60, 90])
  })

  test('marks hours as the coach’s own the first time', () => {
    const first = changeCalendar(calendar, { weekly: calendar.weekly }, NOW)
    expect(first.reviewedAt).toBe(NOW)
    const later = epochMs(NOW + DAY_MS)
    expect(changeCalendar(first, { weekly: calendar.weekly }, later).reviewedAt).toBe(NOW)
    // Whoever saves the screen has looked at the hours, whatever they changed.
    expect(changeCalendar(calendar, { stepMin: 15 }, NOW).reviewedAt).toBe(NOW)
  })
})

test('requested, confirmed and completed hold time and count; no-shows only count; the rest does neither', () => {
  expect(SessionStatus.options.filter(holdsTime)).toEqual(['requested', 'confirmed', 'completed'])
  expect(COUNTED_STATUSES).toEqual(['requested', 'confirmed', 'completed', 'noShowClient', 'noShowCoach'])
})

test('a session outside the range that matters changes no start, one inside can', () => {
  const day = { from: fromIso('2027-02-10T06:00:00Z'), to: fromIso('2027-02-11T06:00:00Z') }
  const { from, to } = rangeThatMatters(day.from, day.to)
  // One session a week and the widest buffers: whatever can reach in, does.
  const tight: Calendar = { ...calendar, bufferBeforeMin: 240, bufferAfterMin: 240, maxPerWeek: 1 }
  const slots = (start?: number) => {
    const taken = start === undefined ? [] : [longest(start)]
    return freeSlots({ ...slotRules(tight, taken, NOW, 60), range: day }).length
  }
  const longest = (start: number) => ({
    startsAt: epochMs(start),
    endsAt: epochMs(start + 480 * MINUTE_MS),
    status: 'confirmed' as const,
  })
  let reachedIn = 0
  for (let start = from - 7 * DAY_MS; start < to + 7 * DAY_MS; start += 6 * HOUR_MS) {
    if (start < from || start >= to) expect(slots(start)).toBe(slots())
    else if (slots(start) !== slots()) reachedIn += 1
  }
  expect(reachedIn).toBeGreaterThan(0)
})

test('starts are told by the date they have for the viewer, and empty days are told too', () => {
  const starts = ['2027-02-03T05:30:00Z', '2027-02-03T06:30:00Z', '2027-02-05T01:00:00Z'].map(fromIso)
  const days = daysOf(
    starts,
    '2027-02-02' as CalendarDate,
    '2027-02-05' as CalendarDate,
    'America/Mexico_City',
  )
  expect(days).toEqual([
    { date: '2027-02-02', starts: [starts[0]] },
    { date: '2027-02-03', starts: [starts[1]] },
    { date: '2027-02-04', starts: [starts[2]] },
    { date: '2027-02-05', starts: [] },
  ])
})
