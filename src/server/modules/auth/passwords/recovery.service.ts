import type { Transaction } from 'kysely'
import type { Asked, LinkedIdentity, NewPasswordSet, RecoverBody } from '#contract/account/accounts.ts'
import type { UserId } from '#contract/values.ts'
import { epochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { changeTimers } from '#server/events/timers.ts'
import { Refusal, found } from '#server/refusal.ts'
import { identitiesOf } from '#server/modules/auth/identities/linked-identities.service.ts'
import { findAccount } from '../accounts.repository.ts'
import { noteTrial, welcomeSignIn } from '#server/modules/auth/sign-in/attempts.service.ts'
import { RECOVERY_MS } from '../auth.domain.ts'
import { requireStrength, settleNewPassword } from './password.service.ts'
import { findReset, replaceReset, takeReset } from './password-resets.repository.ts'
import { setPassword } from './passwords.repository.ts'
import { cutSignIns } from '#server/modules/auth/sign-in/sign-ins.service.ts'

/**
 * Asks for a link (product §3). Every address goes through the same statements: whether there is an account is looked
 * up by the clock afterwards, so neither answer nor time tells. One ask too many is answered the same and does nothing.
 */
export async function askRecovery(
  deps: Deps,
  { email }: { email: string },
  { address }: { address: string },
): Promise<Asked> {
  await deps.db.transaction().execute(async (tx) => {
    const earlier = await noteTrial(deps, tx, { kind: 'recovery', email, address })
    if (!earlier) return
    const key = `recovery:${deps.tokens.hashGuessable('account', email).toString('base64url')}`
    const command = { type: 'recovery.send' as const, email }
    await changeTimers(tx, [{ kind: 'set', key, dueAt: deps.clock.now(), command }])
  })
  return { asked: true }
}

/** The clock's part of asking: a link goes out when the address has an account, with a password or without. */
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
}

/** A link for the mail, in the place of those before. Undefined when the account has another address by now. */
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

/** What else opens the account of a link, for the person who sets its password; the link stays good. */
export async function lookAtRecovery(
  deps: Deps,
  { token }: { token: string },
): Promise<{ identities: LinkedIdentity[] }> {
  const reset = await findReset(deps.db, deps.tokens.hashLinkToken(token), deps.clock.now())
  const { userId } = found(reset, 'auth.link_invalid')
  return { identities: await identitiesOf(deps.db, userId) }
}

/**
 * Sets a password through a link (product §3), also for an account that had none. Every sign-in ends and none is
 * opened: holding the mail is enough to set a password, and only the password signs in. Whoever holds the mail is no
 * guesser: what was tried from their address is forgotten, and they stand in no line behind those who guess elsewhere.
 */
export async function recover(
  deps: Deps,
  { token, password, dropIdentities }: RecoverBody,
  { address }: { address: string },
): Promise<NewPasswordSet> {
  const tokenHash = deps.tokens.hashLinkToken(token)
  const owner = found(await findReset(deps.db, tokenHash, deps.clock.now()), 'auth.link_invalid')
  requireStrength(password, owner)
  // Takes its milliseconds before the transaction, which holds a connection.
  const passwordHash = await deps.passwords.hash(password)
  const { userId, coachId, email } = owner
  const { ended, set } = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    // The account before the link, as everywhere: two that need both wait for each other only in this order.
    await setPassword(tx, userId, passwordHash, now)
    if (!(await takeReset(tx, tokenHash, now))) throw new Refusal('auth.link_invalid')
    await welcomeSignIn(deps, tx, { kind: 'signIn', email, address })
    return settleNewPassword(deps, tx, { userId, coachId }, { dropIdentities })
  })
  cutSignIns(deps, userId, ended)
  deps.log.info({ userId }, 'password recovered')
  return set
}
