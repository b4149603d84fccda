import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { show } from '#test/support/web/show.tsx'
import { ResidenceFields } from './ResidenceFields.tsx'

const countries = {
  data: [
    { name: { common: 'Japan' }, cca2: 'JP', timezones: ['Asia/Tokyo'] },
    { name: { common: 'Mexico' }, cca2: 'MX', timezones: ['America/Mexico_City'] },
  ],
  total: 2,
}

const fields = {
  field: () => ({}) as never,
  state: () => ({ 'error': undefined, 'aria-invalid': undefined, 'wrapperProps': {} }) as const,
  formError: undefined,
}

function open({ lockedZone, values = { country: 'Mexico', timezone: 'America/Mexico_City' } }: Opened = {}) {
  const setValue = vi.fn()
  const form = { watch: (name: 'country' | 'timezone') => values[name], setValue }
  show(<ResidenceFields form={form} fields={fields} lockedZone={lockedZone} />)
  return { set: () => setValue.mock.calls.map(([name, value]) => [name, value]) }
}
type Opened = { lockedZone?: string; values?: { country: string; timezone: string } }

const countryField = () => screen.getByLabelText<HTMLSelectElement>(/País/)
const zoneField = () => screen.getByLabelText<HTMLSelectElement>(/Zona horaria/)

beforeEach(() => {
  answerCalls({ 'GET /v1/countries': { body: countries } })
})

// @spec 2.32
test('choosing a country clears the zone', async () => {
  const { set } = open()
  await screen.findByRole('option', { name: 'Japón' })
  fireEvent.change(countryField(), { target: { value: 'Japan' } })
  expect(set()).toEqual([
    ['country', 'Japan'],
    ['timezone', ''],
  ])
})

test('a zone that cannot be changed here is disabled with its reason, and survives another country', async () => {
  const { set } = open({ lockedZone: 'La cambia quien usa la cuenta.' })
  await screen.findByRole('option', { name: 'Japón' })
  expect(zoneField().disabled).toBe(true)
  const reason = screen.getByText('La cambia quien usa la cuenta.')
  expect(zoneField().getAttribute('aria-describedby')?.split(' ')).toContain(reason.id)
  fireEvent.change(countryField(), { target: { value: 'Japan' } })
  expect(set()).toEqual([['country', 'Japan']])
})

test('the country’s own zones come first, under its name', async () => {
  open()
  await screen.findByRole('option', { name: 'Japón' })
  const [own] = zoneField().querySelectorAll('optgroup')
  expect(own?.label).toBe('En México')
  expect([...own!.querySelectorAll('option')].map(({ value }) => value)).toEqual(['America/Mexico_City'])
})

// @spec 8.8
test('without the countries the chosen one stays, and the failure is only logged', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  answerCalls({ 'GET /v1/countries': refusal('request.invalid', 422) })
  open()
  await waitFor(() => expect(logged).toHaveBeenCalled())
  expect(countryField().value).toBe('Mexico')
  expect([...countryField().options].map(({ value }) => value)).toEqual(['Mexico'])
})
