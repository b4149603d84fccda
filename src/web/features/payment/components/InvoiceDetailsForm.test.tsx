import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { InvoiceDetails } from '#contract/payments/invoice-details.ts'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { InvoiceDetailsForm } from './InvoiceDetailsForm.tsx'

beforeEach(signInCoach)

const KEPT: InvoiceDetails = {
  taxId: 'LOAA800101AB1',
  name: 'ANA LÓPEZ ARCE',
  regime: '612',
  use: 'G03',
  postalCode: '06700',
}

const open = async (details: InvoiceDetails | null) => {
  const sent = answerCalls({
    'GET /v1/payment/invoice-details': { body: { details } },
    'PUT /v1/payment/invoice-details': { body: { details: details === null ? KEPT : null } },
  })
  show(<InvoiceDetailsForm />)
  await screen.findByLabelText('RFC')
  return sent
}
const write = (label: string, value: string) => {
  const input = screen.getByLabelText(label)
  fireEvent.change(input, { target: { value } })
  fireEvent.blur(input)
}
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const codesOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole<HTMLOptionElement>('option')
    .map((option) => option.value)
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))

test('a coach writes what their receipts say, with the regimes and uses that fit', async () => {
  const sent = await open(null)
  expect(screen.queryByRole('button', { name: 'Quitar mis datos' })).toBeNull()
  write('RFC', 'loaa800101ab1')
  await waitFor(() => expect(codesOf('Régimen fiscal')).not.toContain('601'))
  write('Régimen fiscal', '605')
  await waitFor(() => expect(codesOf('Uso del CFDI')).toEqual(['', 'S01']))
  write('Régimen fiscal', '612')
  await waitFor(() => expect(codesOf('Uso del CFDI')).toContain('G03'))
  write('Uso del CFDI', 'G03')
  write('Nombre o denominación social', 'ANA LÓPEZ ARCE')
  write('Código postal fiscal', '06700')
  save()
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ route: 'PUT /v1/payment/invoice-details', body: { details: KEPT } }),
  )
})

test('says what is wrong at its field and sends nothing', async () => {
  const sent = await open(null)
  write('RFC', 'LOAA80')
  write('Código postal fiscal', '67')
  expect(await screen.findByText(/Escribe el RFC completo/)).toBeTruthy()
  expect(screen.getByText('El código postal tiene 5 dígitos.')).toBeTruthy()
  save()
  expect(await screen.findAllByText('Campo requerido')).toHaveLength(3)
  expect(sent.filter(({ route }) => route.startsWith('PUT'))).toEqual([])
})

test('a regime that does not fit another RFC any more stays, with its message', async () => {
  const sent = await open(KEPT)
  write('RFC', 'NCO010203AB4')
  save()
  expect(await screen.findByText('Este régimen no corresponde a ese RFC.')).toBeTruthy()
  expect(valueOf('Régimen fiscal')).toBe('612')
  expect(sent.filter(({ route }) => route.startsWith('PUT'))).toEqual([])
})

test('what is kept can be removed as a whole', async () => {
  const sent = await open(KEPT)
  expect(['RFC', 'Régimen fiscal', 'Uso del CFDI', 'Código postal fiscal'].map(valueOf)).toEqual([
    'LOAA800101AB1',
    '612',
    'G03',
    '06700',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Quitar mis datos' }))
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ body: { details: null } }))
  await waitFor(() => expect(['RFC', 'Régimen fiscal', 'Uso del CFDI'].map(valueOf)).toEqual(['', '', '']))
})
