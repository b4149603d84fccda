import type { Transaction } from 'kysely'
import type { Asked, LinkedIdentity, NewPasswordSet, RecoverBody } from '#contract/account/accounts.ts'
import type { UserId } from '#contract/values.ts'
import { HOUR_MS, epochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { changeTimers } from '#server/events/timers.ts'
import { Refusal, found } from '#server/refusal.ts'
import { identitiesOf } from '#server/modules/auth/identities/linked-identities.service.ts'
import type { AuditOrigin } from '#server/modules/audit/audit.domain.ts'
import { audit } from '#server/modules/audit/audit.service.ts'
import { findAccount } from '../accounts.repository.ts'
import { noteAttempt, welcomeSignIn } from '#server/modules/auth/sign-in/attempts.service.ts'
import { requireStrength, settleNewPassword } from './password.service.ts'
import { findReset, replaceReset, takeReset } from './password-resets.repository.ts'
import { setPassword } from './passwords.repository.ts'
import { cutSignIns } from '#server/modules/auth/sign-in/sign-ins.service.ts'

/** A recovery link is valid for an hour (product §3). */
const RECOVERY_MS = HOUR_MS

/**
 * Requests a link (product §3). Every address runs the same statements: whether it has an account is checked by a timer
 * afterwards, so neither response nor time reveals it. A request above the limit gets the same response and has no
 * effect.
 */
export async function askRecovery(
  deps: Deps,
  { email }: { email: string },
  { address }: { address: string },
): Promise<Asked> {
  await deps.db.transaction().execute(async (tx) => {
    const earlier = await noteAttempt(deps, tx, { kind: 'recovery', email, address })
    if (!earlier) return
    const key = `recovery:${deps.tokens.hashGuessable('account', email).toString('base64url')}`
    const command = { type: 'recovery.send' as const, email }
    await changeTimers(tx, [{ kind: 'set', key, dueAt: deps.clock.now(), command }])
  })
  return { asked: true }
}

/** The timer's part of a request: mails a link if the address has an account, with or without a password. */
export async function sendRecovery(
  deps: Deps,
  tx: Transaction<DB>,
  { email }: { email: string },
): Promise<void> {
  const account = await findAccount(tx, email)
  if (!account?.coachId) return
  await record(deps, tx, {
    type: 'account.recovery_requested',
    coachId: account.coachId,
    actorUserId: null,
    subjectId: account.userId,
    payload: {},
  })
  await audit(deps, tx, { kind: 'recovery.asked', userId: account.userId, actor: 'unknown' })
}

/** A link for the mail, replacing earlier ones. Undefined if the account has another address by now. */
export async function mintRecoveryLink(
  deps: Deps,
  person: { userId: UserId; email: string },
): Promise<string | undefined> {
  const token = deps.tokens.newLinkToken()
  const hash = deps.tokens.hashLinkToken(token)
  const now = deps.clock.now()
  const kept = await deps.db
    .transaction()
    .execute((tx) => replaceReset(tx, person, hash, now, epochMs(now + RECOVERY_MS)))
  return kept ? `${deps.config.publicUrl}/recovery?t=${token}` : undefined
}

/** The other ways to sign in to the account of a link, for the person who sets its password; does not use the link. */
export async function lookAtRecovery(
  deps: Deps,
  { token }: { token: string },
): Promise<{ identities: LinkedIdentity[] }> {
  const reset = await findReset(deps.db, deps.tokens.hashLinkToken(token), deps.clock.now())
  const { userId } = found(reset, 'auth.link_invalid')
  return { identities: await identitiesOf(deps.db, userId) }
}

/**
 * Sets a password through a link (product §3), also for an account that had no password. Every sign-in ends and no new
 * one is opened: the mail is enough to set a password, and only the password signs in. The person with the mail is not
 * guessing, so failed attempts from their address are forgotten, and they do not wait for attempts from elsewhere.
 */
export async function recover(
  deps: Deps,
  { token, password, dropIdentities }: RecoverBody,
  origin: AuditOrigin,
): Promise<NewPasswordSet> {
  const tokenHash = deps.tokens.hashLinkToken(token)
  const owner = found(await findReset(deps.db, tokenHash, deps.clock.now()), 'auth.link_invalid')
  requireStrength(password, owner)
  // Hashing is slow: do it before the transaction, which holds a connection.
  const passwordHash = await deps.passwords.hash(password)
  const { userId, coachId, email } = owner
  const { ended, set } = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    // The account before the link, as everywhere, to avoid a deadlock.
    await setPassword(tx, userId, passwordHash, now)
    if (!(await takeReset(tx, tokenHash, now))) throw new Refusal('auth.link_invalid')
    await welcomeSignIn(deps, tx, { kind: 'signIn', email, address: origin.address })
    return settleNewPassword(
      deps,
      tx,
      { userId, coachId },
      { kind: 'password.recovered', origin, dropIdentities },
    )
  })
  cutSignIns(deps, userId, ended)
  deps.log.info({ userId }, 'password recovered')
  return set
}
