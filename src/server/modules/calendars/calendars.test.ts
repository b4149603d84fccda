import { describe, expect, test } from 'vitest'
import { CalendarSettings } from '#contract/calendar/calendar.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { DAY_MS, epochMs, fromIso } from '#time/clock.ts'
import { type Calendar, DEFAULT_SETTINGS, answerOffer, changeCalendar, daysOf } from './calendars.domain.ts'

const NOW = fromIso('2027-02-01T15:00:00Z')
const calendar: Calendar = {
  ...DEFAULT_SETTINGS,
  timezone: 'America/Mexico_City',
  reviewedAt: null,
  offersNorte: false,
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
    defaultChannel: 'norte',
    holidays: [
      'newYear',
      'constitution',
      'juarez',
      'labour',
      'independence',
      'revolution',
      'transition',
      'christmas',
    ],
    reminders: ['h48', 'h24', 'h3', 'm10'],
  })
  for (const day of [1, 2, 3, 4, 5] as const) {
    expect(weekly[day].map(({ start, end }) => `${start}-${end}`)).toEqual(['09:00-14:00', '16:00-19:00'])
  }
  expect([weekly[6], weekly[7]]).toEqual([[], []])
})

describe('changing a calendar', () => {
  test('keeps missing settings', () => {
    expect(changeCalendar(calendar, { stepMin: 15 }, NOW)).toEqual({
      ...calendar,
      stepMin: 15,
      reviewedAt: NOW,
      updatedAt: NOW,
    })
  })

  test('deduplicates lengths and sorts them', () => {
    expect(changeCalendar(calendar, { durations: [90, 30, 90, 60] }, NOW).durations).toEqual([30, 60, 90])
  })

  test('marks hours as reviewed the first time', () => {
    const first = changeCalendar(calendar, { weekly: calendar.weekly }, NOW)
    expect(first.reviewedAt).toBe(NOW)
    const later = epochMs(NOW + DAY_MS)
    expect(changeCalendar(first, { weekly: calendar.weekly }, later).reviewedAt).toBe(NOW)
    // Saving the screen means that the coach has seen the hours, whatever was changed.
    expect(changeCalendar(calendar, { stepMin: 15 }, NOW).reviewedAt).toBe(NOW)
  })
})

// @spec P.250
describe('the offer to meet inside Norte', () => {
  const offered: Calendar = { ...calendar, defaultChannel: 'zoom', offersNorte: true }

  test.each([
    [true, 'norte'],
    [false, 'zoom'],
  ] as const)('is over with its answer, which says nothing of the hours: %s', (isTaken, defaultChannel) => {
    expect(answerOffer(offered, isTaken, NOW)).toEqual({
      ...offered,
      defaultChannel,
      offersNorte: false,
      updatedAt: NOW,
    })
  })

  test('is over once a channel is chosen in the settings, and goes on with other changes', () => {
    expect(changeCalendar(offered, { defaultChannel: 'zoom' }, NOW).offersNorte).toBe(false)
    expect(changeCalendar(offered, { stepMin: 15 }, NOW).offersNorte).toBe(true)
    expect(changeCalendar(calendar, { stepMin: 15 }, NOW).offersNorte).toBe(false)
  })
})

test('starts are grouped by their date for the viewer, and empty days are included', () => {
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
