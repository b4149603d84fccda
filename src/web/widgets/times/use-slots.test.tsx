import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Availability } from '#contract/calendar/calendar.ts'
import { calendarDate } from '#time/calendar-date.ts'
import { fromIso, toIso } from '#time/clock.ts'
import { showHook } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { availabilityQuery } from './day/day.queries.ts'
import { rangeToAsk } from './slot-days.ts'
import { useSlots } from './use-slots.ts'

// Monday 8 February 2027, 9:00 in Mexico City.
const now = fromIso('2027-02-08T15:00:00.000Z')
const COACH = '01890000-0000-7000-8000-000000000001'
const asked = {
  coachId: COACH,
  timezone: 'America/Mexico_City',
  durationMin: 60,
  horizonDays: 60,
  now,
  firstDate: null,
}
const today = calendarDate('2027-02-08')
const { from, to } = rangeToAsk(today, today)
const { queryKey } = availabilityQuery(COACH, from, to, asked.durationMin)

const dayOf = (date: string, ...hours: number[]) => ({
  date: calendarDate(date),
  starts: hours.map((hour) => toIso(fromIso(`${date}T${hour}:00:00.000Z`))),
})
const TUESDAY = dayOf('2027-02-09', 16)
const WEDNESDAY = dayOf('2027-02-10', 16, 18)
const THURSDAY = dayOf('2027-02-11', 16)

/** The server's last answer. */
const answer = (...days: Availability['days']) =>
  act(() => void queryClient.setQueryData<Availability>(queryKey, { timezone: asked.timezone, days }))

// The refetches of the screen stay without an answer.
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterEach(() => queryClient.clear())

test('the open day and the chosen start stay when an earlier day becomes free', async () => {
  answer(WEDNESDAY, THURSDAY)
  const { result } = showHook(useSlots, asked)
  expect(result.current.day?.date).toBe(WEDNESDAY.date)
  const start = fromIso(WEDNESDAY.starts[1]!)
  act(() => result.current.chooseStart(start))
  answer(TUESDAY, WEDNESDAY, THURSDAY)
  await waitFor(() => expect(result.current.days).toHaveLength(3))
  expect(result.current.day?.date).toBe(WEDNESDAY.date)
  expect(result.current.start).toBe(start)
})

test('a day that is no longer offered gives way to the first one, and its start is deselected', async () => {
  answer(WEDNESDAY, THURSDAY)
  const { result } = showHook(useSlots, asked)
  act(() => result.current.chooseDay(THURSDAY.date))
  act(() => result.current.chooseStart(fromIso(THURSDAY.starts[0]!)))
  expect(result.current.start).not.toBeNull()
  answer(TUESDAY)
  await waitFor(() => expect(result.current.day?.date).toBe(TUESDAY.date))
  expect(result.current.start).toBeNull()
})

test('another week opens its first day', () => {
  const nextWeek = dayOf('2027-02-17', 16)
  answer(WEDNESDAY, nextWeek)
  const { result } = showHook(useSlots, asked)
  act(() => result.current.next?.())
  expect(result.current.day?.date).toBe(nextWeek.date)
  act(() => result.current.previous?.())
  expect(result.current.day?.date).toBe(WEDNESDAY.date)
})

test('left open over the end of its week, it goes on with the present week', () => {
  const lastEvening = { ...asked, now: fromIso('2027-02-14T05:00:00.000Z') }
  const { result, rerender } = showHook(useSlots, lastEvening)
  expect(result.current.week).toBe('2027-02-07')
  // Sunday has begun in Mexico City.
  rerender({ ...asked, now: fromIso('2027-02-14T06:01:00.000Z') })
  expect(result.current.week).toBe('2027-02-14')
  expect(result.current.previous).toBeUndefined()
  const [latest] = queryClient.getQueryCache().getAll().slice(-1)
  expect(latest?.queryKey).toEqual(
    availabilityQuery(COACH, calendarDate('2027-02-14'), calendarDate('2027-04-10'), asked.durationMin)
      .queryKey,
  )
})
