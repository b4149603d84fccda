import type { SignedIn } from '#contract/account/auth.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/refusal.ts'
import { findAccount } from '../accounts.repository.ts'
import { noteSignIn, welcomeSignIn } from './attempts.service.ts'
import { openSignIn } from '../auth.service.ts'
import { holdPassword } from '#server/modules/auth/passwords/passwords.repository.ts'

/**
 * Signs in to the membership used last (product §1 D19). Neither response nor time reveals whether the account exists:
 * both ways store the attempt, wait, look up and hash the same. The attempt counts as failed before the password is
 * compared, so that concurrent ones cannot exceed the limit; success removes it.
 */
export async function signIn(
  deps: Deps,
  { email, password }: { email: string; password: string },
  { address, userAgent }: { address: string; userAgent: string | undefined },
): Promise<SignedIn> {
  const attempt = { kind: 'signIn' as const, email, address }
  const turn = await deps.db.transaction().execute((tx) => noteSignIn(deps, tx, attempt))
  if (!turn) throw new Refusal('auth.too_many_attempts')
  await deps.pause(turn.waitMs)
  const account = await findAccount(deps.db, email)
  const matches = await deps.passwords.verify(account?.passwordHash ?? undefined, password)
  if (!matches || !account?.membershipId || !account.userType) {
    deps.log.info({ address, userId: account?.userId }, 'sign-in failed')
    throw new Refusal('auth.bad_credentials')
  }
  const { userId, membershipId, userType } = account
  const signedIn = await deps.db.transaction().execute(async (tx) => {
    // The password changed meanwhile. The change ended every sign-in, and must not be followed by one with the old
    // password.
    if (!(await holdPassword(tx, userId, account.passwordHash))) throw new Refusal('auth.bad_credentials')
    await welcomeSignIn(deps, tx, attempt)
    return openSignIn(deps, tx, { userId, membershipId, userType, userAgent })
  })
  deps.log.info({ userId, address }, 'signed in')
  return signedIn
}
