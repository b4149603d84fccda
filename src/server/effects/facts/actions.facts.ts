import type { ActionId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { findAction } from '#server/modules/actions/actions.repository.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'

/** The new action an event tells of; undefined when it tells of none. */
export type ActionFacts = { action: { id: ActionId; text: string } | undefined }

export async function loadActionFacts(deps: Deps, event: DomainEvent): Promise<ActionFacts> {
  if (event.type !== 'action.added') return { action: undefined }
  const row = await findAction(deps.db, scopeOfPractice(event.coachId), event.subjectId)
  return { action: row && { id: row.id, text: row.text } }
}
