import type { Transaction } from 'kysely'
import type { ClientId, GroupId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { CalledOff } from '#server/domain-events.ts'
import { record } from '#server/events/record.ts'
import type { CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { Refusal } from '#server/refusal.ts'
import { decide } from '../lifecycle.domain.ts'
import { sessionEvent } from '../sessions.domain.ts'
import * as sessions from '../sessions.repository.ts'
import { titleFor } from '#server/modules/titles/titles.domain.ts'

/** The sessions that would be cancelled with the processes of these clients, by start. */
export async function listComingOf(deps: Deps, actor: CoachActor, clientIds: readonly ClientId[]) {
  const now = deps.clock.now()
  const coming = await sessions.listComing(deps.db, scopeOf(actor), clientIds, now)
  return coming.filter((session) => decide(session, { type: 'callOff' }, 'coach', now) !== undefined)
}

type Whose = { clientId: ClientId } | { groupId: GroupId }

/**
 * Cancels all future sessions of a client whose process pauses or ends, or of a group that is finished (product §6,
 * §7). Each session keeps its history and loses its timers. Returns the cancelled ones, for the one mail about all of
 * them. The caller has locked the coach's calendar, which every booking locks first, so that no booking is missed.
 */
export async function callOffComing(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  whose: Whose,
  reason: string,
): Promise<CalledOff[]> {
  const now = deps.clock.now()
  const coming = await sessions.lockComing(tx, scopeOf(actor), whose, now)
  const gone: CalledOff[] = []
  for (const session of coming) {
    const decision = decide(session, { type: 'callOff' }, 'coach', now)
    if (!decision) continue
    const change = { cancellation: { by: 'coach' as const, reason, late: decision.late } }
    if (!(await sessions.transitionSession(tx, session.id, session.status, decision.to, change, now))) {
      throw new Refusal('clientId' in whose ? 'client.wrong_state' : 'group.wrong_state')
    }
    const happened = sessionEvent(session, actor.userId)
    await record(deps, tx, { type: 'session.calledOff', ...happened })
    const { startsAt, endsAt } = happened.payload
    const reader = { side: 'client' as const, language: session.clientLanguage }
    gone.push({ sessionId: session.id, title: titleFor(session, reader, deps.texts), startsAt, endsAt })
  }
  return gone
}
