import type { EpochMs } from '#time/clock.ts'

/**
 * Whether a sign-in token has run out (spec §4): its `exp` (seconds) is earlier than now, is missing, or cannot be
 * read. The signature is the server's business; a forged one gets a person no further than an empty screen.
 */
export function isTokenExpired(token: string, now: EpochMs): boolean {
  const exp = expiryOf(token)
  return exp === null || exp * 1000 < now
}

function expiryOf(token: string): number | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null
    return typeof claims.exp === 'number' && Number.isFinite(claims.exp) ? claims.exp : null
  } catch {
    return null
  }
}
