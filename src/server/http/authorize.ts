import { z } from 'zod'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { UserId } from '#contract/values.ts'
import type { Actor } from '../policy/actor.ts'
import * as practicePolicy from '../policy/practice.policy.ts'
import * as userPolicy from '../policy/user.policy.ts'
import { Refusal } from '../refusal.ts'

/**
 * The gates every endpoint declares: 401 without a good token, 403 for the other side, 402 for a coach who has not
 * paid (product §5, §20).
 */
export function requireAccess(access: Access, actor: Actor | undefined): void {
  // A signed call proves itself by its bytes, once they are read.
  if (access === 'public' || access === 'signed') return
  if (!actor) throw new Refusal('auth.required')
  if (access === 'signedIn') return
  if (access === 'client' && actor.userType !== 'client') throw new Refusal('auth.forbidden')
  if ((access === 'coach' || access === 'paidCoach') && actor.userType !== 'coach') {
    throw new Refusal('auth.forbidden')
  }
  const gated = access === 'paidCoach' || access === 'clientOrPaidCoach'
  if (gated && actor.userType === 'coach' && !actor.paid) throw new Refusal('payment.required')
}

/**
 * Checks that the object in the path belongs to the caller, where the endpoint says so (`owner`). `params` are the
 * parsed parameters. @throws Refusal like a missing object
 */
export function requireOwner(endpoint: Endpoint, actor: Actor | undefined, params: unknown): void {
  const { owner } = endpoint
  if (owner !== 'self' && owner !== 'practice') return
  if (!actor || !isOwner[owner](actor, params)) throw new Refusal(missingCode(endpoint))
}

const SelfParams = z.object({ userId: UserId })
const PracticeParams = z.object({ coachId: UserId })

const isOwner = {
  self: (actor: Actor, params: unknown) => userPolicy.can(actor, 'manage', SelfParams.parse(params)),
  practice: (actor: Actor, params: unknown) =>
    practicePolicy.can(actor, 'enter', PracticeParams.parse(params)),
}

/** What an endpoint answers when the object in its path does not exist, or does not exist for the caller. */
export function missingCode({ owner, errors }: Endpoint): ErrorCode {
  if (owner === 'self') return 'user.not_found'
  if (owner === 'practice') return 'coach.not_found'
  return (
    errors.find((code) => code.endsWith('.not_found')) ??
    errors.find((code) => code.endsWith('_not_found')) ??
    'route.not_found'
  )
}
