import type { Transaction } from 'kysely'
import type { GroupId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import {
  type LockedClient,
  lockClients,
  withdrawInvitation,
} from '#server/modules/clients/inviting/inviting.service.ts'
import { hasPlace, listInvited } from './members.repository.ts'

/** Somebody was invited while the group was being ended: the transaction has to run again, with that person locked. */
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
 * Withdraws the invitations of people who were invited for a group that is over now, and for nothing else; their links
 * then say why they open nothing. The group is locked. Its other open places end by its state alone.
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
