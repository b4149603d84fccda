import type { GoalId, GroupId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { findGoal } from '#server/modules/goals/goals.repository.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'

/** The goal whose end an event tells of; undefined when it tells of none, or the goal was deleted. */
export type GoalFacts = { goal: { id: GoalId; title: string; groupId: GroupId | null } | undefined }

export async function loadGoalFacts(deps: Deps, event: DomainEvent): Promise<GoalFacts> {
  if (event.type !== 'goal.moved') return { goal: undefined }
  const row = await findGoal(deps.db, scopeOfPractice(event.coachId), event.subjectId)
  return { goal: row && { id: row.id, title: row.title, groupId: row.groupId } }
}
