import type { Interval } from '#time/interval.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type {
  Occurrence,
  PreviewBody,
  previewSession as previewEndpoint,
} from '#contract/sessions/session-series.ts'
import { type SessionId, toWire } from '#contract/values.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import { driftOf } from '#time/recurrence.ts'
import type { Deps } from '#server/deps.ts'
import type { CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { Refusal, found, refuseFields } from '#server/refusal.ts'
import type { Calendar } from '#server/modules/calendars/calendars.domain.ts'
import { requireCalendar } from '#server/modules/calendars/calendars.service.ts'
import {
  type Taken,
  inTheWayOf,
  withPlanned,
  withoutSessions,
} from '#server/modules/calendars/taken/taken-time.domain.ts'
import { takenTimes } from '#server/modules/calendars/taken/taken-time.service.ts'
import { previewErrors } from './bookings.domain.ts'
import {
  type NumberedInterval,
  ruleErrors,
  shiftedSpans,
  spansOf,
} from '#server/modules/sessions/series/series.domain.ts'
import { findClientZone, selectOfScope } from '#server/modules/sessions/series/series.repository.ts'
import { hasGroup } from './coachees.repository.ts'
import { findRow } from '../sessions.repository.ts'
import { alternativesTo, warningsOf } from './warnings.domain.ts'

/** The planned bookings, or the new times of existing sessions. */
type Plan = { spans: readonly NumberedInterval[]; moving: readonly SessionId[] }

/**
 * POST preview: the warnings about a time, about every start of a rule, or about the new times of a session and the
 * rest of its series, by the rules for booking; and where the client's clock drifts. Writes nothing.
 */
export async function previewSession(
  deps: Deps,
  actor: CoachActor,
  body: PreviewBody,
): Promise<OutputOf<typeof previewEndpoint>> {
  refuseFields(previewErrors(body))
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  const calendar = await requireCalendar(deps, scope)
  const otherZone = await zoneOfOther(deps, actor, body)
  const { spans, moving } = await planOf(deps, actor, body, calendar)
  const starts = spans.map(({ startsAt }) => startsAt)
  const range = { from: starts[0]!, to: starts.at(-1)! }
  const taken = withoutSessions(await takenTimes(deps.db, scope, range), moving)
  return {
    occurrences: spans.map((span) => {
      const others = spans.filter(({ position }) => position !== span.position)
      return presentOccurrence(deps, actor, calendar, withPlanned(taken, others), span, now)
    }),
    drift: driftOf(starts, calendar.timezone, otherZone ?? calendar.timezone).map((shift) => ({
      ...shift,
      startsAt: toWire(shift.startsAt),
    })),
  }
}

/** The client's zone; undefined for a group, whose members have different ones, and while no client is named. */
async function zoneOfOther(
  deps: Deps,
  actor: CoachActor,
  { clientId, groupId }: PreviewBody,
): Promise<string | undefined> {
  const scope = scopeOf(actor)
  if (groupId !== undefined && !(await hasGroup(deps.db, scope, groupId)))
    throw new Refusal('group.not_found')
  if (clientId === undefined) return undefined
  return found(await findClientZone(deps.db, scope, clientId), 'client.not_found')
}

async function planOf(
  deps: Deps,
  actor: CoachActor,
  body: PreviewBody,
  { timezone }: Calendar,
): Promise<Plan> {
  const { sessionId, recurrence } = body
  if (sessionId !== undefined) return planOfMove(deps, actor, { ...body, sessionId }, timezone)
  if (recurrence === undefined) return { spans: [{ position: 0, ...spanOf(body) }], moving: [] }
  const wish = { ...body, recurrence }
  refuseFields(ruleErrors(wish, timezone))
  return { spans: spansOf(wish, timezone), moving: [] }
}

async function planOfMove(
  deps: Deps,
  actor: CoachActor,
  body: PreviewBody & { sessionId: SessionId },
  timezone: string,
): Promise<Plan> {
  const scope = scopeOf(actor)
  const session = found(await findRow(deps.db, scope, body.sessionId), 'session.not_found')
  const { seriesId } = session
  const which = body.scope ?? 'one'
  const sessions =
    which === 'one' || seriesId === null
      ? [session]
      : await selectOfScope(deps.db, scope, { ...session, seriesId }, which, deps.clock.now()).execute()
  const spans = shiftedSpans(session, spanOf(body), sessions, timezone)
  return {
    spans: spans.map(({ span }, position) => ({ position, ...span })),
    moving: sessions.map(({ id }) => id),
  }
}

function presentOccurrence(
  { texts }: Deps,
  { language }: CoachActor,
  calendar: Calendar,
  taken: Taken,
  span: NumberedInterval,
  now: EpochMs,
): Occurrence {
  const warnings = warningsOf(calendar, taken, span)
  const overlaps = warnings.some(({ code }) => code === 'overlap')
  return {
    position: span.position,
    startsAt: toWire(span.startsAt),
    endsAt: toWire(span.endsAt),
    warnings: warnings.map(({ inTheWay, ...warning }) => ({
      ...warning,
      inTheWay: inTheWay && inTheWayOf(inTheWay, language, texts),
    })),
    alternatives: overlaps ? alternativesTo(calendar, taken, span, now).map((start) => toWire(start)) : [],
  }
}

function spanOf({ startsAt, endsAt }: PreviewBody): Interval {
  return { startsAt: fromIso(startsAt), endsAt: fromIso(endsAt) }
}
