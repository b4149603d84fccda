import type { Transaction, Updateable } from 'kysely'
import type { FileId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '../../policy/scope.ts'

type BrandColumns = Pick<Updateable<DB['coaches']>, 'company_name' | 'color_ui' | 'logo_id'>

/** Locks the practice's row until the transaction ends, and returns its current logo. */
export async function lockBrand(
  tx: Transaction<DB>,
  { coachId }: CoachScope,
): Promise<{ logoId: FileId | null }> {
  return tx
    .selectFrom('coaches')
    .where('id', '=', coachId)
    .select('logo_id as logoId')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Writes the given columns, and keeps those that are undefined. */
export async function updateBrand(
  tx: Transaction<DB>,
  { coachId }: CoachScope,
  columns: BrandColumns,
  at: EpochMs,
): Promise<void> {
  await tx
    .updateTable('coaches')
    .set({ ...columns, updated_at: toTimestamp(at) })
    .where('id', '=', coachId)
    .execute()
}
