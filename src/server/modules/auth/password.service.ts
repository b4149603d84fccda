import type { Transaction } from 'kysely'
import type { ChangePasswordBody } from '#contract/accounts.ts'
import type { AuthSessionId, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '../../effects/record.ts'
import type { Actor } from '../../policy/actor.ts'
import { isSelf } from '../../policy/user.policy.ts'
import { Refusal } from '../../refusal.ts'
import { forgetTrials, noteTrial } from './attempts.service.ts'
import { removeEmailChange } from './email-changes.repository.ts'
import { type PasswordOwner, isWeakPassword } from './password-strength.domain.ts'
import { revokeResets } from './password-resets.repository.ts'
import { findCredentials, replacePassword } from './passwords.repository.ts'
import { revokeSignIns } from './sign-ins.repository.ts'
import { cutSignIns } from './sign-ins.service.ts'

type Origin = { address: string }

/** Changes the password of somebody who knows the present one (product §18); their other sign-ins end. */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  userId: UserId,
  { current, password }: ChangePasswordBody,
  origin: Origin,
): Promise<void> {
  if (!isSelf(actor, userId)) throw new Refusal('user.not_found')
  const owner = await findCredentials(deps.db, userId)
  const before = owner.passwordHash
  if (before === null) throw new Refusal('user.no_password')
  requireStrength(password, owner)
  await requirePassword(deps, actor, { typed: current, kept: before, field: 'current' }, origin)
  const after = await deps.passwords.hash(password)
  const ended = await deps.db.transaction().execute(async (tx) => {
    // Another change won while this one hashed: what was typed is the present password no more.
    if (!(await replacePassword(tx, userId, { before, after }, deps.clock.now()))) throw wrong('current')
    return settleNewPassword(deps, tx, actor, { but: actor.authSessionId })
  })
  cutSignIns(deps, userId, ended)
}

/** @throws Refusal naming `password` when it is one that somebody else would try */
export function requireStrength(password: string, owner: PasswordOwner): void {
  if (isWeakPassword(password, owner)) throw new Refusal('request.invalid', { password: 'password_weak' })
}

/**
 * Makes sure that whoever holds a sign-in also knows the password. Counted before it is looked at, like signing in.
 * @throws Refusal naming `field` when it is another password, `auth.too_many_attempts` after five of them
 */
export async function requirePassword(
  deps: Deps,
  actor: Actor,
  { typed, kept, field }: { typed: string; kept: string; field: string },
  { address }: Origin,
): Promise<void> {
  const trial = { kind: 'password' as const, email: actor.email, address }
  const earlier = await deps.db.transaction().execute((tx) => noteTrial(deps, tx, trial))
  if (!earlier) throw new Refusal('auth.too_many_attempts')
  if (!(await deps.passwords.verify(kept, typed))) {
    deps.log.info({ userId: actor.userId, address }, 'wrong password')
    throw wrong(field)
  }
  await deps.db.transaction().execute((tx) => forgetTrials(deps, tx, trial))
}

/**
 * What follows from a new password, in its transaction: sign-ins end, whatever else could still open or move the
 * account does too, and the person is told. Answers the sign-ins to cut once that is committed.
 */
export async function settleNewPassword(
  deps: Deps,
  tx: Transaction<DB>,
  { userId, coachId }: Pick<Actor, 'userId' | 'coachId'>,
  which: { but?: AuthSessionId },
): Promise<AuthSessionId[]> {
  const now = deps.clock.now()
  await revokeResets(tx, userId, now)
  await removeEmailChange(tx, userId)
  await record(deps, tx, {
    type: 'account.password_changed',
    coachId,
    actorUserId: userId,
    subjectId: userId,
    payload: {},
  })
  return revokeSignIns(tx, userId, which, now)
}

const wrong = (field: string) => new Refusal('request.invalid', { [field]: 'password_wrong' })
