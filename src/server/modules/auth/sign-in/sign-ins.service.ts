import type { Kysely, Transaction } from 'kysely'
import type { Proof, SignInDto } from '#contract/account/accounts.ts'
import type { SignedIn } from '#contract/account/auth.ts'
import { type AuthSessionId, type MembershipId, type UserId, toWire } from '#contract/values.ts'
import { epochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/policy/actor.ts'
import { Refusal, found } from '#server/refusal.ts'
import { IDLE_MS, LONGEST_MS } from './token-life.domain.ts'
import { openSignIn } from '../auth.service.ts'
import { requireProof } from './proof.service.ts'
import * as signIns from './sign-ins.repository.ts'
import type { AuditOrigin } from '#server/modules/audit/audit.domain.ts'
import { audit } from '#server/modules/audit/audit.service.ts'
import { describeUserAgent } from '#server/modules/audit/user-agent.domain.ts'

/** Where the person is signed in, the current sign-in first (product §18). */
export async function listSignIns(deps: Deps, actor: Actor): Promise<{ data: SignInDto[] }> {
  const now = deps.clock.now()
  const rows = await signIns.listSignIns(deps.db, actor.userId, {
    usedAfter: epochMs(now - IDLE_MS),
    signedInAfter: epochMs(now - LONGEST_MS),
  })
  const data = rows.map(({ id, userAgent, signedInAt, lastUsedAt }) => ({
    id,
    ...describeUserAgent(userAgent),
    signedInAt: toWire(signedInAt),
    lastUsedAt: toWire(lastUsedAt),
    current: id === actor.authSessionId,
  }))
  return { data: data.toSorted((a, b) => Number(b.current) - Number(a.current)) }
}

/** Ends one sign-in of the person, or all others; their own needs no proof. */
export async function endSignIns(
  deps: Deps,
  actor: Actor,
  { session, proof }: { session?: AuthSessionId | undefined; proof: Proof },
  origin: AuditOrigin,
): Promise<void> {
  const { userId } = actor
  if (session !== actor.authSessionId) await requireProof(deps, actor, proof, origin)
  const which = session === undefined ? { but: actor.authSessionId } : { only: session }
  const ended = await deps.db.transaction().execute(async (tx) => {
    const revoked = await signIns.revokeSignIns(tx, userId, which, deps.clock.now())
    if (session !== undefined && revoked.length === 0) throw new Refusal('user.sign_in_not_found')
    if (revoked.length === 0) return revoked
    const own = session === actor.authSessionId
    await audit(deps, tx, {
      ...(own ? { kind: 'sign_in.ended' } : { kind: 'sign_ins.ended', detail: { ended: revoked.length } }),
      userId,
      actor: userId,
      origin,
    })
    return revoked
  })
  cutSignIns(deps, userId, ended)
}

/** Ends all sign-ins of an account that is deleted. @returns those that were open, for `cutSignIns` after the commit */
export function endEverySignIn(deps: Deps, tx: Transaction<DB>, userId: UserId): Promise<AuthSessionId[]> {
  return signIns.revokeSignIns(tx, userId, {}, deps.clock.now())
}

/** Whether a sign-in of the person is open. */
export function isSignInOpen(db: Kysely<DB>, userId: UserId, id: AuthSessionId): Promise<boolean> {
  return signIns.isSignInOpen(db, userId, id)
}

/** After ended sign-ins are committed: this server refuses their tokens at once, and their sockets are closed. */
export function cutSignIns(deps: Deps, userId: UserId, ended: readonly AuthSessionId[]): void {
  deps.actors.forget(userId)
  for (const id of ended) deps.realtime.endSignIn(id)
  deps.log.info({ userId, ended: ended.length }, 'sign-ins ended')
}

/**
 * Signs the person in to another of their memberships (product §1 D19). The new sign-in keeps the age of the previous
 * one, so that switching does not extend any limit. The old one's socket is closed by the next check of open sockets:
 * if it were closed at once, the person's other tabs would lose it before they learn of the switch.
 */
export async function switchMembership(
  deps: Deps,
  actor: Actor,
  membershipId: MembershipId,
  origin: AuditOrigin,
): Promise<SignedIn> {
  const { userId, authSessionId } = actor
  const signedIn = await deps.db.transaction().execute(async (tx) => {
    const membership = found(await signIns.findMembership(tx, userId, membershipId), 'membership.not_found')
    const before = found(
      await signIns.takeSignIn(tx, userId, authSessionId, deps.clock.now()),
      'auth.required',
    )
    const { signedInAt } = before
    return openSignIn(deps, tx, {
      userId,
      membershipId,
      userType: membership.userType,
      origin,
      way: 'switch',
      signedInAt,
    })
  })
  deps.actors.forget(userId)
  return signedIn
}
