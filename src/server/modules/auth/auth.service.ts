import type { Kysely, Transaction } from 'kysely'
import type { SignInWay } from '#contract/account/activity.ts'
import type { Me, SignedIn, UserType } from '#contract/account/auth.ts'
import type { AuthSessionId, MembershipId, UserId } from '#contract/values.ts'
import { type EpochMs, epochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { type AuditOrigin, USER_AGENT_LENGTH } from '../audit/audit.domain.ts'
import { audit } from '../audit/audit.service.ts'
import { effectivePayment } from '../payments/payments.domain.ts'
import { CODE_MS } from './emails/code-life.domain.ts'
import { IDLE_MS, LONGEST_MS, tokenEnd } from './sign-in/token-life.domain.ts'
import { presentMe } from './auth.presenter.ts'
import {
  type ActorRow,
  findActor,
  findMe,
  insertAuthSession,
  updateLastUse,
  revokeAuthSession,
} from './auth.repository.ts'
import { replaceCode } from './emails/email-codes.repository.ts'
import { findOpenSignIns } from './sign-in/sign-ins.repository.ts'

/** The person of a sign-in; undefined once it was revoked, unused for 7 days or is 30 days old. */
export async function loadActor(deps: Deps, id: AuthSessionId): Promise<Actor | undefined> {
  const row = await findActor(deps.db, id, openSince(deps))
  return row && actorOf(deps, row)
}

/** Those of some sign-ins that have not ended, for the same reasons. */
export function openSignIns(deps: Deps, ids: readonly AuthSessionId[]): Promise<AuthSessionId[]> {
  return findOpenSignIns(deps.db, ids, openSince(deps))
}

/** Sign-ins that were not used or began before these have ended. */
export function openSince({ clock }: Deps) {
  const now = clock.now()
  return { usedAfter: epochMs(now - IDLE_MS), signedInAfter: epochMs(now - LONGEST_MS) }
}

function actorOf(deps: Deps, row: ActorRow): Actor {
  const { payment, paymentStatus } = effectivePayment(
    row.paymentStatus,
    row.periodEndsAt,
    deps.clock.now(),
    deps.payments.provider,
  )
  const person = {
    userId: row.userId,
    authSessionId: row.authSessionId,
    membershipId: row.membershipId,
    email: row.email,
    emailVerified: row.emailVerifiedAt !== null,
    language: row.language,
    timezone: row.timezone,
    coachId: row.coachId,
    paid: payment,
    paymentStatus,
    stored: { paymentStatus: row.paymentStatus, periodEndsAt: row.periodEndsAt },
  }
  return row.clientId
    ? { ...person, userType: 'client', clientId: row.clientId }
    : { ...person, userType: 'coach' }
}

/** A new token for a sign-in in use (product §1 D15); undefined if it has ended. */
export async function renewSignIn(deps: Deps, actor: Actor): Promise<string | undefined> {
  const now = deps.clock.now()
  const signedInAt = await updateLastUse(deps.db, actor.authSessionId, now)
  if (signedInAt === undefined) return undefined
  const { userId, authSessionId } = actor
  return deps.tokens.sign({ userId, authSessionId, issuedAt: now, expiresAt: tokenEnd(now, signedInAt) })
}

export type NewSignIn = {
  userId: UserId
  membershipId: MembershipId
  userType: UserType
  origin: AuditOrigin
  /** How the person proved who they are; `switch` continues another sign-in. */
  way: SignInWay | 'switch'
  /** When the person last proved their identity, for a sign-in that continues another one. */
  signedInAt?: EpochMs
}

/** Signs a person in to one of their memberships, in the transaction that verified them. */
export async function openSignIn(deps: Deps, tx: Transaction<DB>, signIn: NewSignIn): Promise<SignedIn> {
  const now = deps.clock.now()
  const authSessionId = deps.newId<AuthSessionId>()
  const { userId, membershipId, userType, origin, way, signedInAt = now } = signIn
  const userAgent = origin.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null
  await insertAuthSession(tx, { id: authSessionId, userId, membershipId, userAgent, signedInAt, at: now })
  await audit(deps, tx, {
    ...(way === 'switch' ? { kind: 'sign_in.switched' } : { kind: 'sign_in.opened', detail: { way } }),
    userId,
    actor: userId,
    origin,
  })
  const token = await deps.tokens.sign({
    userId,
    authSessionId,
    issuedAt: now,
    expiresAt: tokenEnd(now, signedInAt),
  })
  return { token, userType }
}

/** Ends the actor's sign-in: REST and socket refuse it at once, on other servers within a moment. */
export async function signOut(deps: Deps, actor: Actor, origin: AuditOrigin): Promise<void> {
  const { userId } = actor
  await deps.db.transaction().execute(async (tx) => {
    const wasOpen = await revokeAuthSession(tx, actor.authSessionId, deps.clock.now())
    if (wasOpen) await audit(deps, tx, { kind: 'sign_in.ended', userId, actor: userId, origin })
  })
  deps.actors.forget(userId)
  deps.realtime.endSignIn(actor.authSessionId)
  deps.log.info({ userId }, 'signed out')
}

/** The signed-in person as the web keeps them (spec §3, product §1 D14). */
export async function getMe(deps: Deps, actor: Actor): Promise<Me> {
  return presentMe(deps, actor, await findMe(deps.db, actor.membershipId))
}

/**
 * A new code for an address that is not confirmed yet; the previous one stops working. Created when the mail is
 * written, so that no code is ever stored in clear. Undefined if the address is confirmed already.
 */
export async function mintEmailCode(db: Kysely<DB>, deps: Deps, userId: UserId): Promise<string | undefined> {
  const code = deps.tokens.newDigitCode()
  const now = deps.clock.now()
  const kept = await replaceCode(db, userId, hashCode(deps, userId, code), now, epochMs(now + CODE_MS))
  return kept ? code : undefined
}

/** The stored form of a code: a hash bound to its person. */
export function hashCode(deps: Deps, userId: UserId, code: string): Buffer {
  return deps.tokens.hashGuessable('email-code', `${userId}:${code}`)
}
