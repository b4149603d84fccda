import type { Transaction } from 'kysely'
import { type SessionId, type UserId, toWire } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { changeTimers } from '#server/events/timers.ts'
import { expiryOfSession, noticeOf, sessionEvent } from '../sessions.domain.ts'
import * as timers from './timers.repository.ts'

const PAGE = 500

type Timed = NonNullable<Awaited<ReturnType<typeof timers.findTimedSession>>>

/**
 * Sets the timers of all sessions of a practice that lie ahead or wait for an answer, as what happened to them would have: for
 * sessions that were not booked here. A request or a move that ran out meanwhile is over, and nobody is told.
 */
export async function keepComing(deps: Deps, tx: Transaction<DB>, coachId: UserId): Promise<void> {
  const now = deps.clock.now()
  for (let after: SessionId | undefined; ;) {
    const page = await timers.listTimed(tx, coachId, { now, after, most: PAGE })
    const ranOut = page.filter((session) => isOver(expiryOfSession(session), now))
    await timers.expireQuietly(tx, ids(ranOut), now)
    const moveRanOut = page.filter((session) => isOver(lapseOf(session), now))
    await timers.endMovesQuietly(tx, ids(moveRanOut), now)
    const events = page.flatMap((session) => eventsOf(session, now))
    await changeTimers(
      tx,
      events.flatMap((event) => deps.eventPlans.planTimers(event, now)),
    )
    if (page.length < PAGE) return
    after = page.at(-1)!.id
  }
}

const ids = (sessions: readonly Timed[]) => sessions.map(({ id }) => id)

const isOver = (at: EpochMs | null, now: EpochMs) => at !== null && at <= now

/** When a request to move lapses: at the notice before the start. */
const lapseOf = (session: Timed) =>
  session.status === 'confirmed' && session.moveStartsAt !== null ? noticeOf(session, session.startsAt) : null

/** What would have set the timers that a session has now. */
function eventsOf(session: Timed, now: EpochMs): DomainEvent[] {
  const { payload, ...happened } = sessionEvent(session, null)
  const expiresAt = expiryOfSession(session)
  if (expiresAt !== null) {
    if (expiresAt <= now) return []
    return [{ ...happened, type: 'session.requested', payload: { ...payload, expiresAt: toWire(expiresAt) } }]
  }
  const lapsesAt = lapseOf(session)
  const times = { toStartsAt: payload.startsAt, toEndsAt: payload.endsAt }
  return [
    ...(session.startsAt > now
      ? [{ ...happened, type: 'session.confirmed' as const, payload: { ...payload, by: 'coach' as const } }]
      : []),
    ...(lapsesAt !== null && lapsesAt > now
      ? [
          {
            ...happened,
            type: 'session.move_requested' as const,
            payload: { ...payload, ...times, lapsesAt: toWire(lapsesAt) },
          },
        ]
      : []),
  ]
}
