import type { ParsedOf } from '#contract/endpoint.ts'
import type {
  cancelSession as cancelEndpoint,
  confirmSession as confirmEndpoint,
} from '#contract/sessions/session-moves.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { SessionId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import type { Actor, ClientActor, CoachActor } from '#server/policy/actor.ts'
import { deleteExcuse, insertExcuse } from './attendances.repository.ts'
import { Refusal } from '#server/refusal.ts'
import { meetingUrlOf } from '#server/modules/sessions/booking/booked.service.ts'
import { decideAndApply, lockAndDecide, applyTransition } from '../deciding.service.ts'
import { cancelSeries } from '#server/modules/sessions/series/series-moves.service.ts'
import { sessionEvent, impliedChannel } from '../sessions.domain.ts'
import { answerSession } from '../sessions.service.ts'

/**
 * POST confirm: the coach accepts a request and may say where to meet; by default their own address for its channel.
 */
export function confirmSession(
  deps: Deps,
  actor: CoachActor,
  id: SessionId,
  meeting: ParsedOf<typeof confirmEndpoint>['body'] = {},
): Promise<SessionDto> {
  return deps.db.transaction().execute(async (tx) => {
    const decided = await lockAndDecide(deps, tx, actor, id, { type: 'confirm' })
    const { session } = decided
    const channel = impliedChannel(meeting) ?? session.channel
    const said = meeting.meetingUrl === undefined ? (session.meetingUrl ?? undefined) : meeting.meetingUrl
    const meetingUrl = await meetingUrlOf(tx, actor, channel, said)
    await applyTransition(tx, decided, { ...meeting, channel, meetingUrl })
    const { payload, ...happened } = sessionEvent(session, actor.userId)
    await record(deps, tx, {
      type: 'session.confirmed',
      ...happened,
      payload: { ...payload, by: 'coach' },
    })
    return answerSession(deps, tx, actor, id)
  })
}

/** POST reject: the coach declines a request with a reason for the client. */
export function rejectSession(
  deps: Deps,
  actor: CoachActor,
  id: SessionId,
  reason: string,
): Promise<SessionDto> {
  return deps.db.transaction().execute(async (tx) => {
    const { session } = await decideAndApply(deps, tx, actor, id, { type: 'reject' }, ({ late }) => ({
      cancellation: { by: 'coach', reason, late },
    }))
    const { payload, ...happened } = sessionEvent(session, actor.userId)
    await record(deps, tx, { type: 'session.rejected', ...happened, payload: { ...payload, reason } })
    return answerSession(deps, tx, actor, id)
  })
}

/**
 * POST cancel: either side cancels it before the start, with a reason for the other side. The coach can also cancel
 * those that follow in its series, or all future ones.
 */
export function cancelSession(
  deps: Deps,
  actor: Actor,
  id: SessionId,
  { reason, scope }: ParsedOf<typeof cancelEndpoint>['body'],
): Promise<SessionDto> {
  const by = actor.userType
  if (actor.userType === 'coach' && scope !== undefined && scope !== 'one') {
    return cancelSeries(deps, actor, id, scope, reason)
  }
  if (by === 'client' && scope !== undefined) throw new Refusal('request.invalid', { scope: 'unknown_key' })
  return deps.db.transaction().execute(async (tx) => {
    const { session, decision } = await decideAndApply(
      deps,
      tx,
      actor,
      id,
      { type: 'cancel' },
      ({ late }) => ({
        cancellation: { by, reason, late },
      }),
    )
    const { payload, ...happened } = sessionEvent(session, actor.userId)
    await record(deps, tx, {
      type: 'session.cancelled',
      ...happened,
      payload: { ...payload, by, late: decision.late, reason },
    })
    return answerSession(deps, tx, actor, id)
  })
}

/** POST excuse: a group's member says that they cannot come; the session still takes place for the others. */
export function excuseSession(
  deps: Deps,
  actor: ClientActor,
  id: SessionId,
  reason: string,
): Promise<SessionDto> {
  const { clientId: personId } = actor
  return deps.db.transaction().execute(async (tx) => {
    const { session } = await lockAndDecide(deps, tx, actor, id, { type: 'excuse' })
    await insertExcuse(tx, id, personId, reason)
    const { payload, ...happened } = sessionEvent(session, actor.userId)
    await record(deps, tx, {
      type: 'session.excused',
      ...happened,
      payload: { ...payload, personId, reason },
    })
    return answerSession(deps, tx, actor, id)
  })
}

/** DELETE excuse: a member can come after all; they are expected again, and reminded. */
export function withdrawExcuse(deps: Deps, actor: ClientActor, id: SessionId): Promise<SessionDto> {
  const { clientId: personId } = actor
  return deps.db.transaction().execute(async (tx) => {
    const { session } = await lockAndDecide(deps, tx, actor, id, { type: 'withdrawExcuse' })
    await deleteExcuse(tx, id, personId)
    const { payload, ...happened } = sessionEvent(session, actor.userId)
    await record(deps, tx, {
      type: 'session.excuse_withdrawn',
      ...happened,
      payload: { ...payload, personId },
    })
    return answerSession(deps, tx, actor, id)
  })
}
