import type { Kysely } from 'kysely'
import type { ClientId, GoalId, GroupId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Actor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal } from '../../refusal.ts'
import { isGoalOf, isGoalOfGroup } from './goal-actions.repository.ts'

/** Whose the actions are: one client's, or what a group is asked for. */
type Owner = { clientId: ClientId } | { groupId: GroupId }

/**
 * The goals that new actions lead to have to be the client's, or of a group they are in; what a group is asked for leads
 * to goals of that group. @throws Refusal `goal.not_found`
 */
export async function requireGoals(
  db: Kysely<DB>,
  actor: Actor,
  owner: Owner,
  goalIds: readonly (GoalId | null | undefined)[],
): Promise<void> {
  const scope = scopeOf(actor)
  for (const goalId of new Set(goalIds)) {
    if (!goalId) continue
    const isTheirs =
      'groupId' in owner
        ? await isGoalOfGroup(db, scope, { goalId, ...owner })
        : await isGoalOf(db, scope, { goalId, ...owner })
    if (!isTheirs) throw new Refusal('goal.not_found')
  }
}
