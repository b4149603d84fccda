import { expect, test } from 'vitest'
import { addMinutes, fromIso } from '#time/clock.ts'
import { isSessionLength, overlapping, spanProblem } from './span.ts'

test('a session moves to a future time, and lasts from 15 minutes to 8 hours (product §9)', () => {
  const now = fromIso('2027-02-23T16:00:00.000Z')
  const after = (minutes: number, length = 60) => {
    const start = addMinutes(now, minutes)
    return { start, end: addMinutes(start, length) }
  }
  expect(spanProblem(after(1), now)).toBeUndefined()
  expect(spanProblem(after(0), now)).toBe('start_past')
  expect([10, 15, 480, 495].map((length) => isSessionLength(after(60, length)))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(spanProblem(after(60, 495), now)).toBe('session_length')
})

test('a range that touches another session does not overlap it', () => {
  const taken = { startsAt: '2026-11-25T15:00:00Z', endsAt: '2026-11-25T16:00:00Z' } as never
  const range = (start: string, end: string) => ({ start: fromIso(start), end: fromIso(end) })
  expect(overlapping(range('2026-11-25T16:00:00Z', '2026-11-25T17:00:00Z'), [taken])).toEqual([])
  expect(overlapping(range('2026-11-25T15:59:00Z', '2026-11-25T17:00:00Z'), [taken])).toEqual([taken])
})
