import type { ClientStatus } from '#contract/clients.ts'
import type { GroupStatus } from '#contract/groups.ts'
import type { ClientId, GroupId, UserId } from '#contract/values.ts'
import type { Actor } from '../actor.ts'

/**
 * - `read`: see it
 * - `checkIn`: note progress
 * - `write`: create, change, close, delete and restore it
 */
export type GoalRight = 'read' | 'checkIn' | 'write'

/**
 * A goal, or the one to be added, with the state of its owner's process. `isMember`: a group's goal whose reader is an
 * active member; the rows of a client's scope are theirs or of such groups.
 */
export type GoalSubject = {
  coachId: UserId
  clientId: ClientId | null
  groupId: GroupId | null
  process: ClientStatus | GroupStatus
  isMember: boolean
}

/**
 * What somebody may do with a goal (product §11, §20); for everybody else it does not exist. Coach and client both
 * create, note, change and close the client's goals, the client while their process runs or pauses. A group's goals are
 * its coach's; its members read them, and note progress while the group goes on.
 */
export function can(actor: Actor, right: GoalRight, goal: GoalSubject): boolean {
  if (actor.coachId !== goal.coachId) return false
  if (actor.userType === 'coach') return true
  if (goal.groupId !== null) {
    if (!goal.isMember || right === 'write') return false
    return right === 'read' || goal.process === 'open' || goal.process === 'running'
  }
  if (actor.clientId !== goal.clientId) return false
  return right === 'read' || goal.process === 'active' || goal.process === 'paused'
}

/** Whether somebody may take noted progress of a goal back: its coach, or the client who noted it while they may note. */
export function canTakeBack(actor: Actor, goal: GoalSubject, notedBy: ClientId | null): boolean {
  if (!can(actor, 'checkIn', goal)) return false
  return actor.userType === 'coach' || actor.clientId === notedBy
}

/** Whose a new goal becomes: the given client's or group's, or a client's own; undefined if the actor may not give it one. */
export function ownerOf(
  actor: Actor,
  { clientId, groupId }: { clientId?: ClientId | undefined; groupId?: GroupId | undefined },
): { clientId: ClientId } | { groupId: GroupId } | undefined {
  if (groupId !== undefined) return { groupId }
  if (actor.userType === 'coach') return clientId && { clientId }
  return clientId === undefined || clientId === actor.clientId ? { clientId: actor.clientId } : undefined
}
