import { OPENS_BEFORE_MINUTES } from '#contract/video/calls.ts'
import type { ClientId } from '#contract/values.ts'
import { type EpochMs, MINUTE_MS } from '#time/clock.ts'

/** Somebody's time in the room of a session; `clientId` is null for the coach. */
export type InCall = { clientId: ClientId | null; joinedAt: EpochMs; leftAt: EpochMs }

/**
 * Those that belong to a session at this start: who only tried the room before it opened, or was in it before the session was
 * moved to this time, does not count.
 */
export function ofSessionAt(stays: readonly InCall[], startsAt: EpochMs): InCall[] {
  return stays.filter(({ leftAt }) => leftAt > startsAt - OPENS_BEFORE_MINUTES * MINUTE_MS)
}

/** When somebody came for the first time and left for the last; undefined if they were never there. */
export function timesOf(
  stays: readonly InCall[],
  clientId: ClientId,
): Pick<InCall, 'joinedAt' | 'leftAt'> | undefined {
  const own = stays.filter((stay) => stay.clientId === clientId)
  if (own.length === 0) return undefined
  return {
    joinedAt: own.map(({ joinedAt }) => joinedAt).reduce((one, other) => (one < other ? one : other)),
    leftAt: own.map(({ leftAt }) => leftAt).reduce((one, other) => (one > other ? one : other)),
  }
}

/** How many minutes, rounded, the coach and at least one client were there together (product §10). */
export function minutesTogether(stays: readonly InCall[]): number {
  // Who is there changes at these instants only.
  const changes = stays
    .flatMap(({ clientId, joinedAt, leftAt }) => {
      const isCoach = clientId === null
      return leftAt > joinedAt
        ? [
            { at: joinedAt, isCoach, by: 1 },
            { at: leftAt, isCoach, by: -1 },
          ]
        : []
    })
    .toSorted((one, other) => one.at - other.at)
  let coaches = 0
  let clients = 0
  let together = 0
  let since = 0
  for (const { at, isCoach, by } of changes) {
    if (coaches > 0 && clients > 0) together += at - since
    since = at
    if (isCoach) coaches += by
    else clients += by
  }
  return Math.round(together / MINUTE_MS)
}
