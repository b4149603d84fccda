import { describe, expect, test } from 'vitest'
import { MINUTE_MS, epochMs, fromIso } from '#time/clock.ts'
import { isReminderTimely, reminderDueAt } from './reminders.domain.ts'

const NOW = fromIso('2027-02-02T15:00:00Z')
const inMinutes = (minutes: number) => epochMs(NOW + minutes * MINUTE_MS)

describe('a reminder', () => {
  test('is sent before the start as its kind says; the last one at once inside the ten minutes', () => {
    const due = (kind: 'h48' | 'h24' | 'h3' | 'm10', minutesAhead: number) => {
      const at = reminderDueAt(kind, inMinutes(minutesAhead), NOW)
      return at === undefined ? undefined : (at - NOW) / MINUTE_MS
    }
    expect([60, 11, 10, 3, 0, -1].map((minutes) => due('m10', minutes))).toEqual([50, 1, 0, 0, 0, undefined])
    expect([181, 180, 179].map((minutes) => due('h3', minutes))).toEqual([1, undefined, undefined])
    expect([1441, 1440, 1439].map((minutes) => due('h24', minutes))).toEqual([1, undefined, undefined])
    expect([2881, 2880, 2879].map((minutes) => due('h48', minutes))).toEqual([1, undefined, undefined])
  })

  test('that is late is still sent until the next one is due, the last one until the start', () => {
    const timely = (kind: 'h48' | 'h24' | 'h3' | 'm10', minutesAhead: number) =>
      isReminderTimely(kind, inMinutes(minutesAhead), NOW)
    expect([2000, 1441, 1440].map((minutes) => timely('h48', minutes))).toEqual([true, true, false])
    expect([1000, 181, 180].map((minutes) => timely('h24', minutes))).toEqual([true, true, false])
    expect([100, 11, 10].map((minutes) => timely('h3', minutes))).toEqual([true, true, false])
    expect([9, 0, -1].map((minutes) => timely('m10', minutes))).toEqual([true, true, false])
  })
})
