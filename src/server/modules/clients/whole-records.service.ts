import type { ClientStatus } from '#contract/clients.ts'
import type { ClientId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { chosenFilter, filterOf } from './list/client-list.service.ts'
import { statusAt } from './clients.domain.ts'
import { type ListPosition, type WholeRecordRow, listWholeRecords } from './whole-records.repository.ts'

/** A client with every field that a coach reads of them. */
export type WholeRecord = Omit<WholeRecordRow, 'status'> & { status: ClientStatus }

/** Records held in memory at a time. */
const BATCH = 1000

type ListQuery = Parameters<typeof filterOf>[0]

/** All clients of a list query, or these, by name, in batches, so that memory does not grow with their number. */
export async function* wholeRecords(
  deps: Deps,
  actor: CoachActor,
  query: ListQuery | { ids: readonly ClientId[] },
): AsyncGenerator<WholeRecord[]> {
  const now = deps.clock.now()
  const filter = 'ids' in query ? chosenFilter(query.ids) : filterOf(query)
  let after: ListPosition | undefined
  for (;;) {
    const rows = await listWholeRecords(deps.db, scopeOf(actor), filter, { after, most: BATCH }, now)
    if (rows.length > 0) yield rows.map((row) => ({ ...row, status: statusAt(row, now) }))
    if (rows.length < BATCH) return
    after = rows.at(-1)
  }
}
