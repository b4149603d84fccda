import type {
  BulkOutcome,
  BulkTransition,
  LeftClient,
  LeftReason,
  PreviewedChange,
} from '#contract/clients/clients-bulk.ts'
import { type ClientId, toWire } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { listComingOf } from '#server/modules/sessions/changes/calling-off.service.ts'
import type { CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { Refusal } from '#server/refusal.ts'
import { cancelsComing } from '../clients.domain.ts'
import { applyTransition } from '../lifecycle.service.ts'
import { reasonsNotToInvite } from './bulk-inviting.service.ts'
import { retagged, whyNotMoved } from './bulk.domain.ts'
import { listStates, listTags, lockStates, updateTags } from './bulk.repository.ts'

/** POST: gives clients a tag, or takes it away, in one transaction. */
export function tagClients(
  deps: Deps,
  actor: CoachActor,
  { clientIds, tag, remove }: { clientIds: readonly ClientId[]; tag: string; remove: boolean },
): Promise<BulkOutcome> {
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    const kept = tag.normalize('NFC')
    await lockStates(tx, scope, clientIds)
    const known = await listTags(tx, scope, clientIds, kept)
    const decisions = new Map(known.map(({ id, ...tagging }) => [id, retagged(tagging, kept, remove)]))
    const changes = [...decisions].flatMap(([id, decision]) =>
      'tags' in decision ? [{ id, tags: decision.tags }] : [],
    )
    const outcome = outcomeOf(clientIds, (id) => {
      const decision = decisions.get(id)
      if (!decision) return 'notFound'
      return 'reason' in decision ? decision.reason : undefined
    })
    if (changes.length === 0) return outcome
    await updateTags(tx, scope, changes, deps.clock.now())
    const { coachId, userId: actorUserId } = actor
    const payload = { changed: changes.length }
    await record(deps, tx, { type: 'clients.changed', coachId, actorUserId, subjectId: coachId, payload })
    return outcome
  })
}

type Moving = { clientIds: readonly ClientId[]; transition: BulkTransition }

/**
 * POST: changes the state of clients one after the other, each in one transaction as for a single one, so that a refusal
 * leaves the others changed, and nobody waits long for the calendar's lock.
 */
export async function transitionClients(
  deps: Deps,
  actor: CoachActor,
  { clientIds, transition }: Moving,
): Promise<BulkOutcome> {
  const reasons = new Map<ClientId, LeftReason | undefined>()
  for (const id of new Set(clientIds)) reasons.set(id, await move(deps, actor, id, transition))
  return outcomeOf(clientIds, (id) => reasons.get(id))
}

async function move(
  deps: Deps,
  actor: CoachActor,
  id: ClientId,
  transition: BulkTransition,
): Promise<LeftReason | undefined> {
  try {
    await deps.db.transaction().execute((tx) => applyTransition(deps, tx, actor, id, transition))
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'client.not_found') return 'notFound'
    if (error.code !== 'client.wrong_state') throw error
    const [client] = await listStates(deps.db, scopeOf(actor), [id])
    return (client && whyNotMoved(client, transition)) ?? 'wrongState'
  }
}

/** Most sessions that a preview names. */
const SESSIONS_NAMED = 20

type Previewing = { clientIds: readonly ClientId[]; transition: PreviewedChange }

/** POST: whom such a change would reach, and which sessions would be cancelled with it; changes nothing. */
export async function previewChange(deps: Deps, actor: CoachActor, { clientIds, transition }: Previewing) {
  const scope = scopeOf(actor)
  const known = await listStates(deps.db, scope, clientIds)
  const reasons =
    transition === 'invite'
      ? await reasonsNotToInvite(deps, deps.db, actor.coachId, known)
      : new Map(known.map((client) => [client.id, whyNotMoved(client, transition)] as const))
  const outcome = outcomeOf(clientIds, (id) => (reasons.has(id) ? reasons.get(id) : 'notFound'))
  const cancels = transition !== 'invite' && cancelsComing(transition)
  const coming = cancels
    ? await listComingOf(deps, actor, outcome.changed, SESSIONS_NAMED)
    : { rows: [], total: 0 }
  return {
    ...outcome,
    coming: coming.rows.map(({ id, clientId, startsAt, endsAt }) => ({
      id,
      clientId: clientId!,
      startsAt: toWire(startsAt),
      endsAt: toWire(endsAt),
    })),
    comingTotal: coming.total,
  }
}

/** Each id once: changed, or left for a reason. */
function outcomeOf(
  ids: readonly ClientId[],
  reasonOf: (id: ClientId) => LeftReason | undefined,
): BulkOutcome {
  const changed: ClientId[] = []
  const left: LeftClient[] = []
  for (const clientId of new Set(ids)) {
    const reason = reasonOf(clientId)
    if (reason === undefined) changed.push(clientId)
    else left.push({ clientId, reason })
  }
  return { changed, left }
}
