import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { PaymentMethod, Trial } from '#contract/payments.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
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

test('each plan says what it costs, tax included', () => {
  open(null)
  expect(screen.getByRole('radio', { name: /^Mensual.*\$499 MXN.*al mes, IVA incluido$/ })).toBeTruthy()
  expect(screen.getByRole('radio', { name: /^Anual.*\$4,990 MXN.*al año, IVA incluido$/ })).toBeTruthy()
})

// @spec P.280
test.each([
  ['payment.provider_away', 503],
  ['payment.opening', 409],
])(
  'a page to pay on that does not open (%s) is said there, and can be asked for again',
  async (code, status) => {
    const answered = Promise.withResolvers<ReturnType<typeof refusal>>()
    const sent = answerCalls({ 'POST /v1/payment/checkout': answered.promise })
    open(null)
    fireEvent.click(screen.getByRole('button', { name: 'Pagar $499' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
    answered.resolve(refusal(code, status))
    expect((await screen.findByRole('alert')).textContent).toBe(`Refused: ${code}`)
    const pay = screen.getByRole('button', { name: 'Pagar $499' })
    expect(pay.hasAttribute('disabled') || pay.hasAttribute('data-loading')).toBe(false)
    fireEvent.click(pay)
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual({
      route: 'POST /v1/payment/checkout',
      body: { planId: 'monthly', method: 'card' },
    })
  },
)
