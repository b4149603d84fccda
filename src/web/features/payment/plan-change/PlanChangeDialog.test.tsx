import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { useStore } from '#web/store/store.ts'
import { PlanChangeDialog } from './PlanChangeDialog.tsx'

beforeEach(signInCoach)

const PREVIEW = {
  dueNow: { amountMinor: 359_250, currency: 'MXN' },
  creditMinor: 0,
  next: { at: '2028-02-10T15:00:00.000Z', amountMinor: 399_000, currency: 'MXN' },
}
const MINE = { payment: true, paymentStatus: 'active', planId: 'yearly', renewsAs: 'yearly' }

type Answers = Parameters<typeof answerCalls>[0]

async function open(answers: Answers, plans: ['yearly'] | ['monthly', 'yearly'] = ['yearly']) {
  const sent = answerCalls({
    'GET /v1/payment/plan-change': { body: PREVIEW },
    'POST /v1/payment/plan-change': { body: { ...MINE, periodEndsAt: null, allowedActions: [] } },
    ...answers,
  })
  const onClose = vi.fn<() => void>()
  show(<PlanChangeDialog plans={plans} onClose={onClose} />)
  const dialog = within(await screen.findByRole('dialog', { name: '¿Cambiar de plan?' }))
  return { sent, onClose, dialog, accept: () => dialog.getByRole('button', { name: 'Cambiar de plan' }) }
}

test('says what is paid now and next, and when, before it can be accepted', async () => {
  const preview = Promise.withResolvers<{ body: typeof PREVIEW }>()
  const { sent, onClose, dialog, accept } = await open({ 'GET /v1/payment/plan-change': preview.promise })
  expect(accept()).toHaveProperty('disabled', true)
  preview.resolve({ body: PREVIEW })
  expect(await dialog.findByText('$3,592.50 MXN')).toBeTruthy()
  expect(dialog.getByText('$3,990 MXN')).toBeTruthy()
  expect(dialog.getByText('10 de febrero de 2028')).toBeTruthy()
  expect(dialog.queryByText('Te queda a favor')).toBeNull()
  fireEvent.click(accept())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toContainEqual({ route: 'POST /v1/payment/plan-change', body: { planId: 'yearly' } })
  expect(useStore.getState().alert).toMatchObject({
    msg: 'Listo: ahora tienes el plan Anual.',
    type: 'success',
  })
  // Its own preview is not asked for again: it would be refused by now.
  expect(sent.filter(({ route }) => route === 'GET /v1/payment/plan-change')).toHaveLength(1)
})

test('what is left of the old plan beyond that is said', async () => {
  const { dialog } = await open({
    'GET /v1/payment/plan-change': {
      body: { ...PREVIEW, dueNow: { amountMinor: 0, currency: 'MXN' }, creditMinor: 312_500 },
    },
  })
  expect(await dialog.findByText('$0 MXN')).toBeTruthy()
  expect(dialog.getByText('$3,125 MXN')).toBeTruthy()
})

test.each(['payment.provider_refused', 'payment.provider_away'])(
  '%s is said in the dialog, which stays for another try',
  async (code) => {
    const { onClose, dialog, accept } = await open({ 'POST /v1/payment/plan-change': refusal(code, 422) })
    await dialog.findByText('$3,592.50 MXN')
    fireEvent.click(accept())
    expect(await dialog.findByText(`Refused: ${code}`)).toBeTruthy()
    expect(onClose).not.toHaveBeenCalled()
    await waitFor(() => expect(accept()).toHaveProperty('disabled', false))
    expect(useStore.getState().alert.status).toBe(false)
  },
)

test('amounts that cannot be had are asked for again, and nothing is accepted without them', async () => {
  const { dialog, accept } = await open({
    'GET /v1/payment/plan-change': refusal('payment.plan_unchangeable'),
  })
  expect(await dialog.findByText('Refused: payment.plan_unchangeable')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Reintentar' })).toBeTruthy()
  expect(accept()).toHaveProperty('disabled', true)
})

test('of several plans one is chosen, and its amounts are shown', async () => {
  const { sent, dialog, accept } = await open(
    {
      'GET /v1/payment/plan-change': (url) => ({
        body: url.includes('yearly')
          ? PREVIEW
          : { ...PREVIEW, dueNow: { amountMinor: 100, currency: 'MXN' } },
      }),
    },
    ['monthly', 'yearly'],
  )
  expect(await dialog.findByText('$1 MXN')).toBeTruthy()
  fireEvent.click(dialog.getByRole('radio', { name: 'Anual' }))
  expect(await dialog.findByText('$3,592.50 MXN')).toBeTruthy()
  fireEvent.click(accept())
  await waitFor(() =>
    expect(sent).toContainEqual({ route: 'POST /v1/payment/plan-change', body: { planId: 'yearly' } }),
  )
})
