import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { addDays, dateOf, screenWeekStart } from '#time/calendar-date.ts'
import { systemClock } from '#time/clock.ts'
import { formatDayLong } from '#time/format.ts'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { TimeChoice } from './TimeChoice.tsx'

const { coachId } = confirmedSession()
const viewer = {
  side: 'coach',
  userId: coachId,
  coachId,
  clientId: null,
  timezone: 'America/Mexico_City',
} as const
// Next week, whatever day it is: its starts are all to come.
const monday = screenWeekStart(addDays(dateOf(systemClock.now(), viewer.timezone), 7))
const tuesday = addDays(monday, 1)
const open = [{ start: '09:00', end: '14:00' }]
const WEEKLY = { 1: open, 2: open, 3: open, 4: open, 5: open, 6: open, 7: open }
const offeredOn = (date: string) => ({ date, starts: [`${date}T18:00:00.000Z`] })

test('the hours of the day are told, and any other hour is opened on the day whose free starts are in sight', async () => {
  signInCoach()
  answerCalls({
    'GET /v1/coach/recurring-calendar/:coachId': {
      body: { horizonDays: 60, durations: [60], weekly: WEEKLY, overrides: [] },
    },
    'GET /v1/coach/availability/days/:coachId': {
      body: { timezone: viewer.timezone, days: [offeredOn(monday), offeredOn(tuesday)] },
    },
    'GET /v1/session/coach/:coachId': { body: { data: [], total: 0 } },
    'GET /v1/coach/calendar-time/:coachId': {
      body: { blocks: [], external: [], holidays: [], overrides: [] },
    },
  })
  const onOpen = vi.fn()
  show(
    <TimeChoice
      viewer={viewer}
      other={null}
      durationMin={60}
      firstDate={monday}
      chosen={[]}
      onChoose={() => undefined}
      own={{ isOpen: false, onOpen, fields: null }}
    />,
  )
  expect((await screen.findByText(/^Tu horario ese día:/)).textContent).toContain('9:00–14:00')
  const name = new RegExp(formatDayLong(tuesday, 'UTC', 'es-MX'))
  fireEvent.click(await screen.findByRole('button', { name }))
  fireEvent.click(screen.getByRole('button', { name: 'Otro horario' }))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(true, tuesday)
})
