import type { Kysely, Transaction } from 'kysely'
import type { Proof } from '#contract/account/accounts.ts'
import type { AuthSessionId, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import type { Actor } from '../../policy/actor.ts'
import { Refusal, found } from '../../refusal.ts'
import { type AuditOrigin, maskedEmail } from '../audit/audit.domain.ts'
import { audit } from '../audit/audit.service.ts'
import { type Account, confirmEmail, findAccount, lockAccount } from '../auth/accounts.service.ts'
import { requireProof } from '#server/modules/auth/sign-in/proof.service.ts'
import { isSignInOpen } from '#server/modules/auth/sign-in/sign-ins.service.ts'
import { dropUnprovenAccess } from '#server/modules/auth/sign-in/unproven-access.service.ts'
import { findOpenInvitation } from '../clients/clients.service.ts'
import { type Way, wayOf } from './identities.domain.ts'
import * as identities from '#server/modules/auth/identities/linked-identities.service.ts'
import type { Ticket } from './tickets.service.ts'

/**
 * Where an identity leads now. Nothing is locked: to act on the result, use `enterWith`.
 * @throws Refusal `auth.google_unverified`, `auth.google_elsewhere`
 */
export async function lookForWay(deps: Deps, proved: Ticket): Promise<Way> {
  const userId = await identities.findIdentityUser(deps.db, proved)
  const account = userId ? undefined : await findAccount(deps.db, proved.email)
  return decide(deps, deps.db, proved, userId !== undefined, account)
}

/** A person verified by the provider, in their account. */
export type Entered = {
  account: Account
  /** Sign-ins that were ended because they began before the address was verified. */
  ended: readonly AuthSessionId[]
}

/**
 * The account of an identity, locked; if it is not linked yet, it is linked by its verified e-mail (product §3).
 * Undefined for a new person, for whom `lookForWay` decides.
 * @throws Refusal `auth.google_unverified`, `auth.google_elsewhere`
 */
export async function enterWith(
  deps: Deps,
  tx: Transaction<DB>,
  proved: Ticket,
  origin: AuditOrigin,
): Promise<Entered | undefined> {
  const userId = await identities.findIdentityUser(tx, proved)
  const account = await lockAccount(tx, userId ? { userId } : { email: proved.email })
  const way = await decide(deps, tx, proved, userId !== undefined, account)
  if (!account || way === 'invitation' || way === 'register') return undefined
  if (way === 'signIn') {
    await identities.updateIdentityUse(tx, proved, deps.clock.now())
    return { account, ended: [] }
  }
  // An address that was registered without confirming it may be another person's; now its owner has come (product §3).
  const ended = account.emailVerifiedAt !== null ? [] : await dropUnprovenAccess(deps, tx, account.userId)
  await confirmEmail(deps, tx, account.userId)
  await linkTo(deps, tx, account, proved, origin)
  return { account, ended }
}

/** Links an identity to a new account, without a notification. */
export function addIdentity(deps: Deps, tx: Transaction<DB>, userId: UserId, proved: Ticket): Promise<void> {
  return identities.insertIdentity(tx, { ...proved, userId }, deps.clock.now())
}

/**
 * Links an identity to the account of a signed-in person, whatever its e-mail is. Ending the sign-in, or changing the
 * password, also ends flows that began there, so that they cannot give access afterwards.
 * @throws Refusal `auth.google_elsewhere` if it, or this account, is linked already; `auth.google_unconfirmed`;
 * `auth.required` if the sign-in has ended
 */
export async function linkToSignedIn(
  deps: Deps,
  { userId, authSessionId }: Pick<Actor, 'userId' | 'authSessionId'>,
  proved: Ticket,
  origin: AuditOrigin,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const account = found(await lockAccount(tx, { userId }), 'user.not_found')
    if (!(await isSignInOpen(tx, userId, authSessionId))) throw new Refusal('auth.required')
    // The same as `linkIdentity` of policy/user.policy.ts: nobody is signed in here, only the account is known.
    if (account.emailVerifiedAt === null) throw new Refusal('auth.google_unconfirmed')
    if ((await identities.findIdentityUser(tx, proved)) === userId) return
    await linkTo(deps, tx, account, proved, origin)
  })
}

/** Unlinks the signed-in person's identity, unless they have no other way to sign in, and notifies them by mail. */
export async function unlink(deps: Deps, actor: Actor, proof: Proof, origin: AuditOrigin): Promise<void> {
  const { userId } = actor
  await requireProof(deps, actor, proof, origin)
  await deps.db.transaction().execute(async (tx) => {
    const account = found(await lockAccount(tx, { userId }), 'user.not_found')
    if (account.passwordHash === null) throw new Refusal('auth.password_needed')
    await identities.dropIdentities(deps, tx, account, origin)
  })
  deps.log.info({ userId }, 'identity unlinked')
}

async function decide(
  deps: Deps,
  db: Kysely<DB>,
  proved: Ticket,
  known: boolean,
  account: Account | undefined,
): Promise<Way> {
  const way = wayOf({
    emailVerified: proved.emailVerified,
    known,
    account: account && { hasIdentity: await identities.hasIdentity(db, account.userId, proved.issuer) },
    invited: (await findOpenInvitation(deps, db, { email: proved.email })) !== undefined,
  })
  if (way === 'auth.google_unverified' || way === 'auth.google_elsewhere') throw new Refusal(way)
  return way
}

async function linkTo(
  deps: Deps,
  tx: Transaction<DB>,
  account: Account,
  proved: Ticket,
  origin: AuditOrigin,
): Promise<void> {
  await identities.insertIdentity(tx, { ...proved, userId: account.userId }, deps.clock.now())
  const { userId, coachId } = account
  const type = 'account.google_linked'
  await record(deps, tx, { type, coachId, actorUserId: userId, subjectId: userId, payload: {} })
  const personal = { email: maskedEmail(proved.email) }
  await audit(deps, tx, { kind: 'google.linked', userId, actor: userId, origin, personal })
}
