import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { Ledger } from './Ledger.tsx'

beforeEach(signInCoach)

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
}

test('a trial has begun with a card only where nothing is paid', async () => {
  const card = { ...LINE, cause: 'trialBegan', amountMinor: null, currency: null, hasReceipt: false }
  answerCalls({
    'GET /v1/payment/ledger': { body: { data: [card, { ...card, id: 'a', paymentStatus: 'trial' }] } },
  })
  show(<Ledger />)
  const [kept, tried] = await screen.findAllByRole('listitem')
  expect(kept?.textContent).toContain('Tarjeta registrada')
  expect(tried?.textContent).toContain('Empezó tu prueba')
})

test('a payment with a receipt has a button for it, and nothing else has', async () => {
  const sent = answerCalls({
    'GET /v1/payment/ledger': {
      body: {
        data: [
          { ...LINE, id: 'b', cause: 'refunded', hasReceipt: false },
          { ...LINE, hasReceipt: true },
          // As a server of the release before answers.
          { ...LINE, id: 'a' },
        ],
      },
    },
  })
  show(<Ledger />)
  expect(await screen.findAllByRole('listitem')).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: 'Recibo del 2 de febrero de 2027' }))
  await waitFor(() => expect(sent.at(-1)?.route).toBe(`GET /v1/payment/receipt/${LINE.id}`))
})
