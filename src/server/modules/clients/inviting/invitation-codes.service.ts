import { timingSafeEqual } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { ClientId } from '#contract/values.ts'
import { epochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { Refusal } from '#server/refusal.ts'
import { noteAttempt } from '#server/modules/auth/sign-in/attempts.service.ts'
import { CODE_MS, CODE_ATTEMPTS } from '#server/modules/auth/emails/code-life.domain.ts'
import { expiredSince } from './invitation-validity.domain.ts'
import { replaceCode, takeAttempt } from './invitation-codes.repository.ts'
import type { InvitationRow } from './invitation-tokens.repository.ts'

/**
 * Has a code mailed to the invited address. @throws Refusal `invitation.code_required` always: the answer has to be
 * repeated with the code; `request.too_many` after too many requests within the hour
 */
export async function askForCode(
  deps: Deps,
  { clientId, coachId, email }: InvitationRow,
  { address }: { address: string },
): Promise<never> {
  const isSent = await deps.db.transaction().execute(async (tx) => {
    if (!(await noteAttempt(deps, tx, { kind: 'invitationCode', email, address }))) return false
    const type = 'invitation.code_requested' as const
    await record(deps, tx, { type, coachId, actorUserId: null, subjectId: clientId, payload: {} })
    return true
  })
  throw new Refusal(isSent ? 'invitation.code_required' : 'request.too_many')
}

/**
 * A new code for the answer to an open invitation; the previous one stops working. Created when its mail is written, so
 * that no code is ever stored in clear. Undefined if no invitation is open at this address any more.
 */
export async function mintInvitationCode(
  deps: Deps,
  { clientId, email }: { clientId: ClientId; email: string },
): Promise<string | undefined> {
  const code = deps.tokens.newDigitCode()
  const now = deps.clock.now()
  const life = { now, expiresAt: epochMs(now + CODE_MS), sentAfter: expiredSince(now) }
  return (await replaceCode(deps.db, { clientId, email }, hashOf(deps, clientId, code), life))
    ? code
    : undefined
}

/**
 * Whether a code is the mailed one. A wrong one costs an attempt once the transaction commits; a right one stays valid
 * until the answer ends the invitation, and its code.
 */
export async function isMailedCode(
  deps: Deps,
  tx: Transaction<DB>,
  clientId: ClientId,
  code: string,
): Promise<boolean> {
  const kept = await takeAttempt(tx, clientId, deps.clock.now(), CODE_ATTEMPTS)
  return kept !== undefined && timingSafeEqual(kept, hashOf(deps, clientId, code))
}

/** The stored form of a code: a keyed hash, bound to its invitation. */
function hashOf(deps: Deps, clientId: ClientId, code: string): Buffer {
  return deps.tokens.hashGuessable('invitation-code', `${clientId}:${code}`)
}
