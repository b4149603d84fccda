import type { Kysely } from 'kysely'
import type { Proof, SignInDto } from '#contract/account/accounts.ts'
import type { SignedIn } from '#contract/account/auth.ts'
import { type AuthSessionId, type MembershipId, type UserId, toWire } from '#contract/values.ts'
import { epochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/policy/actor.ts'
import { isSelf } from '#server/policy/user.policy.ts'
import { Refusal, found } from '#server/refusal.ts'
import { IDLE_MS, LONGEST_MS } from '../auth.domain.ts'
import { openSignIn } from '../auth.service.ts'
import { requireProof } from './proof.service.ts'
import * as signIns from './sign-ins.repository.ts'
import { describeUserAgent } from './user-agent.domain.ts'

/** Where the person is signed in, the present one first (product §18). */
export async function listSignIns(deps: Deps, actor: Actor, userId: UserId): Promise<{ data: SignInDto[] }> {
  if (!isSelf(actor, userId)) throw new Refusal('user.not_found')
  const now = deps.clock.now()
  const rows = await signIns.listSignIns(deps.db, userId, {
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

/** Ends one sign-in of the person, or every one but the present; their own alone needs no proof. */
export async function endSignIns(
  deps: Deps,
  actor: Actor,
  userId: UserId,
  { session, proof }: { session?: AuthSessionId | undefined; proof: Proof },
  origin: { address: string },
): Promise<void> {
  if (!isSelf(actor, userId)) throw new Refusal('user.not_found')
  if (session !== actor.authSessionId) await requireProof(deps, actor, proof, origin)
  const which = session === undefined ? { but: actor.authSessionId } : { only: session }
  const ended = await signIns.revokeSignIns(deps.db, userId, which, deps.clock.now())
  if (session !== undefined && ended.length === 0) throw new Refusal('user.sign_in_not_found')
  cutSignIns(deps, userId, ended)
}

/** Whether a sign-in of the person has not been ended. */
export function isSignInOpen(db: Kysely<DB>, userId: UserId, id: AuthSessionId): Promise<boolean> {
  return signIns.isSignInOpen(db, userId, id)
}

/** After sign-ins were ended and that is committed: nobody here takes their tokens any more, and their sockets go. */
export function cutSignIns(deps: Deps, userId: UserId, ended: readonly AuthSessionId[]): void {
  deps.actors.forget(userId)
  for (const id of ended) deps.realtime.endSignIn(id)
  deps.log.info({ userId, ended: ended.length }, 'sign-ins ended')
}

/**
 * Takes the person to another of their places (product §1 D19). The new sign-in carries the age of the one it follows,
 * so that going to and fro outlives no limit. The old one's socket is left to the next look at open sockets: cut at
 * once, it would end the person's other tabs before they hear where they have gone.
 */
export async function switchMembership(
  deps: Deps,
  actor: Actor,
  membershipId: MembershipId,
  { userAgent }: { userAgent: string | undefined },
): Promise<SignedIn> {
  const { userId, authSessionId } = actor
  const signedIn = await deps.db.transaction().execute(async (tx) => {
    const place = found(await signIns.findMembership(tx, userId, membershipId), 'membership.not_found')
    const before = found(
      await signIns.takeSignIn(tx, userId, authSessionId, deps.clock.now()),
      'auth.required',
    )
    const { signedInAt } = before
    return openSignIn(deps, tx, { userId, membershipId, userType: place.userType, userAgent, signedInAt })
  })
  deps.actors.forget(userId)
  return signedIn
}
