import { fromIso } from '#time/clock.ts'
import type { Deps } from '#server/deps.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { isOpen } from '#server/modules/memorandums/memorandums.domain.ts'
import { findMemorandum } from '#server/modules/memorandums/memorandums.repository.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'

/** The memorandum that is due; undefined if it was done, deleted or moved before its effects run. */
export type MemorandumFacts = { memorandum: { description: string } | undefined }

export async function loadMemorandumFacts(deps: Deps, event: DomainEvent): Promise<MemorandumFacts> {
  if (event.type !== 'memorandum.due') return { memorandum: undefined }
  const row = await findMemorandum(deps.db, scopeOfPractice(event.coachId), event.subjectId)
  const isDue = row && isOpen(row) && row.dueAt === fromIso(event.payload.dueAt)
  return { memorandum: isDue ? { description: row.description } : undefined }
}
