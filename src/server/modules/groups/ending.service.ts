import type { Transaction } from 'kysely'
import type { GroupId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { type LockedClient, lockClients, withdrawInvitation } from '../clients/inviting.service.ts'
import { hasPlace, listInvited } from './members.repository.ts'

/** Somebody was invited while a group was about to end: it has to be ended once more, with them. */
export class InvitedMeanwhile extends Error {}

/** Who is invited into a group, locked before the group is: the order that `joinInvitedGroups` tells. */
export async function lockInvited(
  tx: Transaction<DB>,
  actor: CoachActor,
  groupId: GroupId,
): Promise<readonly LockedClient[]> {
  const ids = await listInvited(tx, groupId)
  return ids.length === 0 ? [] : lockClients(tx, actor, { ids })
}

/**
 * Ends the invitations into a locked group that is over now. Its places are open no more by its state alone; whoever
 * was invited for it and for nothing else has no invitation any more, so that their link says why it opens nothing.
 * @throws InvitedMeanwhile when somebody is invited who is not locked
 */
export async function endInvitations(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  groupId: GroupId,
  locked: readonly LockedClient[],
): Promise<void> {
  const people = new Map(locked.map((client) => [client.id, client]))
  for (const id of await listInvited(tx, groupId)) {
    const client = people.get(id)
    if (!client) throw new InvitedMeanwhile(id)
    if (client.role !== 'member' || client.status !== 'invited' || (await hasPlace(tx, id))) continue
    await withdrawInvitation(deps, tx, actor, id)
  }
}
