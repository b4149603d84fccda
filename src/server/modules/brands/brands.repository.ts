import type { Kysely, Transaction, Updateable } from 'kysely'
import type { FileId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope, Scope } from '../../policy/scope.ts'

type BrandColumns = Pick<Updateable<DB['coaches']>, 'company_name' | 'color_ui' | 'logo_id'>

/** A practice's name, colour and logo, with the name of its coach. */
export function findBrand(db: Kysely<DB>, { coachId }: Scope) {
  return db
    .selectFrom('coaches as c')
    .innerJoin('users as u', 'u.id', 'c.id')
    .where('c.id', '=', coachId)
    .select([
      'u.name',
      'u.last_name as lastName',
      'c.company_name as companyName',
      'c.color_ui as colorUI',
      'c.logo_id as logoId',
    ])
    .executeTakeFirst()
}

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
