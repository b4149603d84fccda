import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { showAt } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import GraceBanner from './GraceBanner.tsx'

beforeEach(signInCoach)

const ENDED = '2027-03-02T15:00:00.000Z'

function open(mine: object, retryAt: string | null = null, at = '/dashboard') {
  answerCalls({
    'GET /v1/payment/me': {
      body: {
        payment: true,
        paymentStatus: 'pastDue',
        planId: 'monthly',
        periodEndsAt: ENDED,
        renewsAs: null,
        allowedActions: [],
        ...mine,
      },
    },
    'GET /v1/payment/waiting': { body: { vouchers: [], balance: null, retryAt } },
  })
  return openAt(at)
}

const openAt = (at: string) =>
  showAt(
    at,
    <Suspense>
      <GraceBanner />
      <p>The screen</p>
    </Suspense>,
  )

test('a prepaid period that ended: since when, and until when the account stays open', async () => {
  setNow('2027-03-02T16:00:00.000Z')
  open({})
  expect(
    await screen.findByText(
      'Tu periodo pagado terminó el 2 de marzo. Tu cuenta sigue abierta hasta el 16 de marzo.',
    ),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver mi pago' }).getAttribute('href')).toBe('/profile/payment')
})

test('a card that was refused: when it is tried again', async () => {
  setNow('2027-03-02T17:00:00.000Z')
  open({ renewsAs: 'monthly' }, '2027-03-05T15:00:00.000Z')
  expect(
    await screen.findByText(/^No pudimos cobrar tu tarjeta\. Intentaremos de nuevo el 5 de marzo\./),
  ).toBeTruthy()
})

test('a card that is refused for good', async () => {
  setNow('2027-03-09T17:00:00.000Z')
  open({ renewsAs: 'monthly' })
  expect(await screen.findByText(/^No pudimos cobrar tu tarjeta\. Tu cuenta sigue abierta/)).toBeTruthy()
})

test.each([
  ['while a card is being charged', { renewsAs: 'monthly' }, '/dashboard'],
  ['once it is paid', { paymentStatus: 'active' }, '/dashboard'],
  ['on the screen that says it itself', {}, '/profile/payment'],
])('nothing is said %s', async (_, mine, at) => {
  setNow('2027-03-02T16:00:00.000Z')
  open(mine, null, at)
  expect(await screen.findByText('The screen')).toBeTruthy()
  expect(screen.queryByText(/hasta el/)).toBeNull()
})

test('without an answer of the server the screen comes without it', async () => {
  answerCalls({ 'GET /v1/payment/waiting': refusal('server.error', 500) })
  openAt('/dashboard')
  expect(await screen.findByText('The screen')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
