import { describe, expect, test } from 'vitest'
import type { ClientDetail } from '#contract/clients.ts'
import { cleaned, schemaResolver } from '#web/widgets/forms/form-model.ts'
import {
  type ClientForm,
  clientChange,
  clientFormOf,
  clientSchema,
  emptyClient,
  lostInvitation,
  newClientBody,
  newClientSchema,
} from './client-form.ts'

const client = {
  name: 'Mariana',
  lastName: 'Torres',
  email: 'mariana@correo.example',
  role: 'member',
  timezone: 'America/Tijuana',
  whatsapp: '+52 222 123 4567',
  phone: null,
  companyName: null,
  jobOcuppation: 'Gerente',
  country: null,
  city: null,
  startDate: '2027-01-11',
  objective: null,
  tags: ['vip'],
  source: null,
  emergencyContact: null,
  invitedAt: '2027-01-10T10:00:00.000Z',
  allowedActions: ['resendInvitation'],
} as unknown as ClientDetail

const filled: ClientForm = {
  ...emptyClient('America/Mexico_City'),
  name: 'Mariana',
  lastName: 'Torres',
  email: 'mariana@correo.example',
}

async function errorsOf(values: ClientForm) {
  const resolve = schemaResolver(clientSchema)
  const { errors } = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false })
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]))
}

// @spec P.68
describe('the form of a client (product §6)', () => {
  test('name, last name and e-mail are required; the zone is preset', async () => {
    expect(await errorsOf(emptyClient('America/Mexico_City'))).toEqual({
      name: 'required',
      lastName: 'required',
      email: 'required',
    })
    expect(await errorsOf(filled)).toEqual({})
    expect(await errorsOf({ ...filled, timezone: '' })).toEqual({ timezone: 'required' })
  })

  test('says what is wrong with a field, and no more than fifteen tags are taken', async () => {
    const tags = Array.from({ length: 16 }, (_, n) => `etiqueta ${n}`)
    expect(await errorsOf({ ...filled, name: 'M', email: 'mariana', phone: '5'.repeat(41), tags })).toEqual({
      name: 'too_short|minimum=2',
      email: 'email_invalid',
      phone: 'too_long|maximum=40',
      tags: 'too_many|maximum=15',
    })
  })

  test("opens with the client's data, a member as member, empty without data", async () => {
    const form = clientFormOf(client)
    expect(form).toMatchObject({ role: 'member', startDate: '2027-01-11', tags: ['vip'], phone: '' })
    expect(await errorsOf(form)).toEqual({})
  })
})

describe('what is sent', () => {
  test('for a new client: the filled fields', () => {
    expect(newClientBody(newClientSchema.parse(cleaned({ ...filled, tags: ['vip'] })), true)).toEqual({
      name: 'Mariana',
      lastName: 'Torres',
      email: 'mariana@correo.example',
      role: 'client',
      timezone: 'America/Mexico_City',
      tags: ['vip'],
      invite: true,
    })
  })

  test('for an existing client: the changed fields, emptied texts as null', () => {
    const before = clientFormOf(client)
    expect(clientChange(before, { ...before, tags: [...before.tags] })).toEqual({})
    expect(clientChange(before, { ...before, whatsapp: '', phone: '222 123 4567', tags: [] })).toEqual({
      whatsapp: null,
      phone: '222 123 4567',
      tags: [],
    })
  })
})

// product §4: a changed e-mail ends the invitation
test('a new address of an invited person has to be invited again', () => {
  const moved = {
    ...client,
    email: 'otra@correo.example',
    invitedAt: null,
    allowedActions: ['invite'],
  } as ClientDetail
  expect(lostInvitation(client, moved)).toBe(true)
  expect(lostInvitation(client, { ...moved, email: client.email })).toBe(false)
  expect(lostInvitation({ ...client, invitedAt: null }, moved)).toBe(false)
  expect(lostInvitation(client, { ...moved, allowedActions: [] })).toBe(false)
})
