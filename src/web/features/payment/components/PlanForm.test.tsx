import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { PaymentMethod, Trial } from '#contract/payments.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import { PlanForm } from './PlanForm.tsx'

beforeEach(() => {
  signInCoach()
  setNow('2027-02-02T15:00:00.000Z')
})

const PLANS = [
  { id: 'monthly', amountMinor: 49_900, currency: 'MXN' },
  { id: 'yearly', amountMinor: 499_000, currency: 'MXN' },
] as const
const METHODS: readonly PaymentMethod[] = ['card', 'oxxo']

const open = (trial: Trial | null) =>
  show(<PlanForm plans={PLANS} methods={METHODS} provider="stripe" trial={trial} />)
const button = () => screen.getAllByRole('button').at(-1)?.textContent

// @spec P.297
test('a trial says before the card is given that nothing is charged today, and what and when after it', () => {
  open({ days: 14, methods: ['card'] })
  const note = () => screen.queryByText(/^Prueba de/)?.textContent
  expect(note()).toBe('Prueba de 14 días: hoy no se cobra nada; el primer cobro de $499 es el 16 de febrero.')
  expect(button()).toBe('Empezar prueba')
  fireEvent.click(screen.getByRole('radio', { name: /Anual/ }))
  expect(note()).toMatch(/el primer cobro de \$4,990 es el 16 de febrero/)
})

// @spec P.297
test('a method without a trial is paid first', () => {
  open({ days: 14, methods: ['card'] })
  fireEvent.click(screen.getByRole('radio', { name: /OXXO/ }))
  expect(screen.queryByText(/^Prueba de/)).toBeNull()
  expect(button()).toBe('Pagar $499')
})

test('who has no trial pays', () => {
  open(null)
  expect(screen.queryByText(/^Prueba de/)).toBeNull()
  expect(button()).toBe('Pagar $499')
})
