import type { Kysely, QueryCreator, Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** Runs `work` unless the key is marked, and marks it in the same transaction; returns undefined if it was marked. */
export function once<T>(
  deps: Deps,
  key: string,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T | undefined> {
  return deps.db.transaction().execute(async (tx) => ((await mark(deps, tx, key)) ? work(tx) : undefined))
}

/** Marks a key as done; false if it was marked already. */
export async function mark(deps: Deps, db: Kysely<DB>, key: string): Promise<boolean> {
  return (await marking(deps, db, key).executeTakeFirst()) !== undefined
}

/** The rows of `withMark`: one if the key was marked now, empty if it was marked before. */
export type Marked = { marked: { key: string } }

/**
 * A statement that marks a key and continues from the table `marked`: what it inserts from there is written with the
 * mark or not at all. For single inserts, at a fourth of the cost of `once`.
 */
export function withMark(deps: Deps, key: string): QueryCreator<DB & Marked> {
  return deps.db.with('marked', (db) => marking(deps, db, key))
}

/** Whether a key is marked as done. */
export async function isMarked(deps: Deps, key: string): Promise<boolean> {
  const marked = await deps.db
    .selectFrom('effects_done')
    .select('key')
    .where('key', '=', key)
    .executeTakeFirst()
  return marked !== undefined
}

function marking(deps: Deps, db: QueryCreator<DB>, key: string) {
  return db
    .insertInto('effects_done')
    .values({ key, done_at: toTimestamp(deps.clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
}
