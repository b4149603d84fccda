import type { ExpressionBuilder, Transaction } from 'kysely'
import type { ImportedPerson } from '#contract/client-files.ts'
import type { ClientId, ImportId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '../../policy/scope.ts'

/**
 * The version of the stored form of an import's people (ADR 31). A change of `ImportedPerson` takes the next number, and
 * `lockImport` reads the form before as long as imports of the release before may wait, which is a day.
 */
const PEOPLE_VERSION = 1

/** Stores the people of a file until their coach confirms them. */
export async function insertImport(
  tx: Transaction<DB>,
  scope: CoachScope,
  { id, people }: { id: ImportId; people: readonly ImportedPerson[] },
  at: EpochMs,
): Promise<void> {
  await tx
    .insertInto('client_imports')
    .values({
      id,
      coach_id: scope.coachId,
      people: JSON.stringify(people),
      version: PEOPLE_VERSION,
      created_at: toTimestamp(at),
    })
    .execute()
}

/** Removes a coach's unconfirmed imports except for the newest `kept`. */
export async function removeWaitingImports(
  tx: Transaction<DB>,
  { coachId }: CoachScope,
  { kept }: { kept: number },
): Promise<void> {
  await tx
    .deleteFrom('client_imports')
    .where('id', 'in', (query) =>
      query
        .selectFrom('client_imports')
        .where('coach_id', '=', coachId)
        .where('confirmed_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .select('id')
        .offset(kept),
    )
    // Checked again: an import that is being confirmed is kept, so that it can be reported as confirmed.
    .where('confirmed_at', 'is', null)
    .execute()
}

/**
 * A coach's import, read or confirmed after an instant, locked until the transaction ends: concurrent confirmations
 * wait. Undefined also for one that a newer release read, whose people this one might misunderstand: the file can be
 * read again. Those of releases without versions have the form of today.
 */
export function lockImport(tx: Transaction<DB>, scope: CoachScope, id: ImportId, after: EpochMs) {
  return tx
    .selectFrom('client_imports')
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .where('version', '<=', PEOPLE_VERSION)
    .where((row) => row(lastUsedAt(row), '>', toTimestamp(after)))
    .select(['people', 'client_ids as clientIds', 'confirmed_at as confirmedAt'])
    .forUpdate()
    .executeTakeFirst()
}

/** Marks a locked import as confirmed and deletes its people, who are these clients now. */
export async function transitionToConfirmed(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: ImportId,
  clientIds: readonly ClientId[],
  at: EpochMs,
): Promise<void> {
  await tx
    .updateTable('client_imports')
    .set({ confirmed_at: toTimestamp(at), people: '[]', client_ids: [...clientIds] })
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .execute()
}

/** Removes at most `most` imports read and, if they were, confirmed before an instant. @returns how many */
export async function removeImports(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('client_imports')
    .where('id', 'in', (query) =>
      query
        .selectFrom('client_imports')
        // Redundant, because it is read before it is confirmed, but it lets PostgreSQL use the index.
        .where('created_at', '<', toTimestamp(before))
        .where((row) => row(lastUsedAt(row), '<', toTimestamp(before)))
        .orderBy('created_at')
        .select('id')
        .limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** When the day begins that an import is kept for: a confirmed one is kept for its invitations. */
function lastUsedAt(row: ExpressionBuilder<DB, 'client_imports'>) {
  return row.fn.coalesce('confirmed_at', 'created_at')
}
