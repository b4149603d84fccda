import type { Kysely, Transaction } from 'kysely'
import type { BlockId, SeriesId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { Interval } from '#time/interval.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '../../policy/scope.ts'

/** Blocked time, as stored. */
export type Block = Interval & { id: BlockId; seriesId: SeriesId | null; title: string | null }

export async function insertBlocks(
  tx: Transaction<DB>,
  scope: CoachScope,
  blocks: readonly Block[],
  now: EpochMs,
): Promise<void> {
  const rows = blocks.map(({ id, seriesId, title, startsAt, endsAt }) => ({
    id,
    coach_id: scope.coachId,
    series_id: seriesId,
    title,
    starts_at: toTimestamp(startsAt),
    ends_at: toTimestamp(endsAt),
    created_at: toTimestamp(now),
    updated_at: toTimestamp(now),
  }))
  await tx.insertInto('time_blocks').values(rows).execute()
}

/** The blocks that overlap [from, to), by start. */
export function listBlocks(db: Kysely<DB>, scope: CoachScope, from: EpochMs, to: EpochMs): Promise<Block[]> {
  return blocksIn(db, scope)
    .where('starts_at', '<', toTimestamp(to))
    .where('ends_at', '>', toTimestamp(from))
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
}

/** The block, locked until the transaction ends. */
export function lockBlock(tx: Transaction<DB>, scope: CoachScope, id: BlockId): Promise<Block | undefined> {
  return blocksIn(tx, scope).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateBlock(
  tx: Transaction<DB>,
  scope: CoachScope,
  { id, title, startsAt, endsAt }: Block,
  now: EpochMs,
): Promise<void> {
  await tx
    .updateTable('time_blocks')
    .set({
      title,
      starts_at: toTimestamp(startsAt),
      ends_at: toTimestamp(endsAt),
      updated_at: toTimestamp(now),
    })
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .execute()
}

/** Which blocks of a coach: one, or a series, optionally only those that start at `since` or later. */
export type WhichBlocks = { id: BlockId } | { seriesId: SeriesId; since: EpochMs | undefined }

/** Deletes blocks; `restoreBlocks` restores those that were deleted with `id`. */
export async function removeBlocks(
  tx: Transaction<DB>,
  scope: CoachScope,
  which: WhichBlocks,
  { id, now }: { id: BlockId; now: EpochMs },
): Promise<void> {
  await tx
    .updateTable('time_blocks')
    .set({ deleted_at: toTimestamp(now), deleted_with: id })
    .where('coach_id', '=', scope.coachId)
    .where('deleted_at', 'is', null)
    .where((block) => {
      if ('id' in which) return block('id', '=', which.id)
      const ofSeries = block('series_id', '=', which.seriesId)
      return which.since === undefined ? ofSeries : ofSeries.and('starts_at', '>=', toTimestamp(which.since))
    })
    .execute()
}

/** Restores what was deleted with a block, by start; empty if nothing was. */
export async function restoreBlocks(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: BlockId,
  now: EpochMs,
): Promise<Block[]> {
  const restored = await tx
    .updateTable('time_blocks')
    .set({ deleted_at: null, deleted_with: null, updated_at: toTimestamp(now) })
    .where('coach_id', '=', scope.coachId)
    .where('deleted_with', '=', id)
    .returning(COLUMNS)
    .execute()
  return restored.toSorted((a, b) => a.startsAt - b.startsAt)
}

/** Removes at most `most` blocks that were deleted before an instant. @returns how many */
export async function forgetBlocks(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('time_blocks')
    .where('id', 'in', (query) =>
      query.selectFrom('time_blocks').where('deleted_at', '<', toTimestamp(before)).select('id').limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const COLUMNS = [
  'id',
  'series_id as seriesId',
  'title',
  'starts_at as startsAt',
  'ends_at as endsAt',
] as const

function blocksIn(db: Kysely<DB>, scope: CoachScope) {
  return db
    .selectFrom('time_blocks')
    .where('coach_id', '=', scope.coachId)
    .where('deleted_at', 'is', null)
    .select(COLUMNS)
}
