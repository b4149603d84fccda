import type { Kysely, QueryCreator, Transaction } from 'kysely'
import type { EpochMs } from '#time/clock.ts'
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
  return (await marking(db, key, deps.clock.now()).executeTakeFirst()) !== undefined
}

/** The rows of `withMark`: one if the key was marked now, empty if it was marked before. */
export type Marked = { marked: { key: string } }

/**
 * A statement that marks a key at `now` and continues from the table `marked`: what it inserts from there is written with the
 * mark or not at all. For single inserts, at a fourth of the cost of `once`.
 */
export function withMark(deps: Deps, key: string, now: EpochMs): QueryCreator<DB & Marked> {
  return deps.db.with('marked', (db) => marking(db, key, now))
}

/** Whether a key is marked as done. */
export async function isMarked(deps: Deps, key: string): Promise<boolean> {
  return (await findMark(deps, key)) !== undefined
}

/** When a key was marked as done; undefined if it was not. */
export async function findMark(deps: Deps, key: string): Promise<EpochMs | undefined> {
  const marks = deps.db.selectFrom('effects_done').select('done_at as doneAt').where('key', '=', key)
  return (await marks.executeTakeFirst())?.doneAt
}

function marking(db: QueryCreator<DB>, key: string, now: EpochMs) {
  return db
    .insertInto('effects_done')
    .values({ key, done_at: toTimestamp(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
}
