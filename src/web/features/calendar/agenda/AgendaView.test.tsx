import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CalendarDate } from '#time/calendar-date.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { NO_TIME, entriesOf, type DayNote } from '../entries.ts'
import { AgendaView } from './AgendaView.tsx'

const day = (date: string) => date as CalendarDate
const DAYS = { from: day('2027-02-01'), to: day('2027-02-15') }
const HOLIDAY: DayNote = { kind: 'holiday', date: day('2027-02-01'), holiday: 'constitution', closed: true }

function agenda(change: Partial<React.ComponentProps<typeof AgendaView>> = {}) {
  signInCoach()
  show(
    <AgendaView
      days={DAYS}
      entries={[]}
      notes={[]}
      today={day('2027-02-02')}
      onOpen={() => undefined}
      {...change}
    />,
  )
}

test('days with nothing but a holiday say that nothing is booked, with the way to a session', () => {
  agenda({ notes: [HOLIDAY] })
  expect(screen.getByText('Nada por aquí')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Agendar sesión' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: /lunes 1 de febrero/ })).toBeTruthy()
})

test('a chosen day says itself that it is free', () => {
  agenda({ notes: [HOLIDAY], withFirst: true, days: { from: day('2027-01-31'), to: DAYS.to } })
  expect(screen.getByText('Nada este día.')).toBeTruthy()
  expect(screen.queryByText('Nada por aquí')).toBeNull()
})

test('a session is joined from its line once its room is open, not days ahead', () => {
  const entries = (phase: 'upcoming' | 'inProgress') =>
    entriesOf([confirmedSession({ modality: 'online', phase })], NO_TIME)
  agenda({ entries: entries('upcoming') })
  expect(screen.queryByRole('link', { name: /^Unirme/ })).toBeNull()
  agenda({ entries: entries('inProgress') })
  expect(screen.getByRole('link', { name: /^Unirme/ })).toBeTruthy()
})
