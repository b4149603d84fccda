import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Navigate, Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { paths, patterns } from '#web/paths.ts'
import { Component } from './PaymentStateScreen.tsx'
import { Component as Checkout } from './SandboxCheckoutScreen.tsx'

beforeEach(signInCoach)

const open = (paymentStatus: string, periodEndsAt: string | null) => {
  const sent = answerCalls({
    'GET /v1/payment/me': { body: { payment: true, paymentStatus, planId: 'monthly', periodEndsAt } },
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
      body: { payment: true, paymentStatus: 'trial', planId: null, periodEndsAt: '2027-02-17T05:59:59.000Z' },
    },
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
