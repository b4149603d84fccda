import type { ParsedOf } from '#contract/endpoint.ts'
import type { proposeSession as proposeEndpoint } from '#contract/sessions/session-moves.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { type IsoInstant, type SessionId, toWire } from '#contract/values.ts'
import { epochMs, fromIso } from '#time/clock.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import type { ClientActor, CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { Refusal, refuseFields } from '#server/refusal.ts'
import { lockCalendar } from '#server/modules/calendars/calendars.service.ts'
import { meetingUrlOf } from '#server/modules/sessions/booking/booked.service.ts'
import { lockAndDecide, applyTransition } from '../deciding.service.ts'
import { requireFree } from '#server/modules/sessions/booking/free-time.service.ts'
import * as proposals from './proposals.repository.ts'
import { expiryOf, sessionEvent } from '../sessions.domain.ts'
import { answerSession } from '../sessions.service.ts'
import { proposalErrors } from '../times.domain.ts'

/**
 * POST propose: the coach proposes other times instead of the requested one. That one is free again and none of the new
 * ones is held; they have to be free now, but may be outside the offered hours.
 */
export function proposeSession(
  deps: Deps,
  actor: CoachActor,
  id: SessionId,
  { times: wanted }: ParsedOf<typeof proposeEndpoint>['body'],
): Promise<SessionDto> {
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    await lockCalendar(tx, scope)
    const decided = await lockAndDecide(deps, tx, actor, id, { type: 'propose' })
    const { session, now } = decided
    refuseFields(proposalErrors(wanted, session, now))
    const times = wanted.map(({ startsAt, endsAt }) => ({
      startsAt: fromIso(startsAt),
      endsAt: fromIso(endsAt),
    }))
    for (const time of times) await requireFree(tx, scope, id, time)

    await applyTransition(tx, decided, { askedAt: now })
    await proposals.insertProposals(tx, id, times)
    const { payload, ...happened } = sessionEvent(session, actor.userId)
    const first = epochMs(Math.min(...times.map(({ startsAt }) => startsAt)))
    await record(deps, tx, {
      type: 'session.proposed',
      ...happened,
      payload: {
        ...payload,
        expiresAt: toWire(expiryOf(now, first)),
        times: times.map(({ startsAt }) => toWire(startsAt)),
      },
    })
    return answerSession(deps, tx, actor, id)
  })
}

/** POST accept: the client chooses one of the proposed times, if it is still free (product §8, rule 4). */
export function acceptSession(
  deps: Deps,
  actor: ClientActor,
  id: SessionId,
  chosen: IsoInstant,
): Promise<SessionDto> {
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    await lockCalendar(tx, scope)
    const decided = await lockAndDecide(deps, tx, actor, id, { type: 'accept' })
    const { session } = decided
    const times = await proposals.listProposals(tx, id)
    const time = times.find(({ startsAt }) => startsAt === fromIso(chosen))
    if (!time) throw new Refusal('request.invalid', { startsAt: 'time_not_proposed' })
    await requireFree(tx, scope, id, time)

    const meetingUrl = await meetingUrlOf(tx, actor, session.channel, session.meetingUrl ?? undefined)
    await applyTransition(tx, decided, { ...time, meetingUrl })
    const { payload, ...happened } = sessionEvent({ ...session, ...time }, actor.userId)
    await record(deps, tx, { type: 'session.confirmed', ...happened, payload: { ...payload, by: 'client' } })
    return answerSession(deps, tx, actor, id)
  })
}
