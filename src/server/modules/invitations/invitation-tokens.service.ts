import type { Transaction } from 'kysely'
import type { ClientId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { revokeTokens } from './invitations.repository.ts'

/** Makes every link mailed so far for a client's invitation useless (product §4). */
export function killInvitationTokens(deps: Deps, tx: Transaction<DB>, clientId: ClientId): Promise<void> {
  return revokeTokens(tx, clientId, deps.clock.now())
}
