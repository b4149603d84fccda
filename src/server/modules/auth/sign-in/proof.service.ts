import type { Proof } from '#contract/account/accounts.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/policy/actor.ts'
import { MINUTE_MS } from '#time/clock.ts'
import { Refusal } from '#server/refusal.ts'
import type { AuditOrigin } from '#server/modules/audit/audit.domain.ts'
import { audit } from '#server/modules/audit/audit.service.ts'
import { forgetAttempts, noteAttempt } from './attempts.service.ts'
import { findCredentials } from '#server/modules/auth/passwords/passwords.repository.ts'
import { findSignInStart } from './sign-ins.repository.ts'

/** A sign-in this young is the proof of an account without a password (product §3). */
const RECENT_MS = 10 * MINUTE_MS

/**
 * Requires proof before a change that would outlive a stolen sign-in or lock its person out (product §3): the current
 * password, or, in an account without one, a recent sign-in.
 * @throws Refusal naming `password` if it is missing or wrong, `auth.too_many_attempts` after five of them,
 * `auth.sign_in_again`
 */
export async function requireProof(
  deps: Deps,
  actor: Actor,
  { password }: Proof,
  origin: AuditOrigin,
): Promise<void> {
  const { passwordHash: kept } = await findCredentials(deps.db, actor.userId)
  if (kept === null) {
    const signedInAt = await findSignInStart(deps.db, actor.authSessionId)
    if (deps.clock.now() - signedInAt > RECENT_MS) throw new Refusal('auth.sign_in_again')
    return
  }
  if (password === undefined) throw new Refusal('request.invalid', { password: 'required' })
  await requirePassword(deps, actor, { typed: password, kept, field: 'password' }, origin)
}

/**
 * Requires the current password of a signed-in person. The attempt is counted before it is compared, as in a sign-in.
 * @throws Refusal naming `field` if the password is wrong, `auth.too_many_attempts` after five of them
 */
export async function requirePassword(
  deps: Deps,
  actor: Actor,
  { typed, kept, field }: { typed: string; kept: string; field: string },
  origin: AuditOrigin,
): Promise<void> {
  const { userId } = actor
  const { address } = origin
  const attempt = { kind: 'password' as const, email: actor.email, address }
  const earlier = await deps.db.transaction().execute((tx) => noteAttempt(deps, tx, attempt))
  if (!earlier) throw new Refusal('auth.too_many_attempts')
  if (!(await deps.passwords.verify(kept, typed))) {
    deps.log.info({ userId, address }, 'wrong password')
    // At most five in a quarter of an hour, which is the limit of attempts.
    await deps.db
      .transaction()
      .execute((tx) => audit(deps, tx, { kind: 'password.wrong', userId, actor: userId, origin }))
    throw wrongPassword(field)
  }
  await deps.db.transaction().execute((tx) => forgetAttempts(deps, tx, attempt))
}

/** The refusal of a password that is not the current one. */
export const wrongPassword = (field: string) => new Refusal('request.invalid', { [field]: 'password_wrong' })
