import { DAY_MS, HOUR_MS, type EpochMs, epochMs } from '#time/clock.ts'

/** The lifetime of a token, and the age at which it is renewed on use (product §1 D15). */
const TOKEN_MS = 7 * DAY_MS
const RENEW_AFTER_MS = 24 * HOUR_MS

/** A sign-in ends after this time without use, and this time after it began (product §1 D15). */
export const IDLE_MS = 7 * DAY_MS
export const LONGEST_MS = 30 * DAY_MS

/** When a token made at `now` expires: after 7 days, and never later than its sign-in (product §1 D15). */
export function tokenEnd(now: EpochMs, signedInAt: EpochMs): EpochMs {
  return epochMs(Math.min(now + TOKEN_MS, signedInAt + LONGEST_MS))
}

/**
 * Whether a token in use is replaced by a new one: once it is older than 24 hours (product §1 D15). A shorter one is
 * replaced after half its life: earlier versions made tokens of 24 hours, which would otherwise never be renewed.
 */
export function isDueForRenewal(
  { issuedAt, expiresAt }: { issuedAt: EpochMs; expiresAt: EpochMs },
  now: EpochMs,
): boolean {
  return now - issuedAt > Math.min(RENEW_AFTER_MS, (expiresAt - issuedAt) / 2)
}
