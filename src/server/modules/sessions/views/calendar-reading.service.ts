import type { ClientId, SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { Deps } from '#server/deps.ts'
import type { CoachScope, Scope } from '#server/policy/scope.ts'
import {
  type CalendarSessionRow,
  findCalendarSession,
  findNextSession,
  listForFeed,
} from './calendar-reading.repository.ts'

/** A session's data for a calendar file; undefined if it is not in the scope. */
export function calendarSession(
  deps: Deps,
  scope: Scope,
  id: SessionId,
): Promise<CalendarSessionRow | undefined> {
  return findCalendarSession(deps.db, scope, id)
}

/** The next confirmed session of one client; undefined without one. */
export function nextSessionOf(
  deps: Deps,
  scope: CoachScope,
  clientId: ClientId,
): Promise<CalendarSessionRow | undefined> {
  return findNextSession(deps.db, scope, clientId, deps.clock.now())
}

/** The sessions of the scope's feed, by start. */
export function sessionsForFeed(
  deps: Deps,
  scope: Scope,
  window: { from: EpochMs; to: EpochMs; calledOffSince: EpochMs },
): Promise<CalendarSessionRow[]> {
  return listForFeed(deps.db, scope, window)
}
