import type { EpochMs } from '#time/clock.ts'

/**
 * Whether a sign-in token has run out (spec §4): its `exp` (seconds) is earlier than now, is missing, or cannot be
 * read. The signature is the server's business; a forged one gets a person no further than an empty screen.
 */
export function isTokenExpired(token: string, now: EpochMs): boolean {
  const exp = numberIn(token, 'exp')
  return exp === null || exp * 1000 < now
}

/** Whether two tokens belong to one sign-in: a renewed one names the same, one of another space another (product §1 D19). */
export function isSameSignIn(one: string, other: string): boolean {
  if (one === other) return true
  const signIn = claimsOf(one)?.['sid']
  return typeof signIn === 'string' && claimsOf(other)?.['sid'] === signIn
}

/** Whether a token is of the same sign-in as another and was issued after it (`iat`): a renewal. */
export function isNewer(token: string, than: string): boolean {
  return isSameSignIn(token, than) && (numberIn(token, 'iat') ?? 0) > (numberIn(than, 'iat') ?? 0)
}

function numberIn(token: string, claim: 'exp' | 'iat'): number | null {
  const value = claimsOf(token)?.[claim]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function claimsOf(token: string): Record<string, unknown> | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims !== null ? Object.fromEntries(Object.entries(claims)) : null
  } catch {
    return null
  }
}
