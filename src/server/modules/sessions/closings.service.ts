import type { CloseSessionBody } from '#contract/session-records.ts'
import type { SessionDto } from '#contract/sessions.ts'
import type { ClientId, SessionId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import { record } from '../../effects/record.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { Refusal } from '../../refusal.ts'
import { addActions } from '../actions/actions.service.ts'
import * as closings from './closings.repository.ts'
import { move } from './moves.service.ts'
import { happenedTo } from './sessions.domain.ts'
import { answerSession } from './sessions.service.ts'

/** POST close: the coach writes the session's record; the new actions belong to the client from then on. */
export function closeSession(
  deps: Deps,
  actor: CoachActor,
  id: SessionId,
  closing: CloseSessionBody,
): Promise<SessionDto> {
  const { outcome } = closing
  return deps.db.transaction().execute(async (tx) => {
    const { session } = await move(deps, tx, actor, id, { type: 'close', outcome }, () => ({}))
    requireAttendanceOf(session.clientId, closing)
    await closings.insertClosing(tx, session, closing, deps.clock.now())
    if (session.clientId !== null)
      await addActions(deps, tx, { ...session, clientId: session.clientId }, closing.actions)
    const { payload, ...happened } = happenedTo(session, actor.userId)
    await record(deps, tx, { type: 'session.closed', ...happened, payload: { ...payload, outcome } })
    return answerSession(deps, tx, actor, id)
  })
}

/** Attendance names the people of the session, each once; anybody else undoes the whole closing. */
function requireAttendanceOf(clientId: ClientId | null, { attendance }: CloseSessionBody): void {
  if (attendance.length > 1 || attendance.some(({ personId }) => personId !== clientId)) {
    throw new Refusal('request.invalid', { attendance: 'attendance_people' })
  }
}
