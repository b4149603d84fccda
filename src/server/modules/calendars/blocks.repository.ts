import type { Kysely, Transaction } from 'kysely'
import type { BlockId, SeriesId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '../../platform/postgres.ts'
import type { CoachScope } from '../../policy/scope.ts'
import type { Span } from './blocks.domain.ts'

/** Time the coach keeps free, as it is stored. */
export type Block = Span & { id: BlockId; seriesId: SeriesId | null; title: string | null }

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

/** The blocks that touch [from, to), by start. */
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

export async function removeBlock(tx: Transaction<DB>, scope: CoachScope, id: BlockId): Promise<void> {
  await tx.deleteFrom('time_blocks').where('coach_id', '=', scope.coachId).where('id', '=', id).execute()
}

/** Takes the blocks of a series away, or those of them that start at `since` or later. */
export async function removeSeries(
  tx: Transaction<DB>,
  scope: CoachScope,
  seriesId: SeriesId,
  since: EpochMs | undefined,
): Promise<void> {
  await tx
    .deleteFrom('time_blocks')
    .where('coach_id', '=', scope.coachId)
    .where('series_id', '=', seriesId)
    .$if(since !== undefined, (later) => later.where('starts_at', '>=', toTimestamp(since!)))
    .execute()
}

function blocksIn(db: Kysely<DB>, scope: CoachScope) {
  return db
    .selectFrom('time_blocks')
    .where('coach_id', '=', scope.coachId)
    .select(['id', 'series_id as seriesId', 'title', 'starts_at as startsAt', 'ends_at as endsAt'])
}
