import type { HistoryEntry } from '#contract/session-records.ts'
import { type SessionId, wire } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { found } from '../../refusal.ts'
import { mayRead, tellEvent } from './history.domain.ts'
import { listHappened } from './history.repository.ts'
import * as sessions from './sessions.repository.ts'

/** GET history: everything that happened to a session, oldest first, as far as the reader may know of it. */
export async function getSessionHistory(
  deps: Deps,
  actor: Actor,
  id: SessionId,
): Promise<{ data: HistoryEntry[] }> {
  const scope = scopeOf(actor)
  const [session, happened] = await Promise.all([
    sessions.findSession(deps.db, scope, id),
    listHappened(deps.db, scope, id),
  ])
  const { cancelReason } = found(session, 'session.not_found')
  const reader = actor.userType === 'client' ? actor.clientId : undefined
  const data = happened
    .filter(({ event }) => mayRead(event, reader))
    .map(({ id: entryId, occurredAt, name, event }) => {
      const told = tellEvent(event, reader)
      // A process that ended took it along: the session itself keeps why.
      const reason = event.type === 'session.calledOff' ? cancelReason : told.reason
      return { id: entryId, ...told, at: wire(occurredAt), name, reason }
    })
  return { data }
}
