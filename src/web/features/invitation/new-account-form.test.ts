import { expect, test } from 'vitest'
import { schemaResolver } from '#web/widgets/forms/form-model.ts'
import { NewAccountForm, type NewAccountValues, emptyAccount } from './new-account-form.ts'

const resolver = schemaResolver(NewAccountForm)
const good: NewAccountValues = {
  ...emptyAccount('America/Mexico_City', null),
  password: 'barco de papel azul',
  repeated: 'barco de papel azul',
  acceptTerms: true,
  acceptPrivacy: true,
}

async function messages(values: NewAccountValues): Promise<Record<string, unknown>> {
  const { errors } = await resolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]))
}

test('a filled form is accepted', async () => {
  expect(await messages(good)).toEqual({})
})

test('an empty form asks for the password, twice, and for both acceptances', async () => {
  expect(await messages(emptyAccount('America/Mexico_City', 'Puebla'))).toEqual({
    password: 'required',
    repeated: 'required',
    acceptTerms: 'acceptance_required',
    acceptPrivacy: 'acceptance_required',
  })
})

test('different passwords are an error even while boxes are unticked', async () => {
  expect(await messages({ ...good, repeated: 'barco de papel rojo', acceptTerms: false })).toEqual({
    repeated: 'passwords_differ',
    acceptTerms: 'acceptance_required',
  })
})

test('a short password, a cleared zone and an unknown one are errors', async () => {
  expect(await messages({ ...good, password: 'corta', repeated: 'corta' })).toEqual({
    password: 'password_weak',
  })
  expect(await messages({ ...good, timezone: '' })).toEqual({ timezone: 'required' })
  expect(await messages({ ...good, timezone: 'America/Nowhere' })).toEqual({ timezone: 'timezone_invalid' })
})
