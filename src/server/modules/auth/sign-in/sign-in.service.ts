import type { SignedIn } from '#contract/account/auth.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/refusal.ts'
import { findAccount } from '../accounts.repository.ts'
import { noteSignIn, welcomeSignIn } from './attempts.service.ts'
import { openSignIn } from '../auth.service.ts'
import { holdPassword } from '#server/modules/auth/passwords/passwords.repository.ts'

/**
 * Signs in to the membership used last (product §1 D19). Whether the account exists shows neither in the answer nor
 * in the time: both ways note the trial, wait, look up and hash the same. The trial counts as failed before the
 * password is looked at, so that many at once cannot slip past the limit; success takes it back.
 */
export async function signIn(
  deps: Deps,
  { email, password }: { email: string; password: string },
  { address, userAgent }: { address: string; userAgent: string | undefined },
): Promise<SignedIn> {
  const trial = { kind: 'signIn' as const, email, address }
  const turn = await deps.db.transaction().execute((tx) => noteSignIn(deps, tx, trial))
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
    // Changed while this one was compared: the change ended every sign-in, and this one is none of the new ones.
    if (!(await holdPassword(tx, userId, account.passwordHash))) throw new Refusal('auth.bad_credentials')
    await welcomeSignIn(deps, tx, trial)
    return openSignIn(deps, tx, { userId, membershipId, userType, userAgent })
  })
  deps.log.info({ userId, address }, 'signed in')
  return signedIn
}
