import type { Transaction } from 'kysely'
import type { ChangePasswordBody, NewPasswordSet } from '#contract/account/accounts.ts'
import type { AuthSessionId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import type { Actor } from '#server/policy/actor.ts'
import { Refusal } from '#server/refusal.ts'
import type { AuditOrigin } from '#server/modules/audit/audit.domain.ts'
import { audit } from '#server/modules/audit/audit.service.ts'
import { endFeeds } from '#server/modules/feeds/feeds.service.ts'
import { dropIdentities, identitiesOf } from '#server/modules/auth/identities/linked-identities.service.ts'
import { removeEmailChange } from '#server/modules/auth/emails/email-changes.repository.ts'
import { type PasswordOwner, isWeakPassword } from './password-strength.domain.ts'
import { revokeResets } from './password-resets.repository.ts'
import { requirePassword, wrongPassword } from '#server/modules/auth/sign-in/proof.service.ts'
import { findCredentials, replacePassword } from './passwords.repository.ts'
import { revokeSignIns } from '#server/modules/auth/sign-in/sign-ins.repository.ts'
import { cutSignIns } from '#server/modules/auth/sign-in/sign-ins.service.ts'

/** Changes the password of a person who knows the current one (product §18); their other sign-ins end. */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  { current, password, dropIdentities }: ChangePasswordBody,
  origin: AuditOrigin,
): Promise<NewPasswordSet> {
  const { userId } = actor
  const owner = await findCredentials(deps.db, userId)
  const before = owner.passwordHash
  if (before === null) throw new Refusal('user.no_password')
  requireStrength(password, owner)
  await requirePassword(deps, actor, { typed: current, kept: before, field: 'current' }, origin)
  const after = await deps.passwords.hash(password)
  const { ended, set } = await deps.db.transaction().execute(async (tx) => {
    // Another change committed meanwhile, so the typed password is no longer the current one.
    if (!(await replacePassword(tx, userId, { before, after }, deps.clock.now())))
      throw wrongPassword('current')
    return settleNewPassword(deps, tx, actor, {
      kind: 'password.changed',
      origin,
      but: actor.authSessionId,
      dropIdentities,
    })
  })
  cutSignIns(deps, userId, ended)
  return set
}

/** @throws Refusal naming `password` if it is easy to guess */
export function requireStrength(password: string, owner: PasswordOwner): void {
  if (isWeakPassword(password, owner)) throw new Refusal('request.invalid', { password: 'password_weak' })
}

type Settling = {
  kind: 'password.changed' | 'password.recovered'
  origin: AuditOrigin
  /** The sign-in to keep. */
  but?: AuthSessionId
  /** Whether identity providers are unlinked as well. */
  dropIdentities?: boolean | undefined
}

/** The sign-ins to cut once a new password is committed, and the response. */
type Settled = { ended: AuthSessionId[]; set: NewPasswordSet }

/**
 * The consequences of a new password, in its transaction: sign-ins, calendar feeds, recovery links and a pending change
 * of address end, and a mail names the identities that can still sign in (product §3).
 */
export async function settleNewPassword(
  deps: Deps,
  tx: Transaction<DB>,
  { userId, coachId }: Pick<Actor, 'userId' | 'coachId'>,
  { kind, origin, but, dropIdentities: drop = false }: Settling,
): Promise<Settled> {
  const now = deps.clock.now()
  await revokeResets(tx, userId, now)
  await removeEmailChange(tx, userId)
  const endedFeeds = await endFeeds(tx, userId)
  if (drop) await dropIdentities(deps, tx, { userId, coachId }, origin)
  const identities = await identitiesOf(tx, userId)
  await record(deps, tx, {
    type: 'account.password_changed',
    coachId,
    actorUserId: userId,
    subjectId: userId,
    payload: { endedFeeds, identities: identities.map(({ email }) => email) },
  })
  const ended = await revokeSignIns(tx, userId, but === undefined ? {} : { but }, now)
  await audit(deps, tx, { kind, userId, actor: userId, origin, detail: { ended: ended.length } })
  return { ended, set: { endedFeeds, identities } }
}
