import type { Transaction } from 'kysely'
import type { AgendaChange } from '#contract/sessions/session-records.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { AgendaItemId, ClientId, SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import type { Actor } from '#server/policy/actor.ts'
import { Refusal } from '#server/refusal.ts'
import * as agenda from './agenda.repository.ts'
import { lockAndDecide } from '../deciding.service.ts'
import { sessionEvent } from '../sessions.domain.ts'
import { answerSession } from '../sessions.service.ts'

/** Most points of one agenda. */
const MOST_ITEMS = 30

/**
 * PUT agenda: applies each change separately, so that concurrent changes of the other side are kept; all or nothing.
 * With the session locked, the limit counts the points of both.
 */
export function putAgenda(
  deps: Deps,
  actor: Actor,
  id: SessionId,
  changes: readonly AgendaChange[],
): Promise<SessionDto> {
  return deps.db.transaction().execute(async (tx) => {
    const { session, now } = await lockAndDecide(deps, tx, actor, id, { type: 'editAgenda' })
    for (const change of changes) await carryOut(deps, tx, actor, id, change, now)
    if ((await agenda.countItems(tx, id)) > MOST_ITEMS) throw new Refusal('session.agenda_full')
    const { payload, ...happened } = sessionEvent(session, actor.userId)
    await record(deps, tx, { type: 'session.written', ...happened, payload: { ...payload, what: 'agenda' } })
    return answerSession(deps, tx, actor, id)
  })
}

async function carryOut(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  sessionId: SessionId,
  change: AgendaChange,
  now: EpochMs,
): Promise<void> {
  const own = actor.userType === 'client' ? actor.clientId : undefined
  if (change.op === 'add') {
    const item = { id: deps.newId<AgendaItemId>(), sessionId, text: change.text, clientId: own ?? null }
    return agenda.insertItem(tx, item, now)
  }
  const item = { id: change.id, sessionId, ownedBy: own }
  const changed = await carryOutOn(tx, item, change, now)
  if (!changed) throw new Refusal('session.agenda_item_not_found')
}

function carryOutOn(
  tx: Transaction<DB>,
  item: { id: AgendaItemId; sessionId: SessionId; ownedBy: ClientId | undefined },
  change: Exclude<AgendaChange, { op: 'add' }>,
  now: EpochMs,
): Promise<boolean> {
  const { id, sessionId, ownedBy } = item
  const owned = { id, sessionId, ...(ownedBy !== undefined && { ownedBy }) }
  switch (change.op) {
    case 'edit':
      return agenda.updateItem(tx, owned, { text: change.text }, now)
    case 'tick':
      // Ticking a point means it was discussed, which both sides may do.
      return agenda.updateItem(tx, { id, sessionId }, { done: change.done }, now)
    case 'remove':
      return agenda.deleteItem(tx, owned, now)
    case 'restore':
      return agenda.restoreItem(tx, owned, now)
  }
}

/** Removes points that were deleted before an instant: part of the daily purge. */
export const forgetDeletedItems = agenda.forgetItems
