import type { Transaction } from 'kysely'
import type { NewSessionBody, SessionDto } from '#contract/sessions.ts'
import { type SessionId, wire } from '#contract/values.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { DomainEvent } from '../../domain-events.ts'
import { record } from '../../effects/record.ts'
import type { Actor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { bookedClient } from '../../policy/session.policy.ts'
import { Refusal, found } from '../../refusal.ts'
import type { Calendar } from '../calendars/calendars.domain.ts'
import { lockCalendar } from '../calendars/calendars.service.ts'
import { takenTimes } from '../calendars/taken-time.service.ts'
import { bookingErrors, bookingRefusal } from './bookings.domain.ts'
import * as bookings from './bookings.repository.ts'
import { expiryOf, happenedTo } from './sessions.domain.ts'
import { answerSession } from './sessions.service.ts'

/**
 * POST: a client asks for an offered start, a coach books. All bookings of one coach go one after the other through
 * the lock on their calendar, so hours, buffers and limits hold for parallel requests too (product §8).
 */
export async function createSession(deps: Deps, actor: Actor, body: NewSessionBody): Promise<SessionDto> {
  if (body.type === 'Group') throw new Refusal('group.not_found')
  const by = actor.userType
  const errors = bookingErrors(body, by)
  if (Object.keys(errors).length > 0) throw new Refusal('request.invalid', errors)
  const clientId = found(bookedClient(actor, body.clientId), 'client.not_found')
  if (!actor.paid) throw new Refusal('coach.unpaid')

  const scope = scopeOf(actor)
  const wish = {
    startsAt: fromIso(body.startsAt),
    endsAt: fromIso(body.endsAt),
    outsideHours: body.outsideHours === true,
  }
  return deps.db.transaction().execute(async (tx) => {
    const calendar = await lockCalendar(tx, scope)
    const now = deps.clock.now()
    const client = found(await bookings.findBookable(tx, scope, clientId), 'client.not_found')
    if (client.status !== 'active') throw new Refusal('session.client_inactive')
    const taken = await takenTimes(tx, scope, { from: wish.startsAt, to: wish.endsAt })
    const refused = bookingRefusal(wish, by, calendar, taken, now)
    if (refused) throw new Refusal(refused)

    const session: bookings.NewSession = {
      id: deps.newId<SessionId>(),
      coachId: actor.coachId,
      clientId,
      ...titlesOf(deps, body.title, client),
      objective: body.objective || null,
      startsAt: wish.startsAt,
      endsAt: wish.endsAt,
      timezone: calendar.timezone,
      channel: channelOf(body, calendar),
      meetingUrl: body.meetingUrl ?? null,
      place: body.place ?? null,
      status: by === 'coach' || calendar.autoConfirm ? 'confirmed' : 'requested',
    }
    await bookings.insertSession(tx, session, now)
    await recordBooking(deps, tx, actor, session, now)
    return answerSession(deps, tx, actor, session.id)
  })
}

function recordBooking(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  session: bookings.NewSession,
  now: EpochMs,
): Promise<void> {
  const { payload, ...rest } = happenedTo({ ...session, groupId: null }, actor.userId)
  const { startsAt, status } = session
  const event: DomainEvent =
    status === 'requested'
      ? {
          ...rest,
          type: 'session.requested',
          payload: { ...payload, expiresAt: wire(expiryOf(now, startsAt)) },
        }
      : { ...rest, type: 'session.booked', payload: { ...payload, by: actor.userType, past: startsAt < now } }
  return record(deps, tx, event)
}

type Pair = { name: string; language: string; coachName: string; coachLanguage: string; sessions: number }

/** The title the coach gave, or for each side one of their own: "Sesión 3 con Mariana", "Sesión 3 con Ana" (product §9). */
function titlesOf(
  deps: Deps,
  given: string | undefined,
  { name, language, coachName, coachLanguage, sessions }: Pair,
): Pick<bookings.NewSession, 'title' | 'clientTitle'> {
  if (given !== undefined) return { title: given, clientTitle: null }
  const numbered = (reader: string, other: string) =>
    deps.texts.text(reader, 'defaults:session_title', { number: sessions + 1, name: other })
  return { title: numbered(coachLanguage, name), clientTitle: numbered(language, coachName) }
}

/** A place without a channel means meeting there. */
function channelOf({ channel, place }: NewSessionBody, calendar: Calendar): Calendar['defaultChannel'] {
  return channel ?? (place === undefined ? calendar.defaultChannel : 'place')
}
