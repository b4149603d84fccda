import type { ActionId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import type { DomainEvent, DomainEventType } from '#server/domain-events.ts'
import { findAction } from '#server/modules/actions/actions.repository.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'

/** The action that an event tells of; undefined when it tells of none. */
export type ActionFacts = { action: { id: ActionId; text: string } | undefined }

const TELLING: readonly DomainEventType[] = ['action.added', 'action.due', 'action.done']

export async function loadActionFacts(deps: Deps, event: DomainEvent): Promise<ActionFacts> {
  if (!TELLING.includes(event.type)) return { action: undefined }
  const row = await findAction(deps.db, scopeOfPractice(event.coachId), event.subjectId as ActionId)
  return { action: row && { id: row.id, text: row.text } }
}
