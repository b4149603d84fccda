import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { givePassword, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { Component } from './UnpaidScreen.tsx'

// @spec P.334
test('a coach who has not paid is offered their data (product §1 D6)', async () => {
  signInCoach()
  givePassword()
  const mine = {
    payment: false,
    paymentStatus: 'cancelled',
    planId: null,
    periodEndsAt: null,
    allowedActions: [],
  }
  answerCalls({
    'GET /v1/payment/me': { body: mine },
    'GET /v1/payment/plans': { body: { plans: [], methods: ['card'], provider: 'sandbox' } },
    'GET /v1/payment/ledger': { body: { data: [] } },
    'GET /v1/payment/waiting': { body: { vouchers: [], balance: null, retryAt: null } },
    'GET /v1/user/:userId/export': { body: { export: null } },
  })
  show(<Component />)
  expect(await screen.findByText('Descargar mis datos')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Preparar mis datos' }))
  expect(await screen.findByRole('dialog', { name: '¿Preparar una copia de tus datos?' })).toBeTruthy()
})
