import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PaymentAction } from '#contract/payments.ts'
import type { IsoInstant } from '#time/clock.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { useStore } from '#web/store/store.ts'
import { PlanActions } from './PlanActions.tsx'

beforeEach(signInCoach)

const ACTIVE = {
  payment: true,
  paymentStatus: 'active',
  planId: 'monthly',
  periodEndsAt: '2027-03-02T15:00:00.000Z' as IsoInstant,
} as const

const open = (allowedActions: PaymentAction[], others: readonly ('monthly' | 'yearly')[] = ['yearly']) =>
  show(<PlanActions mine={{ ...ACTIVE, allowedActions }} others={others} />)

test('what is not allowed is not offered', () => {
  open(['pay', 'openPortal'])
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cambiar tarjeta'])
})

test('with one plan on offer, changing it is not offered', () => {
  open(['changePlan', 'cancel'], [])
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancelar plan'])
})

test('another plan is asked about in a dialog', async () => {
  answerCalls({ 'GET /v1/payment/plan-change': refusal('payment.plan_unchangeable') })
  open(['changePlan'])
  fireEvent.click(screen.getByRole('button', { name: 'Cambiar de plan' }))
  expect(await screen.findByRole('dialog', { name: '¿Cambiar de plan?' })).toBeTruthy()
  expect(await screen.findByText('Refused: payment.plan_unchangeable')).toBeTruthy()
})

test('the card is changed on the provider’s page', async () => {
  answerCalls({ 'POST /v1/payment/portal': { body: { url: 'https://provider.example/portal' } } })
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  open(['openPortal'])
  fireEvent.click(screen.getByRole('button', { name: 'Cambiar tarjeta' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://provider.example/portal'))
  // Busy until the page is left.
  expect(screen.getByRole('button')).toHaveProperty('disabled', true)
  assign.mockRestore()
})

test('a provider that does not answer is said, and the button is there again', async () => {
  answerCalls({ 'POST /v1/payment/portal': refusal('payment.provider_away', 503) })
  open(['openPortal'])
  fireEvent.click(screen.getByRole('button', { name: 'Cambiar tarjeta' }))
  await waitFor(() =>
    expect(useStore.getState().alert).toMatchObject({ msg: 'Refused: payment.provider_away', type: 'error' }),
  )
  expect(screen.getByRole('button', { name: 'Cambiar tarjeta' })).toHaveProperty('disabled', false)
})
