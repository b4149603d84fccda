import type { UserId } from '#contract/values.ts'
import type { Actor } from '../actor.ts'

/**
 * - `manage`: write, give, withdraw and delete it, and see who has it: its coach
 * - `progress`: note that one opened and completed it: who has it
 */
export type ResourceAction = 'manage' | 'progress'

/** What somebody may do with a resource that their scope holds (product §14, §20). */
export function can(actor: Actor, action: ResourceAction, resource: { coachId: UserId }): boolean {
  if (actor.coachId !== resource.coachId) return false
  return actor.userType === (action === 'manage' ? 'coach' : 'client')
}
