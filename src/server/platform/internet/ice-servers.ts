import { createHmac } from 'node:crypto'
import type { IceServer } from '#contract/video/calls.ts'
import type { MembershipId } from '#contract/values.ts'
import { type EpochMs, HOUR_MS } from '#time/clock.ts'

export type IceSettings = {
  stunUrls: readonly string[]
  turnUrls: readonly string[]
  /** Shared with the TURN server; undefined without one. */
  turnSecret: string | undefined
}

/** How long the credentials of TURN are good: longer than the longest session, because a relay is kept by them. */
const CREDENTIAL_HOURS = 12

/**
 * The servers for one person. The credentials of TURN are made for them and end by themselves: a name with the time of its
 * end, in seconds, and an HMAC of it (coturn's `use-auth-secret`, draft-uberti-behave-turn-rest-00).
 */
export function iceServersOf(
  { stunUrls, turnUrls, turnSecret }: IceSettings,
  person: MembershipId,
  now: EpochMs,
): IceServer[] {
  const stun = stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : []
  if (turnUrls.length === 0 || turnSecret === undefined) return stun
  const endsAt = Math.floor((now + CREDENTIAL_HOURS * HOUR_MS) / 1000)
  const username = `${endsAt}:${person}`
  const credential = createHmac('sha1', turnSecret).update(username).digest('base64')
  return [...stun, { urls: [...turnUrls], username, credential }]
}
