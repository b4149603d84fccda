import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type StoredEntry, canonical } from './audit.domain.ts'
import * as seals from './seals.repository.ts'

/** Most entries that one transaction seals. */
const BATCH = 500

/** What the first seal follows. */
export const NOTHING_BEFORE = Buffer.alloc(32)

/** The hash of an entry in the chain, after the one before. */
export function sealOf(before: Buffer, entry: StoredEntry): Buffer {
  return createHash('sha256').update(before).update(canonical(entry), 'utf8').digest()
}

/**
 * Seals the entries that wait for it: gives each the next place in the chain. Writing an entry waits for nobody, so that
 * sign-ins do not queue; the chain is made here, by one server at a time. The order is that of sealing: an entry whose
 * transaction commits late waits as a row, is found by the next round and comes after.
 * @returns how many; 0 also if another server is sealing
 */
export async function sealEntries(deps: Deps): Promise<number> {
  let sealed = 0
  while (await seals.isAnyUnsealed(deps.db)) {
    const added = await sealBatch(deps)
    sealed += added
    if (added < BATCH) break
  }
  return sealed
}

function sealBatch({ db }: Deps): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if (!(await seals.lockSealing(tx))) return 0
    const head = await seals.findHead(tx)
    let { seq, hash } = head ?? { seq: 0, hash: NOTHING_BEFORE }
    const added = (await seals.listUnsealed(tx, BATCH)).map((entry) => {
      hash = sealOf(hash, entry)
      seq += 1
      return { seq, hash, entryId: entry.id }
    })
    if (added.length > 0) await seals.insertSeals(tx, added)
    return added.length
  })
}

/** Logs the end of the chain, so that an operator who keeps the log elsewhere can prove later that nothing was cut off. */
export async function logHead({ log }: Deps, tx: Transaction<DB>): Promise<void> {
  const head = await seals.findHead(tx)
  if (head) log.info({ seq: head.seq, head: head.hash.toString('hex') }, 'audit log')
}
