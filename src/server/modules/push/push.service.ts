import type { PushPayload, PushSubscriptionBody } from '#contract/account/push.ts'
import type { AuthSessionId, MembershipId } from '#contract/values.ts'
import { epochMs } from '#time/clock.ts'
import type { Deps, PushOptions } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { Refusal } from '#server/refusal.ts'
import { IDLE_MS, LONGEST_MS } from '#server/modules/auth/sign-in/token-life.domain.ts'
import * as subscriptions from './push.repository.ts'

/** How many browsers of one person take pushes; with one more, the oldest takes none. */
const MOST_OF_PERSON = 10

/** GET: what a browser subscribes with. */
export function getPushKey(deps: Deps): { publicKey: string } {
  return { publicKey: deps.push.publicKey }
}

/** POST: pushes go to this browser as long as the caller's sign-in lasts. */
export async function subscribeToPush(
  deps: Deps,
  { authSessionId }: Actor,
  { endpoint, keys }: PushSubscriptionBody,
): Promise<void> {
  const subscription = { endpoint, ...keys }
  if (!deps.push.accepts(subscription)) throw new Refusal('push.not_accepted')
  await deps.db.transaction().execute(async (tx) => {
    if (!(await subscriptions.holdSignIn(tx, authSessionId))) throw new Refusal('auth.required')
    await subscriptions.putSubscription(tx, authSessionId, subscription, deps.clock.now())
    await subscriptions.removeBeyond(tx, authSessionId, MOST_OF_PERSON)
  })
}

/** DELETE: no more pushes to this browser; again changes nothing. */
export async function unsubscribeFromPush(deps: Deps, { authSessionId }: Actor): Promise<void> {
  await subscriptions.removeOfSignIn(deps.db, authSessionId)
}

/** A browser that takes the pushes of a membership. */
export type PushTarget = subscriptions.PushSubscription & { authSessionId: AuthSessionId }

/** The browsers that take the pushes of a membership now: those whose sign-in is open (product §1 D15). */
export function listPushTargets(deps: Deps, membershipId: MembershipId): Promise<PushTarget[]> {
  const now = deps.clock.now()
  return subscriptions.listSubscriptions(deps.db, membershipId, {
    usedAfter: epochMs(now - IDLE_MS),
    signedInAfter: epochMs(now - LONGEST_MS),
  })
}

/**
 * Sends a push to one browser, outside of any transaction. `gone`: it takes none any more, and is forgotten.
 * @throws PushFailure when it may succeed later
 */
export async function pushTo(
  deps: Deps,
  target: PushTarget,
  payload: PushPayload,
  options: PushOptions,
): Promise<'sent' | 'gone'> {
  const outcome = await deps.push.send(target, JSON.stringify(payload), options)
  if (outcome === 'gone') await subscriptions.removeGone(deps.db, target)
  else await subscriptions.noteUse(deps.db, target.endpoint, deps.clock.now())
  return outcome
}
