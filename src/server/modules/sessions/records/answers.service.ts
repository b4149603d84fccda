import { isDeepStrictEqual } from 'node:util'
import type { FeedbackAnswers, PreparationAnswers, SessionDto } from '#contract/sessions/sessions.ts'
import { type SessionId, toWire } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import type { ClientActor } from '#server/policy/actor.ts'
import * as stored from './answers.repository.ts'
import { lockAndDecide } from '../deciding.service.ts'
import { sessionEvent } from '../sessions.domain.ts'
import { answerSession } from '../sessions.service.ts'

/** PUT preparation: stores all of it. The screen saves automatically, so an unchanged one records no event. */
export function putPreparation(
  deps: Deps,
  actor: ClientActor,
  sessionId: SessionId,
  answers: PreparationAnswers,
) {
  const whose = { sessionId, clientId: actor.clientId }
  return deps.db.transaction().execute(async (tx) => {
    const { session, now } = await lockAndDecide(deps, tx, actor, sessionId, { type: 'prepare' })
    const before = await stored.findPreparation(tx, whose)
    if (before && isDeepStrictEqual(before.answers, answers)) {
      return { answers, updatedAt: toWire(before.updatedAt) }
    }
    await stored.putPreparation(tx, whose, answers, now)
    const { payload, ...happened } = sessionEvent(session, actor.userId)
    await record(deps, tx, {
      type: 'session.written',
      ...happened,
      payload: { ...payload, what: 'preparation' },
    })
    return { answers, updatedAt: toWire(now) }
  })
}

/** POST feedback: the client's rating of the session; a second one replaces it. */
export function putFeedback(
  deps: Deps,
  actor: ClientActor,
  sessionId: SessionId,
  feedback: FeedbackAnswers,
): Promise<SessionDto> {
  return deps.db.transaction().execute(async (tx) => {
    const { session, now } = await lockAndDecide(deps, tx, actor, sessionId, { type: 'rate' })
    await stored.putFeedback(tx, { sessionId, clientId: actor.clientId }, feedback, now)
    const { payload, ...happened } = sessionEvent(session, actor.userId)
    await record(deps, tx, {
      type: 'session.written',
      ...happened,
      payload: { ...payload, what: 'feedback' },
    })
    return answerSession(deps, tx, actor, sessionId)
  })
}
