import { expect, test } from 'vitest'
import { calendarDate } from '#time/calendar-date.ts'
import { addMinutes, fromIso, toIso } from '#time/clock.ts'
import { spanFrom } from '#web/widgets/times/span.ts'
import { onDay, spanForm, spanOf } from './span-form.ts'

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

test('any other hour opens on the day in sight, and keeps only a time of that day', () => {
  const empty = { date: '', time: '', durationMin: 60 }
  const chosen = { ...empty, date: '2027-02-09', time: '10:00' }
  const wednesday = calendarDate('2027-02-10')
  expect(onDay(empty, wednesday)).toEqual({ ...empty, date: wednesday })
  expect(onDay(chosen, calendarDate('2027-02-09'))).toEqual(chosen)
  expect(onDay(chosen, wednesday)).toEqual({ ...empty, date: wednesday })
  expect(onDay(chosen, null)).toEqual(chosen)
})
