import { type Transaction, sql } from 'kysely'
import type { AgendaItemId, ClientId, SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** The number of points of an agenda. */
export async function countItems(tx: Transaction<DB>, sessionId: SessionId): Promise<number> {
  const { count } = await tx
    .selectFrom('session_agenda_items')
    .select(sql<number>`count(*)`.as('count'))
    .where('session_id', '=', sessionId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds a point; `clientId` is null for the coach. */
export async function insertItem(
  tx: Transaction<DB>,
  item: { id: AgendaItemId; sessionId: SessionId; text: string; clientId: ClientId | null },
  now: EpochMs,
): Promise<void> {
  await tx
    .insertInto('session_agenda_items')
    .values({
      id: item.id,
      session_id: item.sessionId,
      text: item.text,
      client_id: item.clientId,
      created_at: toTimestamp(now),
      updated_at: toTimestamp(now),
    })
    .execute()
}

type Item = { id: AgendaItemId; sessionId: SessionId; ownedBy?: ClientId }

/** Edits or ticks a point, restricted to one person by `ownedBy`; false if no such point exists. */
export function updateItem(
  tx: Transaction<DB>,
  item: Item,
  change: { text?: string; done?: boolean },
  now: EpochMs,
): Promise<boolean> {
  return changeItem(tx, item, { from: 'there', to: change }, now)
}

/** Deletes a point, restricted to one person by `ownedBy`; false if no such point exists. */
export function deleteItem(tx: Transaction<DB>, item: Item, now: EpochMs): Promise<boolean> {
  return changeItem(tx, item, { from: 'there', to: { deleted_at: toTimestamp(now) } }, now)
}

/** Restores a deleted point at its position, restricted to one person by `ownedBy`; false if no such point exists. */
export function restoreItem(tx: Transaction<DB>, item: Item, now: EpochMs): Promise<boolean> {
  return changeItem(tx, item, { from: 'deleted', to: { deleted_at: null } }, now)
}

type Change = {
  from: 'there' | 'deleted'
  to: { text?: string; done?: boolean; deleted_at?: ReturnType<typeof toTimestamp> | null }
}

async function changeItem(
  tx: Transaction<DB>,
  { id, sessionId, ownedBy }: Item,
  { from, to }: Change,
  now: EpochMs,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session_agenda_items')
    .set({ ...to, updated_at: toTimestamp(now) })
    .where('id', '=', id)
    .where('session_id', '=', sessionId)
    .where('deleted_at', from === 'there' ? 'is' : 'is not', null)
    .$if(ownedBy !== undefined, (own) => own.where('client_id', '=', ownedBy!))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes at most `most` points that were deleted before an instant. @returns how many */
export async function forgetItems(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('session_agenda_items')
    .where('id', 'in', (query) =>
      query
        .selectFrom('session_agenda_items')
        .where('deleted_at', '<', toTimestamp(before))
        .select('id')
        .limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
