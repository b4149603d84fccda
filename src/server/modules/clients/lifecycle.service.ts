import type { Transaction } from 'kysely'
import type { ClientDetail } from '#contract/clients.ts'
import type { ClientId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { CalledOff } from '../../domain-events.ts'
import { record } from '#server/events/record.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { found } from '../../refusal.ts'
import { lockCalendar } from '../calendars/calendars.service.ts'
import { callOffComing } from '#server/modules/sessions/changes/calling-off.service.ts'
import { type ClientTransition, archivableFrom, cancelsComing, decideTransition } from './clients.domain.ts'
import * as clients from './clients.repository.ts'
import { answerClient } from './clients.service.ts'

/**
 * POST pause, resume, finish, reactivate, archive, restore (product §6). Locks are taken in the order calendar, client,
 * sessions, as in bookings: a booking is either cancelled here or finds the client no longer active. The links of an
 * invitation are kept: they open nothing while the client is archived, and work again once restored.
 * @throws Refusal `client.wrong_state` if the change is not possible in this state
 */
export function transitionClient(
  deps: Deps,
  actor: CoachActor,
  id: ClientId,
  transition: ClientTransition,
): Promise<ClientDetail> {
  return deps.db.transaction().execute(async (tx) => {
    await applyTransition(deps, tx, actor, id, transition)
    return answerClient(deps, tx, actor, id)
  })
}

/** The same within a transaction, which has no locks yet. */
export async function applyTransition(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  id: ClientId,
  transition: ClientTransition,
): Promise<void> {
  const scope = scopeOf(actor)
  if (cancelsComing(transition)) await lockCalendar(tx, scope)
  const client = found(await clients.lockClient(tx, scope, id), 'client.not_found')
  const status = found(decideTransition(client, transition), 'client.wrong_state')
  const archivedFrom = status === 'archived' ? (archivableFrom(client.status) ?? null) : null
  await clients.transitionClient(tx, scope, id, { status, archivedFrom }, deps.clock.now())
  const calledOff = cancelsComing(transition)
    ? await callOff(deps, tx, actor, id, transition, client.language)
    : []
  await record(deps, tx, {
    ...eventOf(transition, calledOff),
    coachId: actor.coachId,
    actorUserId: actor.userId,
    subjectId: id,
  })
}

// The reason for each cancellation, in the language of its reader.
function callOff(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  id: ClientId,
  transition: ClientTransition,
  language: string,
): Promise<CalledOff[]> {
  const reason = transition === 'pause' ? 'defaults:process_paused' : 'defaults:process_finished'
  const calling = { scope: scopeOf(actor), by: actor.userId }
  return callOffComing(deps, tx, calling, { clientId: id }, deps.texts.text(language, reason))
}

function eventOf(transition: ClientTransition, calledOff: readonly CalledOff[]) {
  switch (transition) {
    case 'pause':
      return { type: 'client.paused' as const, payload: { calledOff } }
    case 'finish':
      return { type: 'client.finished' as const, payload: { calledOff } }
    case 'archive':
      return { type: 'client.archived' as const, payload: { calledOff } }
    case 'resume':
      return { type: 'client.resumed' as const, payload: {} }
    case 'reactivate':
      return { type: 'client.reactivated' as const, payload: {} }
    case 'restore':
      return { type: 'client.restored' as const, payload: {} }
  }
}
