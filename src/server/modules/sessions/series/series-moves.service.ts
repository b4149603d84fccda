import type { Transaction } from 'kysely'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { rescheduleSession as rescheduleEndpoint } from '#contract/sessions/session-moves.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { type SeriesId, type SessionId, toWire } from '#contract/values.ts'
import { addDays, dateOf, daysBetween } from '#time/calendar-date.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import { wallStartOf } from '#time/recurrence.ts'
import type { Interval } from '#time/interval.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { recordAll } from '#server/events/record.ts'
import type { CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { Refusal, found, refuseFields } from '#server/refusal.ts'
import type { Calendar } from '#server/modules/calendars/calendars.domain.ts'
import { lockCalendar } from '#server/modules/calendars/calendars.service.ts'
import { withoutSessions } from '#server/modules/calendars/taken/taken-time.domain.ts'
import { takenTimes } from '#server/modules/calendars/taken/taken-time.service.ts'
import { deleteExcuses } from '#server/modules/sessions/changes/attendances.repository.ts'
import { bookingsRefusal } from '#server/modules/sessions/booking/bookings.domain.ts'
import { type Decided, applyTransition } from '../deciding.service.ts'
import { type ManyOfSeries, decideOnSeries, ofSeries } from './series-scope.service.ts'
import { endedRule, movedRule, shiftedSpans } from './series.domain.ts'
import * as series from './series.repository.ts'
import { sessionEvent } from '../sessions.domain.ts'
import { answerSession } from '../sessions.service.ts'
import { movingErrors } from '../times.domain.ts'

/**
 * Cancels the future sessions of a series, all of them or from one session on; past ones and one in progress are kept.
 */
export function cancelSeries(
  deps: Deps,
  actor: CoachActor,
  id: SessionId,
  which: ManyOfSeries,
  reason: string,
): Promise<SessionDto> {
  return deps.db.transaction().execute(async (tx) => {
    await lockCalendar(tx, scopeOf(actor))
    const decided = await decideOnSeries(deps, tx, actor, id, which, { type: 'cancel' })
    const told = ofSeries(decided)
    for (const each of decided.all) {
      await applyTransition(tx, each, { cancellation: { by: 'coach', reason, late: each.decision.late } })
    }
    const events = decided.all.map((each): DomainEvent => {
      const { payload, ...happened } = sessionEvent(each.session, actor.userId)
      const cancelled = { ...payload, ...told(each), by: 'coach' as const, late: each.decision.late, reason }
      return { type: 'session.cancelled', ...happened, payload: cancelled }
    })
    await recordAll(deps, tx, events)
    return answerSession(deps, tx, actor, id)
  })
}

type Moved = { decided: Decided; span: Interval }

/**
 * Moves the future sessions of a series by the same wall-time difference as one of them (ADR 21), all or nothing. Moved
 * from one session on, they become a separate series, so that later changes do not affect the other one. For a group,
 * excused members are expected again, as when one session moves.
 */
export function moveSeries(
  deps: Deps,
  actor: CoachActor,
  id: SessionId,
  which: ManyOfSeries,
  body: ParsedOf<typeof rescheduleEndpoint>['body'],
): Promise<SessionDto> {
  return deps.db.transaction().execute(async (tx) => {
    const calendar = await lockCalendar(tx, scopeOf(actor))
    const decided = await decideOnSeries(deps, tx, actor, id, which, { type: 'reschedule' })
    const { one, all } = decided
    refuseFields(movingErrors({ ...body, scope: undefined }, 'coach', one.session, one.now))
    const to = { startsAt: fromIso(body.startsAt), endsAt: fromIso(body.endsAt) }
    const moved = movedTo(one, to, all, calendar.timezone)
    if (moved.some(({ span }) => span.startsAt <= one.now)) refuseFields({ startsAt: 'start_past' })
    await requireAllOffered(tx, actor, calendar, moved, body.outsideHours === true, one.now)
    for (const { decided: each, span } of inOrder(moved)) await applyTransition(tx, each, span)
    if (one.session.groupId !== null && body.notify !== false) {
      const ids = moved.map(({ decided: each }) => each.session.id)
      await deleteExcuses(tx, ids)
    }
    const seriesId = await changeRule(deps, tx, actor, { one, to, moved, calendar, which })
    const startOf = (each: Decided) => moved.find(({ decided: other }) => other === each)!.span.startsAt
    const told = ofSeries({ one, all }, startOf, body.notify === false)
    const events = moved.map(({ decided: each, span }): DomainEvent => {
      const { payload, ...happened } = sessionEvent({ ...each.session, ...span }, actor.userId)
      const of = told(each)
      const rescheduled = {
        ...payload,
        ...of,
        ...(of.seriesId && seriesId && { seriesId }),
        by: 'coach' as const,
        fromStartsAt: toWire(each.session.startsAt),
        fromEndsAt: toWire(each.session.endsAt),
        mailedLater: true as const,
      }
      return { type: 'session.rescheduled', ...happened, payload: rescheduled }
    })
    await recordAll(deps, tx, events)
    return answerSession(deps, tx, actor, id)
  })
}

function movedTo(one: Decided, to: Interval, all: readonly Decided[], zone: string): Moved[] {
  const spans = shiftedSpans(
    one.session,
    to,
    all.map(({ session }) => session),
    zone,
  )
  return all.map((decided, index) => ({ decided, span: spans[index]!.span }))
}

/** @throws Refusal `session.overlap`, `session.not_offered` if any of them is not available; nothing is moved then */
async function requireAllOffered(
  tx: Transaction<DB>,
  actor: CoachActor,
  calendar: Calendar,
  moved: readonly Moved[],
  outsideHours: boolean,
  now: EpochMs,
): Promise<void> {
  const spans = moved.map(({ span }) => span)
  const range = { from: spans[0]!.startsAt, to: spans.at(-1)!.endsAt }
  const ids = moved.map(({ decided }) => decided.session.id)
  const taken = withoutSessions(await takenTimes(tx, scopeOf(actor), range), ids)
  const wishes = spans.map((span) => ({ ...span, outsideHours }))
  const refused = bookingsRefusal(wishes, 'coach', calendar, taken, now)
  if (refused) throw new Refusal(refused)
}

/** The order in which no session crosses one that has not moved yet: from the last one if they move later. */
function inOrder(moved: readonly Moved[]): readonly Moved[] {
  const [first] = moved
  const goLater = first!.span.startsAt > first!.decided.session.startsAt
  return goLater ? moved.toReversed() : moved
}

type RuleChange = {
  one: Decided
  to: Interval
  moved: readonly Moved[]
  calendar: Calendar
  which: ManyOfSeries
}

/** Updates the rule to match its sessions; returns their series from now on. */
async function changeRule(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  { one: { session, now }, to, moved, calendar, which }: RuleChange,
): Promise<SeriesId | null> {
  if (session.seriesId === null) return null
  const { timezone } = calendar
  const before = found(await series.findSeries(tx, scopeOf(actor), session.seriesId), 'session.not_found')
  const dateBefore = dateOf(session.startsAt, timezone)
  const days = daysBetween(dateBefore, dateOf(to.startsAt, timezone))
  const after = {
    ...before,
    timezone,
    startTime: wallStartOf(to.startsAt, timezone).time,
    rule: movedRule(before.rule, days, moved.length),
  }
  const ids = moved.map(({ decided }) => decided.session.id)
  if (which === 'all' || !(await series.hasOthers(tx, before.id, ids))) {
    await series.updateSeries(tx, after, now)
    return before.id
  }
  const split = { ...after, id: deps.newId<SeriesId>() }
  await series.insertSeries(tx, split, now)
  await series.putIntoSeries(tx, ids, split.id)
  await series.updateSeries(tx, { ...before, rule: endedRule(before.rule, addDays(dateBefore, -1)) }, now)
  return split.id
}
