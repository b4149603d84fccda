import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { writeLongLog } from '#test/support/audit/long-log.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { systemClock } from '#time/clock.ts'
import { sealEntries } from './sealing.service.ts'
import { type Verified, verifyLog } from './verifying.service.ts'

// What makes a log of a million entries verified in seconds, with little memory (docs/benchmarks.md), without a clock:
// pages, each read once and by its indexes.

/** Rows of the chain that may be in memory at once. */
const PAGE = 2_000
const PAGES = 5
const ENTRIES = PAGES * PAGE

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** A weak reference holds its object to the end of the turn. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  // The first one is that of the migration.
  await writeLongLog(database.db, ENTRIES - 1)
  await sealEntries(depsOn(database.db))
  await database.pool.query('analyze')
})
afterAll(() => database.close())

const depsOn = (db: Kysely<DB>) => ({ db, clock: systemClock }) as Deps

/** A database of which `see` gets each answer before who asked. */
const seen = (db: Kysely<DB>, see: (rows: object[]) => Promise<unknown>) =>
  db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await see(result.rows)
      return result
    },
  })

/** In a transaction that is taken back. */
async function inVain(work: (tx: Kysely<DB>) => Promise<unknown>): Promise<void> {
  const takenBack = new Error('taken back')
  const done = database.db.transaction().execute(async (tx) => {
    await work(tx)
    throw takenBack
  })
  await done.catch((error: unknown) => {
    if (error !== takenBack) throw error
  })
}

/** How many rows of each table this connection has read. */
async function rowsRead(tx: Kysely<DB>): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; read: number }>`
    select relname as name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_xact_user_tables where relname in ('audit_seals', 'audit_entries', 'audit_details')`.execute(
    tx,
  )
  return new Map(rows.map(({ name, read }) => [name, read]))
}

// @spec P.361
describe('a log of several pages', () => {
  test('is verified page by page: none is asked for twice, and none stays in memory', async () => {
    const answers: number[] = []
    const pages: WeakRef<object>[] = []
    let mostPages = 0
    const see = async (rows: object[]) => {
      answers.push(rows.length)
      if (rows.length <= 1) return
      pages.push(new WeakRef(rows[0]!))
      await nextTurn()
      collectGarbage()
      mostPages = Math.max(mostPages, pages.filter((page) => page.deref() !== undefined).length)
    }
    const verified = await verifyLog(depsOn(seen(database.db, see)))
    expect(verified).toMatchObject({ seals: ENTRIES, erased: 0, waiting: 0, broken: undefined })
    // What waits; the pages, of which the last one is empty; and whether anything is outside.
    expect(answers).toEqual([1, ...Array<number>(PAGES).fill(PAGE), 0, 1])
    // The one before may be there until the next one is.
    expect(mostPages).toBeLessThanOrEqual(2)
  })

  test('is read once, by its indexes', async () => {
    await inVain(async (tx) => {
      // As of a longer log: one of this length is read as fast from its beginning each time.
      for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort'])
        await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx)
      const before = await rowsRead(tx)
      await verifyLog(depsOn(tx))
      const after = await rowsRead(tx)
      expect(after.size).toBe(3)
      for (const [name, read] of after) {
        const rows = read - (before.get(name) ?? 0)
        expect.soft(rows, name).toBeGreaterThanOrEqual(ENTRIES)
        // In its page, and where all are counted.
        expect.soft(rows, name).toBeLessThan(2.5 * ENTRIES)
      }
    })
  })

  test.each([
    ['the first place', 1],
    ['the last one of a page', PAGE],
    ['the first one of the next page', PAGE + 1],
    ['the middle of a page', 2.5 * PAGE],
    ['the last place', ENTRIES],
  ])('is broken where it was changed: at %s', async (_name, seq) => {
    const found: Verified['broken'][] = []
    await inVain(async (tx) => {
      await sql`alter table audit_entries disable trigger user`.execute(tx)
      await sql`
        update audit_entries set user_id = gen_random_uuid()
        where id = (select entry_id from audit_seals where seq = ${seq})`.execute(tx)
      found.push((await verifyLog(depsOn(tx))).broken)
      await sql`alter table audit_seals disable trigger user`.execute(tx)
      await sql`delete from audit_seals where seq = ${seq}`.execute(tx)
      found.push((await verifyLog(depsOn(tx))).broken)
    })
    expect(found[0]).toMatchObject({ what: 'changed', seq })
    // Without the last seal what is left is a chain, and its entry outside it.
    expect(found[1]).toMatchObject(
      seq === ENTRIES ? { what: 'outside', seq: null } : { what: 'sealMissing', seq },
    )
  })
})
