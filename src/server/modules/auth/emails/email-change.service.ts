import { timingSafeEqual } from 'node:crypto'
import type { AskEmailChangeBody, Asked } from '#contract/account/accounts.ts'
import type { UserId } from '#contract/values.ts'
import { epochMs } from '#time/clock.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import type { Actor } from '#server/policy/actor.ts'
import { Refusal } from '#server/refusal.ts'
import { type AuditOrigin, maskedEmail } from '#server/modules/audit/audit.domain.ts'
import { audit } from '#server/modules/audit/audit.service.ts'
import { recordUserChange } from '#server/modules/auth/user-changes.service.ts'
import { tellOfPayerLater } from '#server/modules/payments/accounts/payer.service.ts'
import { updateEmail } from '../accounts.repository.ts'
import { type Attempt, noteAttempt } from '#server/modules/auth/sign-in/attempts.service.ts'
import { CODE_MS, CODE_ATTEMPTS } from './code-life.domain.ts'
import * as changes from './email-changes.repository.ts'
import { removeCode } from './email-codes.repository.ts'
import { revokeResets } from '#server/modules/auth/passwords/password-resets.repository.ts'
import { requireProof } from '#server/modules/auth/sign-in/proof.service.ts'

/**
 * Requests another address (product §18): a code is mailed to it. For an address that has an account, mail and response
 * are the same; its owner learns of the attempt, and only they could use the code.
 */
export async function askEmailChange(
  deps: Deps,
  actor: Actor,
  { email, password }: AskEmailChangeBody,
  origin: AuditOrigin,
): Promise<Asked> {
  const { userId } = actor
  if (email === actor.email) throw new Refusal('request.invalid', { email: 'email_same' })
  await requireProof(deps, actor, { password }, origin)
  await deps.db.transaction().execute(async (tx) => {
    // Counted by account, and by address over all accounts, because its owner may not be the one who asks.
    const attempts: Attempt[] = [
      { kind: 'askCode', email: `change:${userId}`, address: origin.address },
      { kind: 'askCode', email: `change-to:${email}`, address: userId },
    ]
    for (const attempt of attempts) {
      if (!(await noteAttempt(deps, tx, attempt))) throw new Refusal('request.too_many')
    }
    const now = deps.clock.now()
    // Recording locks the account, which must come before its change, as everywhere, to avoid a deadlock.
    await recordOf(deps, tx, actor, { type: 'account.email_change_requested', payload: {} })
    const personal = { email: maskedEmail(email) }
    await audit(deps, tx, { kind: 'email.change_asked', userId, actor: userId, origin, personal })
    await changes.replaceEmailChange(tx, { userId, newEmail: email }, now, epochMs(now + CODE_MS))
  })
  return { asked: true }
}

/** The code for the mail to the new address. Undefined if the change was replaced or withdrawn meanwhile. */
export async function mintEmailChangeCode(
  deps: Deps,
  { userId, email: newEmail }: { userId: UserId; email: string },
): Promise<string | undefined> {
  const code = deps.tokens.newDigitCode()
  const hash = hashChangeCode(deps, { userId, newEmail }, code)
  const expiresAt = epochMs(deps.clock.now() + CODE_MS)
  const kept = await changes.keepChangeCode(deps.db, { userId, newEmail }, hash, expiresAt)
  return kept ? code : undefined
}

/**
 * Changes the account's address to the one the code was mailed to, and with it the client records at each coach: once
 * active, the address belongs to the person (product §4, docs/decisions/010). The old address is notified.
 */
export async function confirmEmailChange(
  deps: Deps,
  actor: Actor,
  { code }: { code: string },
  origin: AuditOrigin,
): Promise<void> {
  const { userId } = actor
  // In a separate statement: an attempt counts even if the rest is refused.
  const change = await changes.takeChangeAttempt(deps.db, userId, deps.clock.now(), CODE_ATTEMPTS)
  if (!change?.codeHash) throw new Refusal('auth.code_invalid')
  const { newEmail, codeHash } = change
  if (!timingSafeEqual(codeHash, hashChangeCode(deps, { userId, newEmail }, code))) {
    throw new Refusal('auth.code_invalid')
  }
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    // The account first, as in a change of password, to avoid a deadlock.
    const before = await updateEmail(tx, userId, newEmail, now)
    if (!(await changes.takeChange(tx, userId, codeHash))) throw new Refusal('auth.code_invalid')
    await changes.updateEmailOfRecords(tx, userId, newEmail, now)
    await recordUserChange(deps, tx, userId)
    await tellOfPayerLater(deps, tx, userId)
    // Links mailed to the old address must not work any more.
    await revokeResets(tx, userId, now)
    await removeCode(tx, userId)
    await recordOf(deps, tx, actor, { type: 'account.email_changed', payload: { before } })
    const personal = { email: maskedEmail(newEmail) }
    await audit(deps, tx, { kind: 'email.changed', userId, actor: userId, origin, personal })
  })
  deps.actors.forget(userId)
  deps.log.info({ userId }, 'e-mail changed')
}

type Said =
  | { type: 'account.email_change_requested'; payload: Record<never, never> }
  | { type: 'account.email_changed'; payload: { before: string } }

function recordOf(deps: Deps, tx: Parameters<typeof record>[1], actor: Actor, said: Said): Promise<void> {
  const { userId, coachId } = actor
  return record(deps, tx, { coachId, actorUserId: userId, subjectId: userId, ...said })
}

/** The stored form of a code: a hash bound to its person and the address it was mailed to. */
function hashChangeCode(deps: Deps, change: { userId: UserId; newEmail: string }, code: string): Buffer {
  return deps.tokens.hashGuessable('email-change', `${change.userId}:${change.newEmail}:${code}`)
}
