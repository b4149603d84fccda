import { describe, expect, test } from 'vitest'
import type { ClientId, UserId } from '#contract/values.ts'
import { type IdentityFacts, arrival, cleanName, isNewcomer, isOwnPath, wayOf } from './identities.domain.ts'

const nobody: IdentityFacts = { emailVerified: true, known: false, account: undefined, invited: false }

describe('where an identity leads (product §3, §1 D2)', () => {
  test.each<[Partial<IdentityFacts>, ReturnType<typeof wayOf>]>([
    [{}, 'register'],
    [{ invited: true }, 'invitation'],
    [{ account: { hasIdentity: false } }, 'link'],
    [{ account: { hasIdentity: false }, invited: true }, 'link'],
    [{ account: { hasIdentity: true } }, 'auth.google_elsewhere'],
    [{ known: true }, 'signIn'],
    [{ known: true, emailVerified: false, invited: true }, 'signIn'],
    [{ emailVerified: false }, 'auth.google_unverified'],
    [{ emailVerified: false, invited: true }, 'auth.google_unverified'],
    [{ emailVerified: false, account: { hasIdentity: false } }, 'auth.google_unverified'],
    [{ emailVerified: false, account: { hasIdentity: true } }, 'auth.google_unverified'],
  ])('%j → %s', (change, way) => {
    expect(wayOf({ ...nobody, ...change })).toBe(way)
  })

  test('creates an account on two of the ways', () => {
    expect((['signIn', 'link', 'invitation', 'register'] as const).filter(isNewcomer)).toEqual([
      'invitation',
      'register',
    ])
  })
})

describe('a path to continue at', () => {
  test.each(['/', '/clients', '/clients?status=active#x', '/sessions/1/Client', '/a//b'])(
    'may be %j',
    (text) => {
      expect(isOwnPath(text)).toBe(true)
    },
  )
  test.each([
    '',
    'clients',
    '//evil.example',
    '/\\evil.example',
    '/a\\b',
    'https://a.mx',
    '/\n/a',
    '/a\u0000',
  ])('may not be %j', (text) => {
    expect(isOwnPath(text)).toBe(false)
  })
})

describe('where a flow ends', () => {
  const none = { returnTo: null, linkUserId: null, invitationClientId: null }
  const userId = '01890000-0000-7000-8000-000000000001' as UserId
  const clientId = '01890000-0000-7000-8000-000000000002' as ClientId
  const ticket = { ticket: 'abc', isNew: false }

  test.each([
    [none, ticket, '/#google=abc&new=0'],
    [none, { ...ticket, isNew: true }, '/#google=abc&new=1'],
    [{ ...none, returnTo: '/clients?a=1' }, ticket, '/#google=abc&new=0&to=%2Fclients%3Fa%3D1'],
    [undefined, { error: 'expired' as const }, '/#google_error=expired'],
    [{ ...none, linkUserId: userId }, { linked: true as const }, '/profile/account#google=linked'],
    [{ ...none, linkUserId: userId }, { error: 'other' as const }, '/profile/account#google_error=other'],
    [
      { ...none, invitationClientId: clientId },
      { ...ticket, linkToken: 'xyz' },
      `/invitation/${clientId}#google=abc&new=0&t=xyz`,
    ],
    [{ ...none, invitationClientId: clientId }, { error: 'cancelled' as const }, '/#google_error=cancelled'],
  ])('%j, %j → %s', (aim, end, address) => {
    expect(arrival(aim, end)).toBe(address)
  })
})

test('names are one line, and fit in an account', () => {
  expect(cleanName('  Ana\r\nBcc: x\u0000 ', 60)).toBe('Ana Bcc: x')
  expect(cleanName('a'.repeat(100), 60)).toHaveLength(60)
  expect(cleanName('Nu\u0301n\u0303ez', 60)).toBe('Núñez')
  expect(cleanName('\u202EAna\u2066 Luz\u2028', 60)).toBe('Ana Luz')
  expect(cleanName('', 60)).toBe('')
})
