import { describe, expect, test } from 'vitest'
import type { AuthSessionId, UserId } from '#contract/values.ts'
import { HOUR_MS, MINUTE_MS, epochMs, fromIso } from '#time/clock.ts'
import { createTokens } from './tokens.ts'

const SECRET = 'a-secret-of-more-than-thirty-two-characters'
const issuedAt = fromIso('2027-02-02T15:00:00.000Z')
const claims = {
  userId: '01890000-0000-7000-8000-000000000001' as UserId,
  authSessionId: '01890000-0000-7000-8000-000000000002' as AuthSessionId,
  issuedAt,
  expiresAt: epochMs(issuedAt + HOUR_MS),
}
const at = (ms: number) => epochMs(issuedAt + ms)

describe('sign-in tokens', () => {
  test('have the signed claims, every time they are verified', async () => {
    const tokens = createTokens(SECRET)
    const token = await tokens.sign(claims)
    expect(await tokens.verify(token, at(0))).toEqual(claims)
    expect(await tokens.verify(token, at(1))).toEqual(claims)
  })

  // A token seen before is read from a cache, a new one by its signature: both have to check the time.
  test.each([
    ['seen before', true],
    ['new', false],
  ])(
    'expire a minute after their end and are valid from a minute before their start, %s',
    async (_, seen) => {
      const tokens = createTokens(SECRET)
      const token = await tokens.sign(claims)
      if (seen) await tokens.verify(token, at(0))
      // The clocks of two servers may differ by this much.
      expect(await tokens.verify(token, at(HOUR_MS + MINUTE_MS - 1))).toEqual(claims)
      expect(await tokens.verify(token, at(-MINUTE_MS))).toEqual(claims)
      const later = seen ? tokens : createTokens(SECRET)
      expect(await later.verify(token, at(HOUR_MS + MINUTE_MS))).toBeUndefined()
      const earlier = seen ? tokens : createTokens(SECRET)
      expect(await earlier.verify(token, at(-MINUTE_MS - 1))).toBeUndefined()
    },
  )

  test('are refused when edited or signed by another server, also next to a valid one', async () => {
    const tokens = createTokens(SECRET)
    const token = await tokens.sign(claims)
    expect(await tokens.verify(token, at(0))).toBeDefined()
    const [header, payload, signature] = token.split('.')
    const other = Buffer.from(JSON.stringify({ sub: claims.userId, sid: claims.userId })).toString(
      'base64url',
    )
    expect(await tokens.verify(`${header}.${other}.${signature}`, at(0))).toBeUndefined()
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
    expect(await tokens.verify(`${none}.${payload}.`, at(0))).toBeUndefined()
    const foreign = await createTokens(`another-${SECRET}`).sign(claims)
    expect(await tokens.verify(foreign, at(0))).toBeUndefined()
  })
})
