import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Navigate, Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { paths, patterns } from '#web/paths.ts'
import { Component } from './PaymentStateScreen.tsx'
import { Component as Checkout } from './SandboxCheckoutScreen.tsx'

beforeEach(signInCoach)

const open = (paymentStatus: string, periodEndsAt: string | null, allowedActions: string[] = []) => {
  const mine = { payment: true, paymentStatus, planId: 'monthly', periodEndsAt, allowedActions }
  const sent = answerCalls({
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
    'POST /v1/payment/cancel': { body: { ...mine, paymentStatus: 'cancelled', allowedActions: ['resume'] } },
    'POST /v1/payment/resume': { body: { ...mine, paymentStatus: 'active', allowedActions: ['cancel'] } },
    'GET /v1/payment/plans': {
      body: {
        plans: [{ id: 'monthly', amountMinor: 39_900, currency: 'MXN' }],
        methods: ['card'],
        provider: 'sandbox',
      },
    },
    'POST /v1/payment/checkout': { body: { url: '/payment/sandbox/x', checkoutId: 'x' } },
  })
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

test('a voucher that is not paid yet is found again, until it is', async () => {
  answerCalls({
    'GET /v1/payment/sandbox/:checkoutId': {
      body: {
        checkoutId: 'x',
        planId: 'monthly',
        method: 'oxxo',
        status: 'open',
        amountMinor: 39_900,
        currency: 'MXN',
      },
    },
    'POST /v1/payment/sandbox/:checkoutId': {
      body: {
        checkoutId: 'x',
        planId: 'monthly',
        method: 'oxxo',
        status: 'voucher',
        amountMinor: 39_900,
        currency: 'MXN',
      },
    },
    'GET /v1/payment/me': {
      body: {
        payment: true,
        paymentStatus: 'trial',
        planId: null,
        periodEndsAt: '2027-02-17T05:59:59.000Z',
        allowedActions: [],
      },
    },
    'GET /v1/payment/ledger': { body: { data: [] } },
    'GET /v1/payment/plans': { body: { plans: [], methods: [], provider: 'sandbox' } },
  })
  show(
    <Routes>
      <Route path="/" element={<Navigate to={paths.sandboxCheckout({ checkoutId: 'x' })} replace />} />
      <Route path={patterns.sandboxCheckout} element={<Checkout />} />
      <Route path={paths.profileSection({ section: 'payment' })} element={<Component />} />
    </Routes>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Emitir una ficha' }))
  expect(await screen.findByText('Tu pago está en camino')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver la ficha' }).getAttribute('href')).toBe(
    paths.sandboxCheckout({ checkoutId: 'x' }),
  )
})

test('with a paid plan there is nothing to pay', async () => {
  open('active', '2027-03-02T15:00:00.000Z')
  expect(await screen.findByText('Pagaste hasta el 2 de marzo de 2027.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
})

test('what happened is listed with its amount, its plan and until when', async () => {
  open('active', '2027-03-02T15:00:00.000Z')
  const line = await screen.findByRole('listitem')
  expect(line.textContent).toBe(
    'Pago recibidoMensual · OXXO · hasta el 2 de marzo de 2027$499 MXN2 de febrero de 2027',
  )
})

test('a plan is cancelled with a reason, which may be left out, and says what happens when', async () => {
  const sent = open('active', '2027-03-02T15:00:00.000Z', ['cancel'])
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

test('a cancelled plan is kept after all', async () => {
  const sent = open('cancelled', '2027-03-02T15:00:00.000Z', ['resume'])
  fireEvent.click(await screen.findByRole('button', { name: 'Conservar mi plan' }))
  await waitFor(() =>
    expect(sent).toContainEqual(expect.objectContaining({ route: 'POST /v1/payment/resume' })),
  )
})
