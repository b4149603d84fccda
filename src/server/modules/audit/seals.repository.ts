import { type Kysely, type Transaction, sql } from 'kysely'
import type { EpochMs } from '#time/clock.ts'
import type { AuditEntryId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** A number that no other advisory lock of the product uses. */
const SEALING_LOCK = 76_047

/** A place in the chain. */
export type Seal = { seq: number; hash: Buffer }

/** Lets one transaction seal at a time, on any server; false while another does. */
export async function lockSealing(tx: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${SEALING_LOCK}, 0) as locked`.execute(tx)
  return rows[0]!.locked
}

/** The end of the chain; undefined while it is empty. */
export function findHead(db: Kysely<DB>): Promise<Seal | undefined> {
  return db
    .selectFrom('audit_seals')
    .orderBy('seq', 'desc')
    .limit(1)
    .select(['seq', 'hash'])
    .executeTakeFirst()
}

/** Whether an entry waits for its seal. */
export async function isAnyUnsealed(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom('audit_unsealed').select('entry_id').limit(1).executeTakeFirst()) !== undefined
}

const entryColumns = [
  'e.id',
  'e.occurred_at as at',
  'e.kind',
  'e.user_id as userId',
  'e.actor',
  'e.actor_user_id as actorUserId',
  'e.operator',
  'e.detail',
  'e.detail_hash as detailHash',
] as const

/** Entries that wait for their seals, by their ids, which begin with their time. */
export function listUnsealed(tx: Transaction<DB>, most: number) {
  return tx
    .selectFrom('audit_unsealed as u')
    .innerJoin('audit_entries as e', 'e.id', 'u.entry_id')
    .orderBy('u.entry_id')
    .limit(most)
    .select(entryColumns)
    .execute()
}

/** Adds seals to the end of the chain; their entries wait no more. */
export async function insertSeals(
  tx: Transaction<DB>,
  seals: readonly (Seal & { entryId: AuditEntryId })[],
): Promise<void> {
  await tx
    .insertInto('audit_seals')
    .values(seals.map(({ seq, hash, entryId }) => ({ seq, hash, entry_id: entryId })))
    .execute()
  await tx
    .deleteFrom('audit_unsealed')
    .where('entry_id', '=', sql<AuditEntryId>`any(${seals.map(({ entryId }) => entryId)}::uuid[])`)
    .execute()
}

export type SealedRow = Awaited<ReturnType<typeof listSealed>>[number]

/** The chain after a place, in its order. An entry that is not there has no id, and erased details no salt. */
export function listSealed(db: Kysely<DB>, after: number, most: number) {
  return db
    .selectFrom('audit_seals as s')
    .leftJoin('audit_entries as e', 'e.id', 's.entry_id')
    .leftJoin('audit_details as d', 'd.entry_id', 's.entry_id')
    .where('s.seq', '>', after)
    .orderBy('s.seq')
    .limit(most)
    .select(entryColumns)
    .select(['s.seq', 's.hash', 'd.salt', 'd.detail as personal'])
    .execute()
}

/** How many entries wait for their seals since before an instant. */
export async function countWaiting(db: Kysely<DB>, before: EpochMs): Promise<number> {
  const { count } = await db
    .selectFrom('audit_unsealed as u')
    .innerJoin('audit_entries as e', 'e.id', 'u.entry_id')
    .where('e.occurred_at', '<', toTimestamp(before))
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The first entry that has no seal and waits for none: it was added around Norte, or its seal was taken away. The counts
 * come first, in one statement, because they nearly always agree and comparing all rows takes longer.
 */
export async function findOutsideChain(db: Kysely<DB>): Promise<{ at: EpochMs } | undefined> {
  const { rows } = await sql<{ agree: boolean }>`
    select (select count(*) from audit_entries)
      = (select count(*) from audit_seals) + (select count(*) from audit_unsealed) as agree`.execute(db)
  if (rows[0]!.agree) return undefined
  return db
    .selectFrom('audit_entries as e')
    .where((row) =>
      row.not(
        row.exists(row.selectFrom('audit_seals as s').whereRef('s.entry_id', '=', 'e.id').select('s.seq')),
      ),
    )
    .where((row) =>
      row.not(
        row.exists(
          row.selectFrom('audit_unsealed as u').whereRef('u.entry_id', '=', 'e.id').select('u.entry_id'),
        ),
      ),
    )
    .orderBy('e.occurred_at')
    .orderBy('e.id')
    .limit(1)
    .select('e.occurred_at as at')
    .executeTakeFirst()
}
