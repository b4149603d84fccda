import type { Transaction } from 'kysely'
import type { ClientId, GroupId, UserId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { CalledOff } from '#server/domain-events.ts'
import { recordAll } from '#server/events/record.ts'
import type { CoachActor } from '#server/policy/actor.ts'
import { type CoachScope, scopeOf } from '#server/policy/scope.ts'
import { Refusal } from '#server/refusal.ts'
import { decide } from '../lifecycle.domain.ts'
import { sessionEvent } from '../sessions.domain.ts'
import { callOffSessions, listComing, lockComing } from './coming-sessions.repository.ts'
import { titleFor } from '#server/modules/titles/titles.domain.ts'

/** The first `most` sessions that would be cancelled with the processes of these clients, by start, and how many. */
export function listComingOf(deps: Deps, actor: CoachActor, clientIds: readonly ClientId[], most: number) {
  return listComing(deps.db, scopeOf(actor), clientIds, { now: deps.clock.now(), most })
}

type Whose = { clientId: ClientId } | { groupId: GroupId }

/** In which practice, and who does it: null for the end of an account. */
type Calling = { scope: CoachScope; by: UserId | null }

/**
 * Cancels all future sessions of a client whose process pauses or ends, or of a group that is finished (product §6,
 * §7). Each session keeps its history and loses its timers; the number of statements does not grow with theirs. Returns the cancelled ones, for the one mail about all of
 * them. The caller has locked the coach's calendar, which every booking locks first, so that no booking is missed.
 */
export async function callOffComing(
  deps: Deps,
  tx: Transaction<DB>,
  { scope, by }: Calling,
  whose: Whose,
  reason: string,
): Promise<CalledOff[]> {
  const now = deps.clock.now()
  const coming = await lockComing(tx, scope, whose, now)
  const gone = coming.flatMap((session) => {
    const decision = decide(session, { type: 'callOff' }, 'coach', now)
    return decision ? [{ session, decision }] : []
  })
  const changes = gone.map(({ session: { id, status }, decision }) => ({ id, from: status, ...decision }))
  if (!(await callOffSessions(tx, scope, changes, reason, now))) {
    throw new Refusal('clientId' in whose ? 'client.wrong_state' : 'group.wrong_state')
  }
  const events = gone.map(({ session }) => ({
    type: 'session.calledOff' as const,
    ...sessionEvent(session, by),
  }))
  await recordAll(deps, tx, events)
  return gone.map(({ session }, index) => {
    const { startsAt, endsAt } = events[index]!.payload
    const reader = { side: 'client' as const, language: session.clientLanguage }
    return { sessionId: session.id, title: titleFor(session, reader, deps.texts), startsAt, endsAt }
  })
}
