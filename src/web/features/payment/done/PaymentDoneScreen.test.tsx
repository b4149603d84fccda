import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PaymentStatus } from '#contract/account/auth.ts'
import type { PaymentCause, PaymentState } from '#contract/payments.ts'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { showAt, shown } from '#test/support/web/show.tsx'
import { setSlimAlert } from '#web/store/alert.ts'
import { setPayment, useStore } from '#web/store/store.ts'
import { patterns, paths } from '#web/paths.ts'
import { Component } from './PaymentDoneScreen.tsx'

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
  expiresAt: null,
}

type Mine = Pick<PaymentState, 'payment' | 'paymentStatus'> & Partial<PaymentState>

/** The screen of a coach whose payment was `before` when they left for the provider's page. */
function open(before: PaymentStatus, mine: Mine, vouchers: unknown[] = [], causes: PaymentCause[] = []) {
  setPayment(before !== 'none' && before !== 'pending', before)
  const { user } = useStore.getState().session
  const told: Mine = { planId: null, periodEndsAt: null, renewsAs: null, allowedActions: [], ...mine }
  const answers = {
    'GET /v1/payment/me': { body: told },
    'GET /v1/payment/waiting': { body: { vouchers, balance: null, retryAt: null } },
    'GET /v1/payment/ledger': { body: { data: causes.map((cause) => ({ cause })) } },
    'GET /v1/payment/plans': { body: { plans: [], methods: ['card'], provider: 'stripe' } },
    'GET /v1/legal/operator': { body: { supportEmail: 'ayuda@norte.example' } },
    'GET /v1/auth/me': () => ({
      body: {
        id: user?.id,
        payment: told.payment,
        paymentStatus: told.paymentStatus,
        userType: 'coach',
        user,
        memberships: [],
      },
    }),
  }
  const sent = answerCalls(answers)
  showAt(
    paths.paymentDone(),
    <Routes>
      <Route path="/" element={<p>The app</p>} />
      <Route path={patterns.paymentDone} element={<Component />} />
    </Routes>,
  )
  return { sent, told }
}

const MESSAGE = 'Estamos confirmando tu pago…'
const alertText = () => useStore.getState().alert.msg

test('waits for the payment, and leads on with thanks once it has come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { told } = open('none', { payment: false, paymentStatus: 'none', allowedActions: ['pay'] })
  await vi.waitFor(() => expect(screen.getByRole('heading', { name: MESSAGE })).toBeTruthy())
  await shown()
  Object.assign(told, { payment: true, paymentStatus: 'active', allowedActions: [] })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  await vi.waitFor(() => expect(screen.getByText('The app')).toBeTruthy())
  expect(alertText()).toBe('Pago recibido. ¡Gracias!')
})

test('asks again in growing pauses, and after a while says so calmly, with the way to support', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { sent } = open('none', { payment: false, paymentStatus: 'none', allowedActions: ['pay'] })
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/unos segundos/))
  const asked = () => sent.filter(({ route }) => route === 'GET /v1/payment/me').length
  await shown()
  const pauses: number[] = []
  for (let second = 1, before = asked(), last = 0; second <= 55; second += 1) {
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    if (asked() === before) continue
    pauses.push(second - last)
    before = asked()
    last = second
  }
  expect(pauses).toEqual([1, 2, 3, 5, 8, 13, 21])
  expect(screen.queryByText(/más de lo normal/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(screen.getByText(/no pagues otra vez: lo confirmamos/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Volver a los planes' }).getAttribute('href')).toBe('/payment')
  expect(screen.getByRole('link', { name: 'Contactar a soporte' }).getAttribute('href')).toBe(
    'mailto:ayuda@norte.example',
  )
})

test('with a voucher it says what is still to be done', async () => {
  open('none', { payment: false, paymentStatus: 'pending', allowedActions: ['pay'] }, [OXXO])
  expect(await screen.findByRole('heading', { name: 'Tu pago está en camino' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Paga en OXXO' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Volver a los planes' })).toBeTruthy()
})

test('who has the use of their account goes on to it meanwhile', async () => {
  open('trial', { payment: true, paymentStatus: 'trial', allowedActions: ['pay'] }, [OXXO])
  expect((await screen.findByRole('link', { name: 'Ir a Norte' })).getAttribute('href')).toBe('/')
})

test('a card that is charged only when a trial ends: nothing was received, and it says when', async () => {
  open('none', {
    payment: true,
    paymentStatus: 'trial',
    renewsAs: 'monthly',
    periodEndsAt: '2027-02-17T05:59:59.000Z' as PaymentState['periodEndsAt'],
  })
  expect(await screen.findByText('The app')).toBeTruthy()
  expect(alertText()).toBe('Tu tarjeta quedó registrada. El primer cobro será el 16 de febrero de 2027.')
})

// @spec P.298
test('the first charge is on the day that the provider says, not after the hours that it may take', async () => {
  open('none', {
    payment: true,
    paymentStatus: 'trial',
    renewsAs: 'monthly',
    periodEndsAt: '2027-02-17T06:30:00.000Z' as PaymentState['periodEndsAt'],
    chargesAt: '2027-02-17T03:30:00.000Z' as PaymentState['chargesAt'],
  })
  expect(await screen.findByText('The app')).toBeTruthy()
  expect(alertText()).toBe('Tu tarjeta quedó registrada. El primer cobro será el 16 de febrero de 2027.')
})

// @spec P.291
test('a card for what comes after a paid period: nothing was received, and it says when', async () => {
  const { told } = open(
    'active',
    { payment: true, paymentStatus: 'active', allowedActions: ['pay'] },
    [OXXO],
    ['trialBegan', 'paid'],
  )
  await screen.findByRole('heading', { name: 'Paga en OXXO' })
  Object.assign(told, {
    allowedActions: [],
    renewsAs: 'monthly',
    periodEndsAt: '2027-02-17T05:59:59.000Z',
  })
  expect(await screen.findByText('The app')).toBeTruthy()
  expect(alertText()).toBe('Tu tarjeta quedó registrada. El primer cobro será el 16 de febrero de 2027.')
})

// @spec P.291
test('a card that was charged is thanked for, also while the toast of the connection is shown', async () => {
  const { told } = open(
    'active',
    { payment: true, paymentStatus: 'active', allowedActions: ['pay'] },
    [OXXO],
    ['paid', 'trialBegan'],
  )
  await screen.findByRole('heading', { name: 'Paga en OXXO' })
  act(() => setSlimAlert('Ahora estas conectado.', 'success'))
  Object.assign(told, {
    allowedActions: [],
    renewsAs: 'monthly',
    periodEndsAt: '2027-02-17T05:59:59.000Z',
  })
  expect(await screen.findByText('The app')).toBeTruthy()
  expect(alertText()).toBe('Pago recibido. ¡Gracias!')
  act(() => setSlimAlert('Ahora estas conectado.', 'success'))
  expect(alertText()).toBe('Pago recibido. ¡Gracias!')
})

test('a prepaid period that is paid on while one looks is thanked for too', async () => {
  const { told } = open('active', { payment: true, paymentStatus: 'active', allowedActions: ['pay'] }, [OXXO])
  await screen.findByRole('heading', { name: 'Paga en OXXO' })
  told.allowedActions = []
  expect(await screen.findByText('The app')).toBeTruthy()
  await waitFor(() => expect(alertText()).toBe('Pago recibido. ¡Gracias!'))
})

test('who comes here with nothing to wait for is led on without a word', async () => {
  open('active', { payment: true, paymentStatus: 'active' })
  expect(await screen.findByText('The app')).toBeTruthy()
  expect(useStore.getState().alert.status).toBe(false)
})
