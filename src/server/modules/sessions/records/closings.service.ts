import type { Transaction } from 'kysely'
import type { ParsedOf } from '#contract/endpoint.ts'
import type {
  CloseSessionBody,
  correctSession as correctEndpoint,
} from '#contract/sessions/session-records.ts'
import { type SessionDto, SessionOutcome } from '#contract/sessions/sessions.ts'
import type { SessionId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import type { CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { Refusal, found, refuseFields } from '#server/refusal.ts'
import { addActions } from '#server/modules/actions/actions.service.ts'
import { requireGoals } from '#server/modules/actions/goal-actions.service.ts'
import { transitionAction } from '#server/modules/actions/changing.service.ts'
import { checkInGoals } from '#server/modules/goals/check-ins/progress.service.ts'
import { lockCalendar } from '#server/modules/calendars/calendars.service.ts'
import { holdsTime } from '#server/modules/calendars/taken/taken-time.domain.ts'
import { type InCall, ofSessionAt } from './call-times.domain.ts'
import { type SessionPeople, ownersOf, peopleErrors } from './closings.domain.ts'
import * as closings from './closings.repository.ts'
import { lockAndDecide, applyTransition } from '../deciding.service.ts'
import { requireFree } from '#server/modules/sessions/booking/free-time.service.ts'
import { needsReason } from '../lifecycle.domain.ts'
import { sessionEvent } from '../sessions.domain.ts'
import * as sessions from '../sessions.repository.ts'
import { answerSession } from '../sessions.service.ts'

/**
 * POST close: the coach writes the session's record and decides about the open actions; the new ones belong to the
 * people of the session. @throws Refusal `goal.not_found` for what one of them leads to
 */
export function closeSession(
  deps: Deps,
  actor: CoachActor,
  id: SessionId,
  closing: CloseSessionBody,
): Promise<SessionDto> {
  const { outcome, carried = [], goals = [] } = closing
  return deps.db.transaction().execute(async (tx) => {
    const decided = await lockAndDecide(deps, tx, actor, id, { type: 'close', outcome })
    const { session, now } = decided
    const expected = await peopleOf(tx, actor, id)
    refuseFields(peopleErrors(closing, expected))
    const { coachId, clientId, groupId } = session
    const owner = clientId === null ? groupId && { groupId } : { clientId }
    if (owner)
      await requireGoals(
        tx,
        actor,
        owner,
        closing.actions.map(({ goalId }) => goalId),
      )
    await applyTransition(tx, decided, {})
    await closings.insertClosing(tx, session, closing, expected.inCall, now)
    await addActions(deps, tx, { coachId, sessionId: id, groupId }, ownersOf(closing, clientId))
    const people = expected.people.map(({ personId }) => personId)
    // In the order of their ids, so that two closings cannot deadlock.
    for (const { id: actionId, status } of carried.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await transitionAction(deps, tx, actor, { id: actionId, status }, { people, groupId })
    }
    await checkInGoals(deps, tx, actor, { id, groupId, people }, goals)
    const { payload, ...happened } = sessionEvent(session, actor.userId)
    const wordless = closing.summary.trim() === '' ? { wordless: true as const } : {}
    await record(deps, tx, {
      type: 'session.closed',
      ...happened,
      payload: { ...payload, outcome, ...wordless },
    })
    return answerSession(deps, tx, actor, id)
  })
}

/**
 * POST correct: replaces the record; the history keeps the previous one. A session that did not take place gave its
 * time back, so if it did after all, that time has to be free.
 */
export function correctSession(
  deps: Deps,
  actor: CoachActor,
  id: SessionId,
  { reason, ...closing }: ParsedOf<typeof correctEndpoint>['body'],
): Promise<SessionDto> {
  const { outcome } = closing
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    await lockCalendar(tx, scope)
    const decided = await lockAndDecide(deps, tx, actor, id, { type: 'correct', outcome })
    const { session, now } = decided
    if (reason === undefined && needsReason(session.closedAt!, now)) {
      throw new Refusal('session.reason_required', { reason: 'required' })
    }
    refuseFields(peopleErrors(closing, await peopleOf(tx, actor, id)))
    if (holdsTime(outcome) && !holdsTime(session.status)) {
      await requireFree(tx, scope, id, session)
    }
    await applyTransition(tx, decided, {})
    await closings.updateClosing(tx, session, closing, now)
    const { payload, ...happened } = sessionEvent(session, actor.userId)
    // Only closed sessions get here, and their state is the outcome.
    const before = SessionOutcome.parse(session.status)
    await record(deps, tx, {
      type: 'session.corrected',
      ...happened,
      payload: { ...payload, before, outcome, reason: reason ?? null },
    })
    return answerSession(deps, tx, actor, id)
  })
}

/**
 * Everybody who is expected or has an entry. Read before closing, after which nobody is expected, and with the session
 * locked, so that people who joined or were excused meanwhile are included.
 */
async function peopleOf(
  tx: Transaction<DB>,
  actor: CoachActor,
  id: SessionId,
): Promise<SessionPeople & { inCall: InCall[] }> {
  const session = found(await sessions.findSession(tx, scopeOf(actor), id), 'session.not_found')
  const inCall = ofSessionAt(session.callStays, session.startsAt)
  return { people: session.attendance, isGroup: session.groupId !== null, inCall }
}
