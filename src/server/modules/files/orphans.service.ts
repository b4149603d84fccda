import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { isLeftOver } from './files.domain.ts'

/** How many ids are compared with the table at a time. */
const BATCH = 500

/**
 * Removes bytes of a store that no row names: a crash happened between writing or deleting them and their row.
 * @param listUnknown which of some ids have no row
 * @returns how many
 */
export async function removeOrphans(
  deps: Deps,
  store: Deps['files'],
  listUnknown: (db: Kysely<DB>, ids: readonly string[]) => Promise<string[]>,
): Promise<number> {
  let removed = 0
  let batch: string[] = []
  const sweep = async () => {
    for (const id of await listUnknown(deps.db, batch)) {
      await store.remove(id)
      removed += 1
    }
    batch = []
  }
  for await (const { id, storedAt } of store.list()) {
    if (!isLeftOver(storedAt, deps.clock.now())) continue
    batch.push(id)
    if (batch.length === BATCH) await sweep()
  }
  await sweep()
  return removed
}
