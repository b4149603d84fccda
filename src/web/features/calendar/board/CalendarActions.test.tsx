import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CalendarDate } from '#time/calendar-date.ts'
import { signInClient, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setPayment } from '#web/store/store.ts'
import { CalendarActions } from './CalendarActions.tsx'

const TODAY = '2027-02-04' as CalendarDate
const CLOSED = 'Tu coach no puede recibir solicitudes por ahora.'
const open = () => show(<CalendarActions date={TODAY} today={TODAY} />)

test('a client whose coach takes no requests reads it where the button would be', () => {
  signInClient()
  setPayment(false, 'none')
  open()
  expect(screen.getByText(CLOSED)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test('otherwise they ask for a session', () => {
  signInClient()
  open()
  expect(screen.getByRole('link', { name: 'Agendar sesión' })).toBeTruthy()
  expect(screen.queryByText(CLOSED)).toBeNull()
})

test('a coach has the hours too, and reads nothing of a coach', () => {
  signInCoach()
  setPayment(false, 'none')
  open()
  expect(screen.getAllByRole('link')).toHaveLength(2)
  expect(screen.queryByText(CLOSED)).toBeNull()
})
