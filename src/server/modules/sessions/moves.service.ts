import type { Transaction } from 'kysely'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { confirmSession as confirmEndpoint } from '#contract/session-moves.ts'
import type { SessionDto } from '#contract/sessions.ts'
import type { SessionId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '../../effects/record.ts'
import type { Actor, CoachActor } from '../../policy/actor.ts'
import { sideOf } from '../../policy/practice.policy.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { type Move, type SessionCommand, decide, happenedTo } from './sessions.domain.ts'
import * as sessions from './sessions.repository.ts'
import { answerSession } from './sessions.service.ts'

/** POST confirm: the coach accepts a request and may say where to meet. */
export function confirmSession(
  deps: Deps,
  actor: CoachActor,
  id: SessionId,
  meeting: ParsedOf<typeof confirmEndpoint>['body'] = {},
): Promise<SessionDto> {
  // A place without a channel means meeting there.
  const channel = meeting.channel ?? (meeting.place === undefined ? undefined : 'place')
  return deps.db.transaction().execute(async (tx) => {
    const { session } = await move(deps, tx, actor, id, { type: 'confirm' }, () => ({ ...meeting, channel }))
    await record(deps, tx, { type: 'session.confirmed', ...happenedTo(session, actor.userId) })
    return answerSession(deps, tx, actor, id)
  })
}

/** POST reject: the coach turns a request down; the client reads why. */
export function rejectSession(
  deps: Deps,
  actor: CoachActor,
  id: SessionId,
  reason: string,
): Promise<SessionDto> {
  return deps.db.transaction().execute(async (tx) => {
    const { session } = await move(deps, tx, actor, id, { type: 'reject' }, ({ late }) => ({
      cancellation: { by: 'coach', reason, late },
    }))
    const { payload, ...happened } = happenedTo(session, actor.userId)
    await record(deps, tx, { type: 'session.rejected', ...happened, payload: { ...payload, reason } })
    return answerSession(deps, tx, actor, id)
  })
}

/** POST cancel: either side calls it off before the start; the other side reads why. */
export function cancelSession(deps: Deps, actor: Actor, id: SessionId, reason: string): Promise<SessionDto> {
  const by = actor.userType
  return deps.db.transaction().execute(async (tx) => {
    const { session, late } = await move(deps, tx, actor, id, { type: 'cancel' }, (moved) => ({
      cancellation: { by, reason, late: moved.late },
    }))
    const { payload, ...happened } = happenedTo(session, actor.userId)
    await record(deps, tx, {
      type: 'session.cancelled',
      ...happened,
      payload: { ...payload, by, late, reason },
    })
    return answerSession(deps, tx, actor, id)
  })
}

/**
 * The first half of every command: load within the scope, authorize, decide, swap the state. `change` says what is
 * written with it. Of two commands at once the second finds the state the first left behind.
 */
export async function move(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  id: SessionId,
  command: SessionCommand,
  change: (moved: Move) => sessions.SessionChange,
): Promise<{ session: sessions.SessionRow; late: boolean }> {
  const session = found(await sessions.lockSession(tx, scopeOf(actor), id), 'session.not_found')
  const side = found(sideOf(actor, session), 'session.not_found')
  const now = deps.clock.now()
  const moved = found(decide(session, command, side, now), 'session.wrong_state')
  if (!(await sessions.moveSession(tx, id, session.status, moved.to, change(moved), now))) {
    throw new Refusal('session.wrong_state')
  }
  return { session, late: moved.late }
}
