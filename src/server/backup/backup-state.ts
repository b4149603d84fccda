// The row that says what became of the backups.
import { sql } from 'kysely'
import type pg from 'pg'
import { type EpochMs, epochMs, toIso } from '#time/clock.ts'
import type { Deps } from '../deps.ts'
import { type LastBackup, isMadeSince } from './schedule.ts'

/** When the newest complete backup was made, and whether attempts failed since then. Any server can ask; it reads one row. */
export async function lastBackup({ db }: Pick<Deps, 'db'>): Promise<LastBackup> {
  const row = await db
    .selectFrom('backup_state')
    .select(['made_at as madeAt', 'failures', 'failed_at as failedAt', 'failure'])
    .executeTakeFirst()
  return row ?? { madeAt: null, failures: 0, failedAt: null, failure: null }
}

/**
 * The same with the moment by the clock of the database, which notes it: a worker's own may differ.
 */
export async function lastBackupAndNow({ db }: Pick<Deps, 'db'>): Promise<LastBackup & { now: EpochMs }> {
  const { rows } = await sql<{ ms: number }>`select (extract(epoch from now()) * 1000)::float8 as ms`.execute(
    db,
  )
  return { ...(await lastBackup({ db })), now: epochMs(Math.floor(rows[0]!.ms)) }
}

/** Notes an attempt that ended without noting why, unless another failure than the `known` ones was noted meanwhile. */
export async function noteEnded(
  { db }: Pick<Deps, 'db'>,
  { reason, known }: { reason: string; known: number },
): Promise<void> {
  await sql`
    insert into backup_state (failures, failed_at, failure) values (1, date_trunc('milliseconds', now()), ${reason})
    on conflict (only_row) do update
      set failures = backup_state.failures + 1, failed_at = excluded.failed_at, failure = excluded.failure
      where backup_state.failures = ${known}`.execute(db)
}

// Before an update the new release may make a backup of a database that has no such row yet.
async function hasState(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string | null }>(
    `select to_regclass('public.backup_state') as name`,
  )
  return rows[0]!.name !== null
}

/** Notes a complete backup. */
export async function noteMade(
  client: pg.Client,
  { name, at }: { name: string; at: EpochMs },
): Promise<void> {
  if (!(await hasState(client))) return
  await client.query(
    `insert into backup_state (made_at, name) values ($1, $2)
     on conflict (only_row) do update
       set made_at = excluded.made_at, name = excluded.name, failures = 0, failed_at = null, failure = null`,
    [toIso(at), name],
  )
}

/** Notes an attempt that failed. */
export async function noteFailed(client: pg.Client, reason: string, at: EpochMs): Promise<void> {
  if (!(await hasState(client))) return
  await client.query(
    `insert into backup_state (failures, failed_at, failure) values (1, $1, $2)
     on conflict (only_row) do update
       set failures = backup_state.failures + 1, failed_at = excluded.failed_at, failure = excluded.failure`,
    [toIso(at), reason],
  )
}

/** Whether a complete backup was made since a moment, on the connection of one that is about to begin. */
export async function wasMadeSince(client: pg.Client, since: EpochMs): Promise<boolean> {
  if (!(await hasState(client))) return false
  const { rows } = await client.query<{ madeAt: EpochMs | null; now: EpochMs }>(
    `select (extract(epoch from made_at) * 1000)::float8 as "madeAt", (extract(epoch from now()) * 1000)::float8 as now
     from backup_state`,
  )
  return rows.some(({ madeAt, now }) => isMadeSince(madeAt, since, now))
}
