import { expect, test } from 'vitest'
import { addMinutes, fromIso, toIso } from '#time/clock.ts'
import { isSessionLength, overlapping, spanForm, spanFrom, spanOf, spanProblem } from './span-form.ts'

const zone = 'America/Tijuana'

test('a span and its form are equivalent, before and after a change of offset', () => {
  // Tijuana puts its clocks forward on 14 March 2027.
  for (const startsAt of ['2027-03-13T17:05:00.000Z', '2027-03-14T16:05:00.000Z']) {
    const span = spanFrom({ startsAt, endsAt: toIso(addMinutes(fromIso(startsAt), 45)) })
    const form = spanForm(span, zone)
    expect(form).toMatchObject({ time: '09:05', durationMin: 45 })
    expect(spanOf(form, zone)).toEqual(span)
  }
})

test('the duration is elapsed time where the clocks skip an hour', () => {
  const span = { start: fromIso('2027-03-14T09:30:00.000Z'), end: fromIso('2027-03-14T10:30:00.000Z') }
  expect(spanForm(span, zone)).toEqual({ date: '2027-03-14', time: '01:30', durationMin: 60 })
  expect(spanOf(spanForm(span, zone), zone)).toEqual(span)
})

test('an incomplete form has no span', () => {
  expect(spanOf({ date: '', time: '10:00', durationMin: 60 }, zone)).toBeUndefined()
  expect(spanOf({ date: '2027-02-30', time: '10:00', durationMin: 60 }, zone)).toBeUndefined()
  expect(spanOf({ date: '2027-02-23', time: '', durationMin: 60 }, zone)).toBeUndefined()
})

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
