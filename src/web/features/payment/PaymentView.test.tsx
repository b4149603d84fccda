import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { PaymentState } from '#contract/payments.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show, shown } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import { useStore } from '#web/store/store.ts'
import { PaymentView } from './PaymentView.tsx'

beforeEach(signInCoach)

const PLANS = [{ id: 'monthly', amountMinor: 49_900, currency: 'MXN' }]
const UNPAID = {
  payment: false,
  paymentStatus: 'none',
  planId: null,
  periodEndsAt: null,
  renewsAs: null,
  chargesAt: null,
  allowedActions: ['pay'],
} satisfies PaymentState
const LINE = {
  id: '019413d6-0000-7000-8000-000000000001',
  at: '2027-02-02T15:00:00.000Z',
  cause: 'paid',
  planId: 'monthly',
  method: 'card',
  amountMinor: 49_900,
  currency: 'MXN',
  paymentStatus: 'active',
  periodEndsAt: '2027-03-02T15:00:00.000Z',
  hasReceipt: true,
}
/** Of somebody whose plan ended and whose card would still be charged. */
const RENEWING = {
  planId: 'monthly',
  periodEndsAt: '2027-03-02T15:00:00.000Z',
  renewsAs: 'monthly',
  allowedActions: ['cancel', 'openPortal'],
}

type Answers = Parameters<typeof answerCalls>[0]

function open(mine: object = {}, answers: Answers = {}) {
  const { user } = useStore.getState().session
  const sent = answerCalls({
    'GET /v1/payment/me': { body: { ...UNPAID, ...mine } },
    'GET /v1/payment/plans': { body: { plans: PLANS, methods: ['card'], provider: 'stripe', trial: null } },
    'GET /v1/payment/waiting': { body: { vouchers: [], balance: null, retryAt: null } },
    'GET /v1/payment/ledger': { body: { data: [] } },
    'GET /v1/legal/operator': { body: { supportEmail: null } },
    'GET /v1/auth/me': {
      body: { id: user?.id, payment: false, paymentStatus: 'none', userType: 'coach', user, memberships: [] },
    },
    'POST /v1/payment/cancel': { body: { ...UNPAID, ...mine } },
    ...answers,
  })
  show(<PaymentView />)
  return sent
}

test('a payment that cannot be read is said with a way to try again, which leads to the plans', async () => {
  let isAway = true
  open({}, { 'GET /v1/payment/me': () => (isAway ? refusal('coach.not_found', 404) : { body: UNPAID }) })
  const failure = within(await screen.findByRole('alert'))
  expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
  isAway = false
  fireEvent.click(failure.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('button', { name: 'Pagar $499' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('where nothing is sold here, it is said also while the payment cannot be read', async () => {
  open(
    {},
    {
      'GET /v1/payment/me': refusal('coach.not_found', 404),
      'GET /v1/payment/plans': { body: { plans: PLANS, methods: [], provider: 'manual', trial: null } },
    },
  )
  expect(await screen.findByText(/acuerda el pago con quien administra/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

// @spec P.299
test('a closed account whose card is not tried again stays closed, and nothing can be taken back', async () => {
  setNow('2027-04-01T15:00:00.000Z')
  const sent = open(RENEWING)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancelar plan' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Cancelar tu plan?' }))
  expect(dialog.getByText(/Ya no intentaremos cobrar tu tarjeta/).textContent).toMatch(
    /sigue cerrada hasta que recibamos otro pago/,
  )
  expect(dialog.queryByText(/sigue activa/)).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Cancelar plan' }))
  await waitFor(() =>
    expect(useStore.getState().alert.msg).toBe('Plan cancelado. Tu tarjeta no se volverá a cobrar.'),
  )
  expect(sent).toContainEqual({ route: 'POST /v1/payment/cancel', body: {} })
})

test('a coach whose plan has ended has the receipts of what was paid', async () => {
  const sent = open(
    { planId: 'monthly', periodEndsAt: '2027-03-02T15:00:00.000Z' },
    { 'GET /v1/payment/ledger': { body: { data: [LINE] } } },
  )
  expect(await screen.findByRole('heading', { name: 'Historial de tu pago' })).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Recibo del 2 de febrero de 2027' }))
  await waitFor(() => expect(sent.at(-1)?.route).toBe(`GET /v1/payment/receipt/${LINE.id}`))
})

test('who has not paid yet has no history, and is not told that it cannot be read', async () => {
  const sent = open({}, { 'GET /v1/payment/ledger': refusal('coach.not_found', 404) })
  expect(await screen.findByRole('button', { name: 'Pagar $499' })).toBeTruthy()
  await waitFor(() => expect(sent.map(({ route }) => route)).toContain('GET /v1/payment/ledger'))
  await shown()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText('Historial de tu pago')).toBeNull()
})

test('who has paid before can read again a history that did not come', async () => {
  open({ planId: 'monthly' }, { 'GET /v1/payment/ledger': refusal('coach.not_found', 404) })
  expect(await screen.findByRole('heading', { name: 'Historial de tu pago' })).toBeTruthy()
  expect(within(screen.getByRole('alert')).getByRole('button', { name: 'Reintentar' })).toBeTruthy()
})

test('who has not paid reaches support, if there is one', async () => {
  open({}, { 'GET /v1/legal/operator': { body: { supportEmail: 'hola@norte.example' } } })
  const link = await screen.findByRole('link', { name: 'Contactar a soporte' })
  expect(link.getAttribute('href')).toBe('mailto:hola@norte.example')
})

test('without support there is no way to it', async () => {
  const sent = open()
  expect(await screen.findByRole('button', { name: 'Pagar $499' })).toBeTruthy()
  await waitFor(() => expect(sent.map(({ route }) => route)).toContain('GET /v1/legal/operator'))
  await shown()
  expect(screen.queryByRole('link', { name: /soporte/ })).toBeNull()
})

test('who had a plan reads that their clients go on reading (product §5)', async () => {
  open({ planId: 'monthly', periodEndsAt: '2027-03-02T15:00:00.000Z' })
  expect(
    await screen.findByText('Tus clientes siguen viendo su información mientras regularizas tu pago.'),
  ).toBeTruthy()
})
