import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'

/**
 * The sessions of a client that are cancelled with their process (product §6): individual ones that are confirmed or
 * pending and have not begun. Group sessions continue.
 */
export function endingWith<S extends Pick<SessionListItem, 'type' | 'status' | 'startsAt'>>(
  sessions: readonly S[],
  now: EpochMs,
): S[] {
  return sessions.filter(
    ({ type, status, startsAt }) => type === 'Client' && TAKES_TIME.has(status) && fromIso(startsAt) > now,
  )
}

const TAKES_TIME: ReadonlySet<SessionListItem['status']> = new Set(['requested', 'proposed', 'confirmed'])
