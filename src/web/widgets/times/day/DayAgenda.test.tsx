import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { calendarDate } from '#time/calendar-date.ts'
import { addMinutes, fromIso } from '#time/clock.ts'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { DayAgenda } from './DayAgenda.tsx'

// 9:00–10:00 in Mexico City.
const session = confirmedSession({ title: 'Con Mariana' })
const block = {
  id: 'b',
  title: 'Comida',
  startsAt: '2027-02-04T15:45:00.000Z',
  endsAt: '2027-02-04T17:00:00.000Z',
}

const CLOSED = { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] }

/** The agenda of 4 February 2027 while an hour is chosen. */
function choose(startsAt: string) {
  const start = fromIso(startsAt)
  const { coachId } = session
  const { container } = show(
    <DayAgenda
      date={calendarDate('2027-02-04')}
      range={{ start, end: addMinutes(start, 60) }}
      viewer={{
        side: 'coach',
        userId: coachId,
        coachId,
        clientId: null,
        timezone: 'America/Mexico_City',
      }}
    />,
  )
  return container
}

const clashOf = (title: string) => screen.getByText(title).closest('li')!.dataset['clash']

beforeEach(() => {
  signInCoach()
  answerCalls({
    'GET /v1/coach/recurring-calendar/:coachId': { body: { weekly: CLOSED, overrides: [] } },
    'GET /v1/session/coach/:coachId': { body: { data: [session], total: 1 } },
    'GET /v1/coach/calendar-time/:coachId': {
      body: { blocks: [block], external: [], holidays: [], overrides: [] },
    },
  })
})

test.each([
  ['a session cannot be booked over', '2027-02-04T15:30:00.000Z', ['hard', 'soft'], 'hard'],
  ['a block can', '2027-02-04T16:00:00.000Z', [undefined, 'soft'], 'soft'],
  ['what is free overlaps nothing', '2027-02-04T18:00:00.000Z', [undefined, undefined], undefined],
])('%s: the row and the bar say so', async (_, startsAt, rows, bar) => {
  const container = choose(startsAt)
  await screen.findByText('Comida')
  expect([clashOf('Con Mariana'), clashOf('Comida')]).toEqual(rows)
  await screen.findByText(/^Fuera de tu horario/)
  expect(container.querySelector<HTMLElement>('div [aria-hidden] > :last-child')!.dataset['clash']).toBe(bar)
})
