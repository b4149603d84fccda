import { timingSafeEqual } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { changeTimers } from '#server/events/timers.ts'
import type { Actor } from '#server/policy/actor.ts'
import { Refusal } from '#server/refusal.ts'
import { confirmEmail, findAccount } from '../accounts.repository.ts'
import { type Attempt, noteAttempt } from '#server/modules/auth/sign-in/attempts.service.ts'
import { CODE_ATTEMPTS } from './code-life.domain.ts'
import { hashCode } from '../auth.service.ts'
import { removeCode, takeAttempt } from './email-codes.repository.ts'

/**
 * Who requests or enters a code. The signed-in person of the address has separate attempts that strangers cannot use
 * up.
 */
type Sender = { actor?: Pick<Actor, 'userId' | 'email'> | undefined; address: string }

/**
 * Without a code requests one by mail, with a code confirms the address (product §3). Known and unknown addresses run
 * the same statements, so neither response nor time tells them apart.
 */
export async function verifyEmail(
  deps: Deps,
  { email, code }: { email: string; code?: string },
  sender: Sender,
): Promise<{ verified: boolean }> {
  if (code === undefined) {
    await askCode(deps, email, sender)
    return { verified: false }
  }
  const verified = await useCode(deps, email, code, sender)
  if (!verified) throw new Refusal('auth.code_invalid')
  return { verified: true }
}

async function askCode(deps: Deps, email: string, sender: Sender): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const earlier = await noteAttempt(deps, tx, attemptOf('askCode', email, sender))
    if (!earlier) return
    const key = `email.code:${deps.tokens.hashGuessable('account', email).toString('base64url')}`
    const command = { type: 'email.sendCode' as const, email }
    await changeTimers(tx, [{ kind: 'set', key, dueAt: deps.clock.now(), command }])
  })
}

/** The timer's part of a request: mails a code if the address has an account that has not confirmed it yet. */
export async function sendCode(deps: Deps, tx: Transaction<DB>, { email }: { email: string }): Promise<void> {
  const account = await findAccount(tx, email)
  if (!account || account.emailVerifiedAt !== null || account.userType !== 'coach') return
  await record(deps, tx, {
    type: 'email.code_requested',
    coachId: account.userId,
    actorUserId: account.userId,
    subjectId: account.userId,
    payload: {},
  })
}

/** Counted separately for the person of the address: a stranger who knows it must not use up their attempts. */
function attemptOf(kind: 'askCode' | 'useCode', email: string, { actor, address }: Sender): Attempt {
  return { kind, email: actor?.email === email ? `own:${actor.userId}` : email, address }
}

async function useCode(deps: Deps, email: string, code: string, sender: Sender): Promise<boolean> {
  const counted = sender.actor?.email === email ? 'own_tries' : 'tries'
  // The attempt counts even when it fails, so a refusal must not roll it back.
  const userId = await deps.db.transaction().execute(async (tx) => {
    if (!(await noteAttempt(deps, tx, attemptOf('useCode', email, sender)))) return undefined
    const now = deps.clock.now()
    const found = await takeAttempt(tx, email, now, counted, CODE_ATTEMPTS)
    if (!found || !timingSafeEqual(found.codeHash, hashCode(deps, found.userId, code))) return undefined
    await removeCode(tx, found.userId)
    await confirmEmail(tx, found.userId, now)
    return found.userId
  })
  if (userId) deps.actors.forget(userId)
  return userId !== undefined
}
