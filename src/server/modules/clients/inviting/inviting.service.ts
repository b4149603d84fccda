import type { Transaction } from 'kysely'
import type { ClientId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { killInvitationTokens } from './invitation-tokens.service.ts'
import { forgetInvitation } from '#server/modules/clients/clients.repository.ts'
import { recordOfClient } from '#server/modules/clients/clients.service.ts'
import * as inviting from './inviting.repository.ts'

export type { LockedClient } from './inviting.repository.ts'

/** Those of these clients that the coach has, locked in the order of their ids until the transaction ends. */
export function lockClients(
  tx: Transaction<DB>,
  actor: CoachActor,
  keys: inviting.ClientKeys,
): Promise<inviting.LockedClient[]> {
  return inviting.lockClients(tx, scopeOf(actor), keys)
}

/** Withdraws the invitation of a locked client who has not accepted: its links stop working. */
export async function withdrawInvitation(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  id: ClientId,
): Promise<void> {
  await forgetInvitation(tx, scopeOf(actor), id, 'invited', deps.clock.now())
  await killInvitationTokens(deps, tx, id)
  await recordOfClient(deps, tx, actor, 'client.changed', id)
}
