import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { PaymentState } from '#contract/payments.ts'
import type { IsoInstant } from '#time/clock.ts'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { setNow } from '#test/support/web/time.ts'
import { paths } from '#web/paths.ts'
import { useStore } from '#web/store/store.ts'
import { Component } from './PaymentStateScreen.tsx'

beforeEach(signInCoach)

const OXXO = {
  method: 'oxxo',
  checkoutId: 'c1',
  planId: 'monthly',
  amountMinor: 39_900,
  currency: 'MXN',
  issuedAt: '2027-02-04T15:00:00.000Z',
  pageUrl: null,
  reference: '12345678901234',
  expiresAt: '2027-02-08T05:59:59.000Z',
}

const instant = (iso: string) => iso as IsoInstant

type Told = Partial<PaymentState> & { waiting?: object }

const PLANS = [
  { id: 'monthly', amountMinor: 39_900, currency: 'MXN' },
  { id: 'yearly', amountMinor: 399_000, currency: 'MXN' },
]

/** Without what `told` says of it, as a server of the release before answers. */
const open = (
  paymentStatus: string,
  periodEndsAt: string | null,
  { waiting, ...told }: Told = {},
  provider = 'sandbox',
) => {
  const mine = {
    payment: true,
    paymentStatus,
    planId: 'monthly',
    periodEndsAt,
    allowedActions: [],
    ...told,
  }
  const answers = {
    'GET /v1/payment/me': { body: mine },
    'GET /v1/payment/ledger': {
      body: {
        data: [
          {
            id: 'x',
            at: '2027-02-02T15:00:00.000Z',
            cause: 'paid',
            planId: 'monthly',
            method: 'oxxo',
            amountMinor: 49_900,
            currency: 'MXN',
            paymentStatus: 'active',
            periodEndsAt: '2027-03-02T15:00:00.000Z',
          },
        ],
      },
    },
    'GET /v1/payment/waiting': { body: { vouchers: [], balance: null, retryAt: null, ...waiting } },
    'POST /v1/payment/cancel': { body: { ...mine, paymentStatus: 'cancelled', allowedActions: ['resume'] } },
    'POST /v1/payment/resume': { body: { ...mine, paymentStatus: 'active', allowedActions: ['cancel'] } },
    'GET /v1/payment/plans': { body: { plans: PLANS, methods: ['card'], provider } },
    'POST /v1/payment/checkout': { body: { url: '/payment/sandbox/x', checkoutId: 'x' } },
  }
  const sent = answerCalls(answers)
  show(<Component />)
  return sent
}

test('a coach in a trial sees when it ends, and pays before', async () => {
  const sent = open('trial', '2027-02-17T05:59:59.000Z')
  expect(await screen.findByText('En prueba')).toBeTruthy()
  expect(screen.getByText('Tu prueba termina el 16 de febrero de 2027.')).toBeTruthy()
  expect(screen.getByText(/conservas los días/)).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: /^Pagar/ }))
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({
      route: 'POST /v1/payment/checkout',
      body: { planId: 'monthly', method: 'card' },
    }),
  )
})

test('a voucher of test mode is found again, and leads to its page', async () => {
  open('trial', '2027-02-17T05:59:59.000Z', { waiting: { vouchers: [OXXO] } })
  expect(await screen.findByRole('heading', { name: 'Paga en OXXO' })).toBeTruthy()
  expect(screen.getByText(/no pagues nada/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver la ficha' }).getAttribute('href')).toBe(
    paths.sandboxCheckout({ checkoutId: 'c1' }),
  )
})

test('with a paid plan there is nothing to pay', async () => {
  open('active', '2027-03-02T15:00:00.000Z')
  expect(await screen.findByText('Pagaste hasta el 2 de marzo de 2027.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
})

// @spec 2.42
test('a card that is charged by itself: when, and nothing to pay', async () => {
  open('active', '2027-03-02T15:00:00.000Z', { renewsAs: 'yearly', allowedActions: ['cancel'] })
  expect(await screen.findByText('Se cobrará el 2 de marzo de 2027 a tu tarjeta.')).toBeTruthy()
  // What it renews as, not what was paid for this period.
  expect(screen.getByText('Anual')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
})

// @spec P.298
test('a card is charged when its provider says, also where what was paid besides reaches further', async () => {
  const chargesAt = instant('2027-03-02T15:00:00.000Z')
  open('active', '2027-04-02T15:00:00.000Z', { renewsAs: 'monthly', chargesAt })
  expect(await screen.findByText('Se cobrará el 2 de marzo de 2027 a tu tarjeta.')).toBeTruthy()
  expect(screen.getByText('Pagaste hasta el 2 de abril de 2027.')).toBeTruthy()
})

// @spec P.298
test('a trial ends on the day on which its card is charged, not after the hours that this may take', async () => {
  // 21:30 and 00:30 in Mexico City.
  const chargesAt = instant('2027-02-17T03:30:00.000Z')
  open('trial', '2027-02-17T06:30:00.000Z', { renewsAs: 'monthly', chargesAt, allowedActions: ['cancel'] })
  expect(await screen.findByText('Tu prueba termina el 16 de febrero de 2027.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar plan' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Cancelar tu plan?' }))
  expect(dialog.getByText(/sigue activa hasta el 16 de febrero de 2027/)).toBeTruthy()
})

test('a prepaid period is told of before it ends, and paid ahead once the server allows it', async () => {
  open('active', '2027-03-02T15:00:00.000Z', { renewsAs: null })
  expect(await screen.findByText('Te avisamos antes de que termine.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
  cleanup()
  queryClient.clear()
  open('active', '2027-03-02T15:00:00.000Z', { renewsAs: null, allowedActions: ['pay'] })
  expect(await screen.findByText(/Ya puedes pagar tu siguiente periodo/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Pagar/ })).toBeTruthy()
})

test('a card that was refused: when it is tried again, and until when the account stays open', async () => {
  setNow('2027-03-03T15:00:00.000Z')
  const retryAt = '2027-03-05T15:00:00.000Z'
  open('pastDue', '2027-03-02T15:00:00.000Z', { renewsAs: 'monthly', waiting: { retryAt } })
  expect(await screen.findByText(/Intentaremos de nuevo el 5 de marzo de 2027/)).toBeTruthy()
  expect(screen.getByText('Tu cuenta sigue abierta hasta el 16 de marzo de 2027.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
})

test('where the operator takes the payments, it is said instead of plans', async () => {
  answerCalls({
    'GET /v1/payment/me': {
      body: {
        payment: true,
        paymentStatus: 'pastDue',
        planId: null,
        periodEndsAt: '2027-03-02T15:00:00.000Z',
        renewsAs: null,
        allowedActions: [],
      },
    },
    'GET /v1/payment/ledger': { body: { data: [] } },
    'GET /v1/payment/waiting': { body: { vouchers: [], balance: null, retryAt: null } },
    'GET /v1/payment/plans': { body: { plans: PLANS, methods: [], provider: 'manual' } },
  })
  show(<Component />)
  expect(await screen.findByText(/acuerda el pago con quien administra/)).toBeTruthy()
})

test('what happened is listed with its amount, its plan and until when', async () => {
  open('active', '2027-03-02T15:00:00.000Z')
  const line = await screen.findByRole('listitem')
  expect(line.textContent).toBe(
    'Pago recibidoMensual · OXXO · hasta el 2 de marzo de 2027$499 MXN2 de febrero de 2027',
  )
})

test('a plan is cancelled with a reason, which may be left out, and says what happens when', async () => {
  const sent = open('active', '2027-03-02T15:00:00.000Z', { allowedActions: ['cancel'] })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancelar plan' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Cancelar tu plan?' }))
  expect(dialog.getByText(/sigue activa hasta el 2 de marzo de 2027/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('radio', { name: 'No lo uso' }))
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: ' Vuelvo en mayo. ' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Cancelar plan' }))
  await waitFor(() =>
    expect(sent).toContainEqual(
      expect.objectContaining({
        route: 'POST /v1/payment/cancel',
        body: { reason: 'unused', comment: 'Vuelvo en mayo.' },
      }),
    ),
  )
})

// @spec P.299
test('a plan that is past due ends at once: until when the account stays open, and nothing can be taken back', async () => {
  setNow('2027-03-03T15:00:00.000Z')
  const retryAt = '2027-03-05T15:00:00.000Z'
  open('pastDue', '2027-03-02T15:00:00.000Z', {
    renewsAs: 'monthly',
    allowedActions: ['cancel'],
    waiting: { retryAt },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancelar plan' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Cancelar tu plan?' }))
  expect(dialog.getByText(/Ya no intentaremos cobrar tu tarjeta/).textContent).toMatch(
    /sigue abierta hasta el 16 de marzo de 2027/,
  )
  fireEvent.click(dialog.getByRole('button', { name: 'Cancelar plan' }))
  await waitFor(() =>
    expect(useStore.getState().alert.msg).toBe('Plan cancelado. Tu tarjeta no se volverá a cobrar.'),
  )
})

test('a cancelled plan is kept after all', async () => {
  const sent = open('cancelled', '2027-03-02T15:00:00.000Z', { allowedActions: ['resume'] })
  fireEvent.click(await screen.findByRole('button', { name: 'Conservar mi plan' }))
  await waitFor(() =>
    expect(sent).toContainEqual(expect.objectContaining({ route: 'POST /v1/payment/resume' })),
  )
})
