import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'

/**
 * Which of a person's sessions end with their process (product §6): their own that stand or wait and have not begun.
 * Those of a group go on without them.
 */
export function endingWith<S extends Pick<SessionListItem, 'type' | 'status' | 'startsAt'>>(
  sessions: readonly S[],
  now: EpochMs,
): S[] {
  return sessions.filter(
    ({ type, status, startsAt }) => type === 'Client' && STANDS.has(status) && fromIso(startsAt) > now,
  )
}

const STANDS: ReadonlySet<SessionListItem['status']> = new Set(['requested', 'proposed', 'confirmed'])
