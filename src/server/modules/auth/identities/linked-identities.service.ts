import type { Kysely, Transaction } from 'kysely'
import type { LinkedIdentity } from '#contract/account/accounts.ts'
import type { UserId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import type { Actor } from '#server/policy/actor.ts'
import type { AuditOrigin } from '#server/modules/audit/audit.domain.ts'
import { audit } from '#server/modules/audit/audit.service.ts'
import * as identities from './linked-identities.repository.ts'

export {
  findIdentityUser,
  hasIdentity,
  insertIdentity,
  updateIdentityUse,
} from './linked-identities.repository.ts'

/** GET google: the ways to sign in to the person's account besides a password. */
export async function listIdentities(deps: Deps, actor: Actor): Promise<{ data: LinkedIdentity[] }> {
  return { data: await identitiesOf(deps.db, actor.userId) }
}

/** The identities of an account, by their addresses at the provider. */
export function identitiesOf(db: Kysely<DB>, userId: UserId): Promise<LinkedIdentity[]> {
  return identities.listIdentities(db, userId)
}

/** Unlinks every identity of an account that has a password, and notifies its person by mail if there was one. */
export async function dropIdentities(
  deps: Deps,
  tx: Transaction<DB>,
  { userId, coachId }: Pick<Actor, 'userId' | 'coachId'>,
  origin: AuditOrigin,
): Promise<void> {
  if (!(await identities.removeIdentities(tx, userId))) return
  const type = 'account.google_unlinked'
  await record(deps, tx, { type, coachId, actorUserId: userId, subjectId: userId, payload: {} })
  await audit(deps, tx, { kind: 'google.unlinked', userId, actor: userId, origin })
}
