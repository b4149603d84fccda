import type { Kysely, Transaction } from 'kysely'
import type { FileId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { PictureKind } from './files.domain.ts'

export type NewFile = { id: FileId; ownerId: UserId; kind: PictureKind; mediaType: string; byteSize: number }

export async function insertFile(tx: Transaction<DB>, file: NewFile, at: EpochMs): Promise<void> {
  await tx
    .insertInto('files')
    .values({
      id: file.id,
      owner_user_id: file.ownerId,
      kind: file.kind,
      media_type: file.mediaType,
      byte_size: file.byteSize,
      created_at: toTimestamp(at),
    })
    .execute()
}

export function findFile(db: Kysely<DB>, id: FileId) {
  return db
    .selectFrom('files')
    .where('id', '=', id)
    .select(['media_type as mediaType', 'byte_size as byteSize', 'kind'])
    .executeTakeFirst()
}

/** Removes a file of this person. @returns whether it existed */
export async function removeFile(tx: Transaction<DB>, ownerId: UserId, id: FileId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('files')
    .where('id', '=', id)
    .where('owner_user_id', '=', ownerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Which of these ids have no row. */
export async function listUnknown(db: Kysely<DB>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const known = await db
    .selectFrom('files')
    .where('id', 'in', ids as FileId[])
    .select('id')
    .execute()
  const rows = new Set<string>(known.map(({ id }) => id))
  return ids.filter((id) => !rows.has(id))
}
