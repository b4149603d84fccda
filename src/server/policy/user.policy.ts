import type { UserId } from '#contract/values.ts'
import type { Actor } from './actor.ts'

/**
 * - `manage`: everything under a person's own path: profile, settings, ways to sign in, notifications
 * - `linkIdentity`: another way into the account; an address that is not confirmed may be somebody else's
 */
export type UserAction = 'manage' | 'linkIdentity'

/** What somebody may do with an account: with their own, and with no other (product §2). */
export function can(actor: Actor, action: UserAction, user: { userId: UserId }): boolean {
  if (actor.userId !== user.userId) return false
  return action === 'manage' || actor.emailVerified
}
