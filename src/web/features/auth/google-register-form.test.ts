import { describe, expect, test } from 'vitest'
import { GoogleRegisterForm, prefilled } from './google-register-form.ts'

const profile = { name: 'Sofía', lastName: 'Ríos', email: 'sofia@correo.example', invitation: null }
const ready = { ...prefilled(profile, 'America/Monterrey'), acceptTerms: true, acceptPrivacy: true }

describe('the registration through Google (product §3)', () => {
  test('is prefilled with the names and the zone, and asks for terms, country and zone', () => {
    expect(ready).toMatchObject({ name: 'Sofía', lastName: 'Ríos', country: 'Mexico' })
    expect(GoogleRegisterForm.safeParse(ready).success).toBe(true)
  })

  test.each([
    ['name', { name: '' }],
    ['lastName', { lastName: 'R' }],
    ['country', { country: '' }],
    ['timezone', { timezone: '' }],
    ['acceptTerms', { acceptTerms: false }],
    ['acceptPrivacy', { acceptPrivacy: false }],
    ['email', { email: 'other@correo.example' }],
  ])('does not go without a good %s', (field, change) => {
    const { error } = GoogleRegisterForm.safeParse({ ...ready, ...change })
    const named = error?.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])],
    )
    expect(named).toEqual([field])
  })
})
