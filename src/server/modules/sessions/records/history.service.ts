import type { HistoryEntry } from '#contract/sessions/session-records.ts'
import { type SessionId, toWire } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { found } from '#server/refusal.ts'
import { type ToldEvent, TOLD_TYPES, mayRead, tellEvent } from './history.presenter.ts'
import { listHappened } from './history.repository.ts'
import * as sessions from '../sessions.repository.ts'

/** GET history: everything that happened to a session, oldest first, as far as the reader may see it. */
export async function getSessionHistory(
  deps: Deps,
  actor: Actor,
  id: SessionId,
): Promise<{ data: HistoryEntry[] }> {
  const scope = scopeOf(actor)
  const [session, happened] = await Promise.all([
    sessions.findSession(deps.db, scope, id),
    listHappened(deps.db, scope, id, TOLD_TYPES),
  ])
  const { cancelReason } = found(session, 'session.not_found')
  const reader = actor.userType === 'client' ? actor.clientId : undefined
  const data = happened
    .map(({ id: entryId, occurredAt, name, ...event }) => ({
      entryId,
      occurredAt,
      name,
      event: event as ToldEvent,
    }))
    .filter(({ event }) => mayRead(event, reader))
    .map(({ entryId, occurredAt, name, event }) => {
      const told = tellEvent(event, reader)
      // It was cancelled with its process: the session itself has the reason.
      const reason = event.type === 'session.calledOff' ? cancelReason : told.reason
      return { id: entryId, ...told, at: toWire(occurredAt), name, reason }
    })
  return { data }
}
