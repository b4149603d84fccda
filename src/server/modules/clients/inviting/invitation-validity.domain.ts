import { DAY_MS, epochMs, type EpochMs } from '#time/clock.ts'

/** How long an invitation is open after it was last sent (product §4). */
export const INVITATION_MS = 14 * DAY_MS

/** Invitations sent at this instant or earlier have expired at `now`. */
export function expiredSince(now: EpochMs): EpochMs {
  return epochMs(now - INVITATION_MS)
}
