import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { DB } from '#server/db/schema.ts'
import type { FileStore } from '../files/storage.ts'

/** An arbitrary number that no other program uses on the same server; the one before is that of migrations. */
const LOCK_KEY = 7_604_271_991

/**
 * Takes the lock of backups of this database for as long as the connection lives, so that a backup that is killed holds
 * nothing up. @returns false if another backup holds it
 */
export async function lockBackups(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    LOCK_KEY,
  ])
  return rows[0]!.locked
}

/** Whether a backup of the database is being made. */
export async function isBackupUnderWay(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) | objid::bigint = ${LOCK_KEY}::bigint
    ) as held`.execute(db)
  return rows[0]!.held
}

/**
 * A store that keeps what is removed while `isHeld`: a backup copies files for a long time after its snapshot, in which
 * they are still named. They are removed after the row that named them, so a server that finds no backup under way knows that a
 * later snapshot does not name them. What is kept is found by the next sweep.
 */
export function holdRemovals(store: FileStore, isHeld: () => Promise<boolean>): FileStore {
  return {
    put: (id, source, byteSize) => store.put(id, source, byteSize),
    adopt: (id, path, byteSize) => store.adopt(id, path, byteSize),
    get: (id, range) => store.get(id, range),
    list: () => store.list(),
    async remove(id) {
      if (!(await isHeld())) await store.remove(id)
    },
  }
}
