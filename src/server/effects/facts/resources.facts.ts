import type { ResourceId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { findResource } from '#server/modules/resources/resources.repository.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'

/** The resource that an event gives to somebody; undefined when it gives none. */
export type ResourceFacts = { resource: { id: ResourceId; title: string } | undefined }

export async function loadResourceFacts(deps: Deps, event: DomainEvent): Promise<ResourceFacts> {
  if (event.type !== 'resource.assigned') return { resource: undefined }
  const row = await findResource(deps.db, scopeOfPractice(event.coachId), event.subjectId)
  return { resource: row && { id: row.id, title: row.title } }
}
