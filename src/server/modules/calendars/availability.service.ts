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
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { MOST_DAYS, daysOf, offersLength } from './calendars.domain.ts'
import { presentWhyNot } from './calendars.presenter.ts'
import { slotRules } from './taken/taken-time.domain.ts'
import { findCalendarAndTaken } from './taken/taken-time.repository.ts'
import { explain } from './why-not.domain.ts'

/**
 * GET: the starts that can be booked, by day of the viewer's zone. Booking one of them succeeds unless something
 * changes meanwhile: it uses the same rules and the same code (product §8).
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

  const range = { from: startOfDay(from, timezone), to: endOfDay(to, timezone) }
  const { calendar, taken } = found(
    await findCalendarAndTaken(deps.db, scopeOf(actor), range),
    'coach.not_found',
  )
  const offered = calendarPolicy.can(actor, 'bookAnyLength', actor) || offersLength(calendar, query.duration)
  const rules = slotRules(calendar, taken, deps.clock.now(), query.duration)
  const days = daysOf(offered ? freeSlots({ ...rules, range }) : [], from, to, timezone)
  return {
    timezone,
    days: days.map(({ date, starts }) => ({
      date,
      starts: starts.map((start) => toWire(start)),
    })),
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
