import type { UserId } from '#contract/values.ts'
import type { Actor } from './actor.ts'

/**
 * - `manage`: see who was invited, write, add, remove and move it: its coach
 * - `leave`: a member's own way out
 */
export type GroupAction = 'manage' | 'leave'

/** What somebody may do with a group that their scope holds (product §7). */
export function can(actor: Actor, action: GroupAction, group: { coachId: UserId }): boolean {
  if (actor.coachId !== group.coachId) return false
  return actor.userType === (action === 'manage' ? 'coach' : 'client')
}
