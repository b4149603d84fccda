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
import { hasSeat, listInvited } from './members.repository.ts'

/** A person was invited while the group was ending: the transaction has to run again, with that person locked. */
export class InvitedMeanwhile extends Error {}

/** The people invited into a group, locked before the group: the lock order of `joinInvitedGroups`. */
export async function lockInvited(
  tx: Transaction<DB>,
  actor: CoachActor,
  groupId: GroupId,
): Promise<readonly LockedClient[]> {
  const ids = await listInvited(tx, groupId)
  return ids.length === 0 ? [] : lockClients(tx, actor, { ids })
}

/**
 * Withdraws the invitations of people who were only invited for this group, which has ended; their links then explain
 * why they do not work. The group is locked. Its other open seats end because of its state.
 * @throws InvitedMeanwhile if an invited person is not locked
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
    if (client.role !== 'member' || client.status !== 'invited' || (await hasSeat(tx, id))) continue
    await withdrawInvitation(deps, tx, actor, id)
  }
}
