import { expect, test } from 'vitest'
import { epochMs } from '#time/clock.ts'
import { isNewer, isSameSignIn, isTokenExpired } from './token.ts'

const now = epochMs(1_800_000_000_000)
const seconds = now / 1000

const jwt = (claims: unknown) =>
  ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'signature'].join('.')

// @spec 4.9
test('a token counts as expired when its exp is earlier than now (spec §4)', () => {
  expect(isTokenExpired(jwt({ exp: seconds - 1 }), now)).toBe(true)
  expect(isTokenExpired(jwt({ exp: seconds }), now)).toBe(false)
  expect(isTokenExpired(jwt({ exp: seconds + 1 }), now)).toBe(false)
})

// @spec 4.9
test.each([
  ['no exp', jwt({ sub: 'x' })],
  ['exp of another type', jwt({ exp: String(seconds + 60) })],
  ['a payload that is no object', jwt(null)],
  ['no JSON', `e30.${Buffer.from('nonsense').toString('base64url')}.x`],
  ['no base64', 'a.%%%.c'],
  ['no dots', 'token'],
  ['nothing', ''],
])('a token with %s counts as expired (spec §4)', (_, token) => {
  expect(isTokenExpired(token, now)).toBe(true)
})

test('a payload in base64url with its own letters is read', () => {
  // "ÿÿ>" encodes to characters that differ between base64 and base64url.
  const token = jwt({ exp: seconds + 60, name: 'ÿÿ>?ñ' })
  expect(isTokenExpired(token, now)).toBe(false)
})

test('tokens belong to one sign-in if both name it', () => {
  expect(isSameSignIn(jwt({ sid: 'a', exp: 1 }), jwt({ sid: 'a', exp: 2 }))).toBe(true)
  expect(isSameSignIn(jwt({ sid: 'a' }), jwt({ sid: 'b' }))).toBe(false)
  expect(isSameSignIn('same', 'same')).toBe(true)
  expect(isSameSignIn('one', 'other')).toBe(false)
  expect(isSameSignIn(jwt({}), jwt({ exp: 1 }))).toBe(false)
})

test('a token is newer than one of the same sign-in that was issued before it', () => {
  const first = jwt({ sid: 'a', iat: seconds, exp: seconds + 60 })
  // Near the end of a sign-in a renewed token expires when the previous one did.
  const renewed = jwt({ sid: 'a', iat: seconds + 1, exp: seconds + 60 })
  expect([isNewer(renewed, first), isNewer(first, renewed), isNewer(first, first)]).toEqual([
    true,
    false,
    false,
  ])
  expect(isNewer(jwt({ sid: 'b', iat: seconds + 1 }), first)).toBe(false)
})
