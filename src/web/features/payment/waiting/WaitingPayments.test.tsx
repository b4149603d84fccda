import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show, shown } from '#test/support/web/show.tsx'
import { barsOf } from './code-128.ts'
import { inFours } from './grouped.ts'
import { WaitingPayments } from './WaitingPayments.tsx'

beforeEach(signInCoach)

const OF_BOTH = {
  planId: 'monthly',
  amountMinor: 39_900,
  currency: 'MXN',
  pageUrl: 'https://provider.example/voucher',
}
const OXXO = {
  ...OF_BOTH,
  method: 'oxxo',
  checkoutId: 'c1',
  issuedAt: '2027-02-04T15:00:00.000Z',
  reference: '12345678901234',
  expiresAt: '2027-02-08T05:59:00.000Z',
}
const SPEI = {
  ...OF_BOTH,
  method: 'spei',
  checkoutId: 'c2',
  issuedAt: '2027-02-05T15:00:00.000Z',
  clabe: '646180111812345678',
  bank: 'STP',
  reference: 'NORTE42',
  remainingMinor: 39_900,
  waitsUntil: '2027-02-12T15:00:00.000Z',
}

const UNPAID = {
  payment: false,
  paymentStatus: 'none',
  planId: null,
  periodEndsAt: null,
  renewsAs: null,
  allowedActions: ['pay'],
}

function open(waiting: object, provider = 'stripe', mine: object = {}) {
  const sent = answerCalls({
    'GET /v1/payment/waiting': { body: { vouchers: [], balance: null, retryAt: null, ...waiting } },
    'GET /v1/payment/plans': { body: { plans: [], methods: ['card'], provider } },
    'GET /v1/payment/me': { body: { ...UNPAID, ...mine } },
  })
  return { sent, ...show(<WaitingPayments />) }
}

/** The value beside a term. */
const valueOf = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent

test('a voucher of OXXO: amount, until when, the number in fours and its barcode', async () => {
  const { container } = open({ vouchers: [OXXO] })
  expect(await screen.findByRole('heading', { name: 'Paga en OXXO' })).toBeTruthy()
  expect(screen.getByText('$399 MXN')).toBeTruthy()
  expect(screen.getByText('Paga antes del domingo 7 de febrero, 23:59 h.')).toBeTruthy()
  expect(valueOf('Referencia')).toBe('1234 5678 9012 34')
  const bars = container.querySelector('svg path[d^="M10 0"]')?.getAttribute('d') ?? ''
  // The bars and not the spaces between them: every other width.
  expect(bars.match(/M/g)).toHaveLength(Math.ceil(barsOf(OXXO.reference)!.length / 2))
  const link = screen.getByRole('link', { name: 'Ver la ficha' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([OXXO.pageUrl, '_blank'])
  expect(screen.queryByText(/Modo de prueba/)).toBeNull()
})

test('a transfer: all that a bank asks for, without spaces when copied', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  open({ vouchers: [SPEI] })
  await screen.findByRole('heading', { name: /SPEI/ })
  expect(valueOf('CLABE')).toBe('6461 8011 1812 3456 78')
  expect(valueOf('Banco')).toBe('STP')
  expect(valueOf('Referencia')).toBe('NORTE42')
  expect(screen.queryByText(/Recibimos/)).toBeNull()
  expect(
    screen.getByText('Transfiere antes del viernes 12 de febrero. Si llega después, también cuenta.'),
  ).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Copiar: CLABE' }))
  expect(await screen.findByText('Copiado.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Copiar: Monto' }))
  await waitFor(() => expect(writeText.mock.calls).toEqual([['646180111812345678'], ['399.00']]))
})

test('where a browser refuses to copy, it is said', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: () => Promise.reject(new Error()) } })
  open({ vouchers: [SPEI] })
  fireEvent.click(await screen.findByRole('button', { name: 'Copiar: CLABE' }))
  expect(await screen.findByText(/cópialo a mano/)).toBeTruthy()
})

test('of a transfer that came in part, what is still missing', async () => {
  open({ vouchers: [{ ...SPEI, remainingMinor: 9_900, waitsUntil: null }] })
  expect(await screen.findByText('Recibimos $300 MXN; faltan $99 MXN.')).toBeTruthy()
  expect(valueOf('Monto')).toBe('$99 MXN')
  expect(screen.queryByText(/Transfiere antes/)).toBeNull()
})

test('the last one is the first, and what was paid too much is said', async () => {
  open({ vouchers: [OXXO, SPEI], balance: { amountMinor: 10_050, currency: 'MXN' } })
  await screen.findByText(/Tienes \$100\.50 MXN a favor/)
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Paga por transferencia (SPEI)',
    'Paga en OXXO',
  ])
})

test('in test mode nothing is to be paid', async () => {
  const { container } = open({ vouchers: [OXXO] }, 'sandbox')
  expect(await within(container).findByText(/Modo de prueba: no pagues nada/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver la ficha' }).getAttribute('target')).toBeNull()
})

test('what is paid already says that this would be one more', async () => {
  const { container } = open({ vouchers: [SPEI] }, 'stripe', { paymentStatus: 'active', allowedActions: [] })
  expect(await within(container).findByText(/se suma otro periodo/)).toBeTruthy()
})

// @spec P.292
test('where another way can still be chosen, it says that each payment counts', async () => {
  const { container } = open({ vouchers: [OXXO] }, 'stripe', {
    paymentStatus: 'pending',
    allowedActions: ['pay'],
  })
  expect(await within(container).findByText(/Paga de una sola forma/)).toBeTruthy()
  expect(within(container).queryByText(/ya está pagado/)).toBeNull()
})

test('where nothing waits there is nothing', async () => {
  const { sent, container } = open({})
  await waitFor(() => expect(sent).toHaveLength(3))
  await shown()
  expect(container.querySelector('section')).toBeNull()
})

test.each([
  ['1234', '1234'],
  ['12345', '1234 5'],
  ['12345678', '1234 5678'],
  ['', ''],
])('%j is read out as %j', (digits, grouped) => {
  expect(inFours(digits)).toBe(grouped)
})
