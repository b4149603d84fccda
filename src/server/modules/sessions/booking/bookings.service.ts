import type { Transaction } from 'kysely'
import type { NewSessionBody, SessionDto } from '#contract/sessions/sessions.ts'
import { type SeriesId, type SessionId, toWire } from '#contract/values.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import { wallStartOf } from '#time/recurrence.ts'
import type { Interval } from '#time/interval.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { recordAll } from '#server/events/record.ts'
import type { Actor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { Refusal, refuseFields } from '#server/refusal.ts'
import type { Calendar } from '#server/modules/calendars/calendars.domain.ts'
import { lockCalendar } from '#server/modules/calendars/calendars.service.ts'
import { takenTimes } from '#server/modules/calendars/taken/taken-time.service.ts'
import { startGroup } from '#server/modules/sessions/clock/starting-groups.service.ts'
import { meetingUrlOf, requireBooked } from './booked.service.ts'
import { bookingErrors, bookingsRefusal } from './bookings.domain.ts'
import * as bookings from './bookings.repository.ts'
import { requireFewAsked } from './client-limits.service.ts'
import {
  exceptionErrors,
  ruleErrors,
  spansOf,
  toldFirst,
  withExceptions,
} from '#server/modules/sessions/series/series.domain.ts'
import { insertSeries } from '#server/modules/sessions/series/series.repository.ts'
import { expiryOf, sessionEvent, impliedChannel } from '../sessions.domain.ts'
import { answerSession } from '../sessions.service.ts'

/**
 * POST: a client requests an offered start, a coach books: one session or, by a rule, a series, all or nothing.
 * Bookings of one coach run one after the other through the lock on their calendar, so that hours, buffers and limits
 * also hold for concurrent requests (product §8). Returns the first session of a series.
 */
export async function createSession(deps: Deps, actor: Actor, body: NewSessionBody): Promise<SessionDto> {
  const by = actor.userType
  refuseFields(bookingErrors(body, by, deps.clock.now()))
  if (!actor.paid) throw new Refusal('coach.unpaid')
  return deps.db.transaction().execute(async (tx) => {
    const calendar = await lockCalendar(tx, scopeOf(actor))
    const now = deps.clock.now()
    await requireFewAsked(deps, tx, actor)
    const booked = await requireBooked(tx, actor, body)
    const spans = wantedSpans(body, calendar.timezone, now)
    await requireOffered(tx, actor, calendar, spans, body.outsideHours === true, now)

    const seriesId = spans.length > 1 ? await startSeries(deps, tx, actor, body, calendar, now) : null
    const channel = impliedChannel(body) ?? booked.channel ?? calendar.defaultChannel
    const status = by === 'coach' || calendar.autoConfirm ? 'confirmed' : 'requested'
    // The coach's address for a request is added when they confirm it.
    const meetingUrl = status === 'confirmed' ? await meetingUrlOf(tx, actor, channel, body.meetingUrl) : null
    const sessions = spans.map((span): bookings.NewSession => ({
      id: deps.newId<SessionId>(),
      coachId: actor.coachId,
      clientId: booked.clientId,
      groupId: booked.groupId,
      seriesId,
      title: body.title ?? null,
      objective: body.objective || null,
      ...span,
      timezone: calendar.timezone,
      channel,
      meetingUrl,
      place: body.place ?? null,
      status,
    }))
    await bookings.insertSessions(tx, sessions, now)
    await recordAll(deps, tx, eventsOf(actor, sessions, now))
    // Its first session was already held, and is only recorded now.
    if (booked.groupId !== null && booked.waits && sessions[0]!.startsAt <= now) {
      await startGroup(deps, tx, { ...actor, groupId: booked.groupId }, { wait: true })
    }
    return answerSession(deps, tx, actor, sessions[0]!.id)
  })
}

/** The requested times, by start. @throws Refusal `request.invalid` for an invalid rule or exception */
function wantedSpans(body: NewSessionBody, zone: string, now: EpochMs): Interval[] {
  const { recurrence } = body
  if (recurrence === undefined) return [{ startsAt: fromIso(body.startsAt), endsAt: fromIso(body.endsAt) }]
  const wish = { ...body, recurrence }
  refuseFields(ruleErrors(wish, zone))
  const spans = spansOf(wish, zone)
  refuseFields(exceptionErrors(wish, spans.length, now))
  return withExceptions(spans, wish).map(({ startsAt, endsAt }) => ({ startsAt, endsAt }))
}

/** @throws Refusal `session.overlap`, `session.not_offered` if any of them is not available; nothing is written then */
async function requireOffered(
  tx: Transaction<DB>,
  actor: Actor,
  calendar: Calendar,
  spans: readonly Interval[],
  outsideHours: boolean,
  now: EpochMs,
): Promise<void> {
  const range = { from: spans[0]!.startsAt, to: spans.at(-1)!.endsAt }
  const taken = await takenTimes(tx, scopeOf(actor), range)
  const wishes = spans.map((span) => ({ ...span, outsideHours }))
  const refused = bookingsRefusal(wishes, actor.userType, calendar, taken, now)
  if (refused) throw new Refusal(refused)
}

async function startSeries(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  { startsAt, recurrence }: NewSessionBody,
  { timezone }: Calendar,
  now: EpochMs,
): Promise<SeriesId> {
  const id = deps.newId<SeriesId>()
  const startTime = wallStartOf(fromIso(startsAt), timezone).time
  const series = { id, coachId: actor.coachId, timezone, startTime, rule: recurrence! }
  await insertSeries(tx, series, now)
  return id
}

/** One event each; for a series, one of them notifies people of all. */
function eventsOf(actor: Actor, sessions: readonly bookings.NewSession[], now: EpochMs): DomainEvent[] {
  const first = toldFirst(sessions, now)
  return sessions.map((session) => {
    const { startsAt, status, seriesId } = session
    const { payload, ...rest } = sessionEvent(session, actor.userId)
    if (status === 'requested') {
      const expiresAt = toWire(expiryOf(now, startsAt))
      return { ...rest, type: 'session.requested', payload: { ...payload, expiresAt } }
    }
    const ofSeries = seriesId !== null && { seriesId, ...(session !== first && { quiet: true as const }) }
    const booked = { ...payload, ...ofSeries, by: actor.userType, past: startsAt < now }
    return { ...rest, type: 'session.booked', payload: booked }
  })
}
