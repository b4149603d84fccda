import type {
  Availability,
  AvailabilityQuery,
  WhyNot,
  getWhyNot as whyNotEndpoint,
} from '#contract/calendar/calendar.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { toWire } from '#contract/values.ts'
import { daysBetween, endOfDay, startOfDay } from '#time/calendar-date.ts'
import { epochMs, fromIso } from '#time/clock.ts'
import { freeSlots } from '#time/slots/slots.ts'
import type { Deps } from '../../deps.ts'
import type { Actor, CoachActor } from '../../policy/actor.ts'
import * as calendarPolicy from '../../policy/calendar.policy.ts'
import { type Scope, scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { MOST_DAYS, daysOf, minutesBetween, offersLength } from './calendars.domain.ts'
import { presentWhyNot } from './calendars.presenter.ts'
import { type Taken, slotRules, withoutSessions } from './taken/taken-time.domain.ts'
import { findCalendarAndTaken, findMoved } from './taken/taken-time.repository.ts'
import { explain } from './why-not.domain.ts'

/**
 * GET: the starts that can be booked, by day of the viewer's zone. Booking one of them succeeds unless something
 * changes meanwhile: it uses the same rules and the same code (product §8). So does moving one of the viewer's sessions
 * there, which is not in its own way.
 * @throws Refusal `coach.not_found`; `session.not_found` for a session to move that is not the viewer's
 */
export async function getAvailability(
  deps: Deps,
  actor: Actor,
  query: AvailabilityQuery,
): Promise<Availability> {
  const { timezone } = actor
  const from = query.from
  const to = query.to
  if (to < from) throw new Refusal('request.invalid', { to: 'range_reversed' })
  if (daysBetween(from, to) >= MOST_DAYS) throw new Refusal('request.invalid', { to: 'range_too_long' })

  const scope = scopeOf(actor)
  const range = { from: startOfDay(from, timezone), to: endOfDay(to, timezone) }
  const { calendar, taken } = found(await findCalendarAndTaken(deps.db, scope, range), 'coach.not_found')
  const moved = await movedOf(deps, scope, query)
  const offered =
    calendarPolicy.can(actor, 'bookAnyLength', actor) ||
    offersLength(calendar, query.duration) ||
    moved?.keepsLength === true
  const rules = slotRules(calendar, moved?.beside(taken) ?? taken, deps.clock.now(), query.duration)
  const starts = offered ? freeSlots({ ...rules, range }).filter((start) => start !== moved?.startsAt) : []
  const days = daysOf(starts, from, to, timezone)
  return {
    timezone,
    days: days.map(({ date, starts }) => ({
      date,
      starts: starts.map((start) => toWire(start)),
    })),
  }
}

/** The session that gets another time, if there is one. A session keeps its length, even if it is not offered any more. */
async function movedOf({ db }: Deps, scope: Scope, { moving, duration }: AvailabilityQuery) {
  if (moving === undefined) return undefined
  const { startsAt, endsAt } = found(await findMoved(db, scope, moving), 'session.not_found')
  const keepsLength = minutesBetween(startsAt, endsAt) === duration
  return {
    keepsLength,
    // With another length its own start is another time.
    startsAt: keepsLength ? startsAt : undefined,
    beside: (taken: Taken) => withoutSessions(taken, [moving]),
  }
}

/** GET: why a start is not offered, and what conflicts with it; by the code that offers starts (product §8). */
export async function getWhyNot(
  deps: Deps,
  actor: CoachActor,
  query: ParsedOf<typeof whyNotEndpoint>['query'],
): Promise<WhyNot> {
  const from = fromIso(query.startsAt)
  const range = { from, to: epochMs(from + 1) }
  const { calendar, taken } = found(
    await findCalendarAndTaken(deps.db, scopeOf(actor), range),
    'coach.not_found',
  )
  return presentWhyNot(deps, explain(calendar, taken, deps.clock.now(), from, query.duration), actor)
}
