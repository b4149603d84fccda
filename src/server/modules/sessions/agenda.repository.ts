import { type Transaction, sql } from 'kysely'
import type { AgendaItemId, ClientId, SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '../../platform/postgres.ts'

/** How many points an agenda has. */
export async function countItems(tx: Transaction<DB>, sessionId: SessionId): Promise<number> {
  const { count } = await tx
    .selectFrom('session_agenda_items')
    .select(sql<number>`count(*)`.as('count'))
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds a point; `clientId` is null when the coach does. */
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

/** Rewrites or ticks a point, of one person alone when `ownedBy` says so; false when there is none such. */
export async function updateItem(
  tx: Transaction<DB>,
  { id, sessionId, ownedBy }: Item,
  change: { text?: string; done?: boolean },
  now: EpochMs,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session_agenda_items')
    .set({ ...change, updated_at: toTimestamp(now) })
    .where('id', '=', id)
    .where('session_id', '=', sessionId)
    .$if(ownedBy !== undefined, (own) => own.where('client_id', '=', ownedBy!))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes a point, of one person alone when `ownedBy` says so; false when there is none such. */
export async function deleteItem(tx: Transaction<DB>, { id, sessionId, ownedBy }: Item): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('session_agenda_items')
    .where('id', '=', id)
    .where('session_id', '=', sessionId)
    .$if(ownedBy !== undefined, (own) => own.where('client_id', '=', ownedBy!))
    .executeTakeFirst()
  return numDeletedRows === 1n
}
