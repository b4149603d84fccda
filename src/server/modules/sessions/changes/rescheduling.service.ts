import type { Transaction } from 'kysely'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { rescheduleSession as rescheduleEndpoint } from '#contract/sessions/session-moves.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { type SessionId, toWire } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import type { Interval } from '#time/interval.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Side } from '#server/domain-events.ts'
import { record } from '#server/events/record.ts'
import type { Actor, ClientActor, CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { refuseFields } from '#server/refusal.ts'
import { minutesBetween } from '#server/modules/calendars/calendars.domain.ts'
import { lockCalendar } from '#server/modules/calendars/calendars.service.ts'
import { deleteExcuses } from './attendances.repository.ts'
import { decideAndApply, lockAndDecide, applyTransition } from '../deciding.service.ts'
import { requireFree, requireOffered } from '#server/modules/sessions/booking/free-time.service.ts'
import { moveSeries } from '#server/modules/sessions/series/series-moves.service.ts'
import { sessionEvent, noticeOf } from '../sessions.domain.ts'
import type { SessionRow } from '../sessions.repository.ts'
import { answerSession } from '../sessions.service.ts'
import { movingErrors } from '../times.domain.ts'

/**
 * POST reschedule: the coach moves it to any free time ahead, deliberately also outside the offered hours; a client to
 * an offered start, which is effective at once until twice the cancellation notice before, and a request until the
 * notice (product §9). A requested time is held and replaces an earlier request. The coach can also move the sessions
 * that follow in its series, or all future ones. For a group, excused members are expected again at the new time and
 * notified of it, unless the coach notifies nobody.
 */
export function rescheduleSession(
  deps: Deps,
  actor: Actor,
  id: SessionId,
  body: ParsedOf<typeof rescheduleEndpoint>['body'],
): Promise<SessionDto> {
  const scope = scopeOf(actor)
  const by = actor.userType
  if (actor.userType === 'coach' && body.scope !== undefined && body.scope !== 'one') {
    return moveSeries(deps, actor, id, body.scope, body)
  }
  return deps.db.transaction().execute(async (tx) => {
    const calendar = await lockCalendar(tx, scope)
    const decided = await lockAndDecide(deps, tx, actor, id, { type: 'reschedule' }, { type: 'requestMove' })
    const { session, decision, now } = decided
    refuseFields(movingErrors(body, by, session, now))
    const time = { startsAt: fromIso(body.startsAt), endsAt: fromIso(body.endsAt) }
    // A session can keep its length, even if it is not offered any more.
    const durations = [...calendar.durations, minutesBetween(session.startsAt, session.endsAt)]
    const practice = { scope, calendar: { ...calendar, durations }, now }
    await requireOffered(tx, practice, id, { ...time, outsideHours: body.outsideHours === true }, by)

    if (decision.command === 'requestMove') {
      await applyTransition(tx, decided, { moveRequest: { ...time, at: now } })
      await recordRequest(deps, tx, actor, session, time)
    } else {
      await applyTransition(tx, decided, time)
      const quiet = body.notify === false
      if (session.groupId !== null && !quiet) await deleteExcuses(tx, [id])
      await recordMove(deps, tx, actor, session, time, quiet)
    }
    return answerSession(deps, tx, actor, id)
  })
}

/** POST move/accept: the coach accepts the time the client asked for. */
export function acceptMove(deps: Deps, actor: CoachActor, id: SessionId): Promise<SessionDto> {
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    await lockCalendar(tx, scope)
    const decided = await lockAndDecide(deps, tx, actor, id, { type: 'acceptMove' })
    const { session } = decided
    const time = { startsAt: session.moveStartsAt!, endsAt: session.moveEndsAt! }
    await requireFree(tx, scope, id, time)
    await applyTransition(tx, decided, time)
    await recordMove(deps, tx, actor, session, time)
    return answerSession(deps, tx, actor, id)
  })
}

/** DELETE move: the client withdraws their request; the time is free again and nothing expires any more. */
export function withdrawMove(deps: Deps, actor: ClientActor, id: SessionId): Promise<SessionDto> {
  return deps.db.transaction().execute(async (tx) => {
    const { session } = await decideAndApply(deps, tx, actor, id, { type: 'withdrawMove' }, () => ({
      moveRequest: null,
    }))
    const { payload, ...happened } = sessionEvent(session, actor.userId)
    const toStartsAt = toWire(session.moveStartsAt!)
    await record(deps, tx, {
      type: 'session.move_withdrawn',
      ...happened,
      payload: { ...payload, toStartsAt },
    })
    return answerSession(deps, tx, actor, id)
  })
}

/** POST move/decline: the session is not moved and the requested time is free again. */
export function declineMove(deps: Deps, actor: CoachActor, id: SessionId): Promise<SessionDto> {
  return deps.db.transaction().execute(async (tx) => {
    const { session } = await decideAndApply(deps, tx, actor, id, { type: 'declineMove' }, () => ({
      moveRequest: null,
    }))
    const { payload, ...happened } = sessionEvent(session, actor.userId)
    const toStartsAt = toWire(session.moveStartsAt!)
    await record(deps, tx, {
      type: 'session.move_declined',
      ...happened,
      payload: { ...payload, toStartsAt },
    })
    return answerSession(deps, tx, actor, id)
  })
}

function recordRequest(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  session: SessionRow,
  { startsAt, endsAt }: Interval,
): Promise<void> {
  const { payload, ...happened } = sessionEvent(session, actor.userId)
  return record(deps, tx, {
    type: 'session.move_requested',
    ...happened,
    payload: {
      ...payload,
      toStartsAt: toWire(startsAt),
      toEndsAt: toWire(endsAt),
      lapsesAt: toWire(noticeOf(session, session.startsAt)),
    },
  })
}

function recordMove(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  session: SessionRow,
  time: Interval,
  quiet = false,
): Promise<void> {
  const by: Side = actor.userType
  const { payload, ...happened } = sessionEvent({ ...session, ...time }, actor.userId)
  return record(deps, tx, {
    type: 'session.rescheduled',
    ...happened,
    payload: {
      ...payload,
      by,
      fromStartsAt: toWire(session.startsAt),
      fromEndsAt: toWire(session.endsAt),
      mailedLater: true,
      ...(quiet && { quiet }),
    },
  })
}
