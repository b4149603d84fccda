import { type EpochMs, MINUTE_MS, epochMs } from '#time/clock.ts'

/** How long a message waits before its reader is told outside the product, and how long one that a browser of theirs has. */
const TOLD_AFTER_MS = 5 * MINUTE_MS
const RECEIVED_TOLD_AFTER_MS = 30 * MINUTE_MS

/** Somebody for whom messages wait: since when, and whether a browser of theirs has the first of them. */
export type Waiting = { since: EpochMs; isReceived: boolean }

/**
 * When somebody is told of messages that wait for them. A person who has the product open sees them there, so they are told
 * later: the tab may be on a screen that nobody looks at.
 */
function toldAt({ since, isReceived }: Waiting): EpochMs {
  return epochMs(since + (isReceived ? RECEIVED_TOLD_AFTER_MS : TOLD_AFTER_MS))
}

/** When to look at a room in which somebody has just written. */
export function lookAt(now: EpochMs): EpochMs {
  return epochMs(now + TOLD_AFTER_MS)
}

/**
 * Who of them is told now, and when to look again for the rest; undefined if nobody is left. Others may be written to
 * meanwhile, for whom no earlier timer is set, so the wait is at most that of a new message.
 */
export function tellNow<Person extends Waiting>(
  waiting: readonly Person[],
  now: EpochMs,
): { told: readonly Person[]; lookAgainAt: EpochMs | undefined } {
  const told = waiting.filter((person) => toldAt(person) <= now)
  const later = waiting.filter((person) => toldAt(person) > now).map(toldAt)
  const lookAgainAt = later.length > 0 ? epochMs(Math.min(lookAt(now), ...later)) : undefined
  return { told, lookAgainAt }
}
