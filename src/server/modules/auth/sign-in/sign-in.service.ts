import type { Transaction } from 'kysely'
import type { SignedIn } from '#contract/account/auth.ts'
import { HOUR_MS, fromIso, toIso } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { TimerCommand } from '#server/domain-events.ts'
import { changeTimers } from '#server/events/timers.ts'
import { type AuditOrigin, USER_AGENT_LENGTH } from '#server/modules/audit/audit.domain.ts'
import { auditFailure } from '#server/modules/audit/audit.service.ts'
import { Refusal } from '#server/refusal.ts'
import { findAccount } from '../accounts.repository.ts'
import { noteSignIn, welcomeSignIn } from './attempts.service.ts'
import { openSignIn } from '../auth.service.ts'
import { holdPassword } from '#server/modules/auth/passwords/passwords.repository.ts'

/**
 * Signs in to the membership used last (product §1 D19). Neither response nor time reveals whether the account exists:
 * both ways store the attempt, wait, look up and hash the same. The attempt counts as failed before the password is
 * compared, so that concurrent ones cannot exceed the limit; success removes it. A failure is noted for the audit log by
 * a timer, set for any address: only the timer looks whether there is an account to note it for.
 */
export async function signIn(
  deps: Deps,
  { email, password }: { email: string; password: string },
  origin: AuditOrigin,
): Promise<SignedIn> {
  const { address } = origin
  const attempt = { kind: 'signIn' as const, email, address }
  const turn = await deps.db.transaction().execute((tx) => noteSignIn(deps, tx, attempt))
  if (!turn) throw new Refusal('auth.too_many_attempts')
  await deps.pause(turn.waitMs)
  const account = await findAccount(deps.db, email)
  const matches = await deps.passwords.verify(account?.passwordHash ?? undefined, password)
  if (!matches || !account?.membershipId || !account.userType) {
    deps.log.info({ address, userId: account?.userId }, 'sign-in failed')
    await deps.db.transaction().execute((tx) => noteFailure(deps, tx, email, origin))
    throw new Refusal('auth.bad_credentials')
  }
  const { userId, membershipId, userType } = account
  const signedIn = await deps.db.transaction().execute(async (tx) => {
    // The password changed meanwhile. The change ended every sign-in, and must not be followed by one with the old
    // password.
    if (!(await holdPassword(tx, userId, account.passwordHash))) throw new Refusal('auth.bad_credentials')
    await welcomeSignIn(deps, tx, attempt)
    return openSignIn(deps, tx, { userId, membershipId, userType, origin, way: 'password' })
  })
  deps.log.info({ userId, address }, 'signed in')
  return signedIn
}

type FailedSignIn = Extract<TimerCommand, { type: 'audit.signInFailed' }>

// One timer for an account, a network address and an hour, known or not: of several failures the last one is noted.
function noteFailure(deps: Deps, tx: Transaction<DB>, email: string, origin: AuditOrigin): Promise<void> {
  const now = deps.clock.now()
  const { address, userAgent } = origin
  const who = deps.tokens
    .hashGuessable('audit', `${email} ${address} ${Math.floor(now / HOUR_MS)}`)
    .toString('base64url')
  const command: FailedSignIn = { type: 'audit.signInFailed', email, address, at: toIso(now) }
  if (userAgent !== undefined) command.userAgent = userAgent.slice(0, USER_AGENT_LENGTH)
  return changeTimers(tx, [{ kind: 'set', key: `audit.failed:${who}`, dueAt: now, command }])
}

/** The timer's part of a sign-in that failed: an entry of the audit log, if the address has an account. */
export async function auditFailedSignIn(
  deps: Deps,
  tx: Transaction<DB>,
  failed: FailedSignIn,
): Promise<void> {
  const account = await findAccount(tx, failed.email)
  if (!account) return
  const { address, userAgent, at } = failed
  await auditFailure(deps, tx, { userId: account.userId, origin: { address, userAgent }, at: fromIso(at) })
}
