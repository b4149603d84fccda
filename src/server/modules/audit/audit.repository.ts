import { type Kysely, type Transaction, sql } from 'kysely'
import type { AuditKind } from '#contract/account/activity.ts'
import type { AuditEntryId, PageQuery, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

type EntryRow = {
  id: AuditEntryId
  at: EpochMs
  kind: AuditKind
  userId: UserId | null
  actor: string
  actorUserId: UserId | null
  operator: string | null
  detail: string
  detailHash: Buffer
  salt: Buffer
  personal: string
  once: Buffer | null
}

/** Adds an entry, unless there is one under its `once`; it waits for its seal from then on. */
export async function insertEntry(tx: Transaction<DB>, entry: EntryRow): Promise<void> {
  const { id, at, kind, userId, actor, actorUserId, operator, detail, detailHash, salt, personal, once } =
    entry
  await sql`
    with personal as (
      insert into audit_details (entry_id, salt, detail, once) values (${id}, ${salt}, ${personal}, ${once})
      on conflict (once) do nothing
      returning entry_id
    ), entry as (
      insert into audit_entries
        (id, occurred_at, kind, user_id, actor, actor_user_id, operator, detail, detail_hash)
      select entry_id, ${toTimestamp(at)}, ${kind}::text, ${userId}::uuid, ${actor}::text, ${actorUserId}::uuid,
        ${operator}::text, ${detail}::text, ${detailHash}::bytea
      from personal
      returning id
    )
    insert into audit_unsealed (entry_id) select id from entry`.execute(tx)
}

/** How many entries of a kind a person has since an instant. */
export async function countEntries(
  tx: Transaction<DB>,
  userId: UserId,
  kind: AuditKind,
  since: EpochMs,
): Promise<number> {
  const { count } = await tx
    .selectFrom('audit_entries')
    .where('user_id', '=', userId)
    .where('occurred_at', '>', toTimestamp(since))
    .where('kind', '=', kind)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export type ActivityRow = Awaited<ReturnType<typeof listEntries>>['rows'][number]

/** A page of what concerns a person, by age, and how much there is in all. What was erased is null. */
export async function listEntries(db: Kysely<DB>, userId: UserId, { direction, items, page }: PageQuery) {
  const entries = db.selectFrom('audit_entries as e').where('e.user_id', '=', userId)
  const rows = await entries
    .leftJoin('audit_details as d', 'd.entry_id', 'e.id')
    .orderBy('e.occurred_at', direction)
    .orderBy('e.id', direction)
    .limit(items)
    .offset((page - 1) * items)
    .select([
      'e.id',
      'e.occurred_at as at',
      'e.kind',
      'e.actor',
      'e.actor_user_id as actorUserId',
      'e.operator',
      'e.detail',
      'd.detail as personal',
    ])
    .execute()
  const { total } = await entries
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** When the log began, if the account of a person is older. */
export async function findBeginning(db: Kysely<DB>, userId: UserId): Promise<EpochMs | undefined> {
  const row = await db
    .selectFrom('audit_entries as e')
    .innerJoin('users as u', (join) => join.onRef('u.created_at', '<', 'e.occurred_at'))
    .where('e.kind', '=', 'log.began')
    .where('u.id', '=', userId)
    .select('e.occurred_at as at')
    .executeTakeFirst()
  return row?.at
}

/** The account of an address; undefined if it has none. */
export async function findUser(db: Kysely<DB>, email: string): Promise<UserId | undefined> {
  const row = await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()
  return row?.id
}

/** Erases what is personal of a person's entries. @returns of how many */
export async function removeDetailsOf(tx: Transaction<DB>, userId: UserId): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('audit_details')
    .where('entry_id', 'in', (query) =>
      query.selectFrom('audit_entries').where('user_id', '=', userId).select('id'),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Erases what is personal of entries before an instant, of the oldest `most` that have it. @returns of how many */
export async function removeOldDetails(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('audit_details')
    .where('entry_id', 'in', (query) =>
      query
        .selectFrom((oldest) =>
          // Ids begin with their time, so that the oldest are found without reading all.
          oldest.selectFrom('audit_details').orderBy('entry_id').limit(most).select('entry_id').as('oldest'),
        )
        .innerJoin('audit_entries as e', 'e.id', 'oldest.entry_id')
        .where('e.occurred_at', '<', toTimestamp(before))
        .select('oldest.entry_id'),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
