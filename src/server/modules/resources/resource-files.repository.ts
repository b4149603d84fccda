import { type Kysely, type Transaction, sql } from 'kysely'
import type { ResourceFileId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'

// Whose upload a file is: its coach's, or that of one client.
const isOf = (scope: Scope) =>
  sql<boolean>`coach_id = ${scope.coachId} and client_id is not distinct from ${clientOf(scope) ?? null}::uuid`

/** How many bytes the files of a practice take, those of its clients and those that are still being uploaded included. */
export async function sumBytes(db: Kysely<DB>, { coachId }: Scope): Promise<number> {
  const { sum } = await db
    .selectFrom('resource_files')
    .where('coach_id', '=', coachId)
    .select(sql<number>`coalesce(sum(byte_size), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow()
  return sum
}

/** Locks the practice's files: of two that are announced at once, the second sees the space that the first takes. */
export async function lockSpace(tx: Transaction<DB>, { coachId }: Scope): Promise<void> {
  await tx.selectFrom('coaches').where('id', '=', coachId).select('id').forNoKeyUpdate().executeTakeFirst()
}

export async function insertFile(
  tx: Transaction<DB>,
  scope: Scope,
  file: { id: ResourceFileId; name: string; byteSize: number },
  now: EpochMs,
): Promise<void> {
  const { id, name, byteSize } = file
  const times = { created_at: toTimestamp(now), updated_at: toTimestamp(now) }
  await tx
    .insertInto('resource_files')
    .values({
      id,
      coach_id: scope.coachId,
      client_id: clientOf(scope) ?? null,
      name,
      byte_size: byteSize,
      ...times,
    })
    .execute()
}

/** A file from its first byte; `mediaType` is null until its content was looked at. */
export function findFile(db: Kysely<DB>, scope: Scope, id: ResourceFileId) {
  return db
    .selectFrom('resource_files')
    .where(isOf(scope))
    .where('id', '=', id)
    .select(['id', 'name', 'byte_size as byteSize', 'received', 'parts', 'media_type as mediaType'])
    .select(
      sql<boolean>`exists (select from message_files m where m.file_id = resource_files.id)`.as(
        'isOfMessage',
      ),
    )
    .executeTakeFirst()
}

/** Adds a part that begins where the received ones end; false if another one came first. */
export async function addPart(
  db: Kysely<DB>,
  scope: Scope,
  id: ResourceFileId,
  part: { id: string; offset: number; byteSize: number },
  now: EpochMs,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('resource_files')
    .set({
      received: part.offset + part.byteSize,
      parts: sql`array_append(parts, ${part.id}::uuid)`,
      updated_at: toTimestamp(now),
    })
    .where(isOf(scope))
    .where('id', '=', id)
    .where('received', '=', part.offset)
    .where('ready_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A preview of a picture: its bytes are the second part of the file, so that they go with it. */
export type Preview = { part: string; width: number; height: number }

/** Keeps a file whose content was looked at, as one part; false if it is kept already or gone. */
export async function keepFile(
  db: Kysely<DB>,
  scope: Scope,
  id: ResourceFileId,
  { part, mediaType, preview }: { part: string; mediaType: string; preview?: Preview | undefined },
  now: EpochMs,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('resource_files')
    .set({
      parts: preview ? [part, preview.part] : [part],
      preview_width: preview?.width ?? null,
      preview_height: preview?.height ?? null,
      media_type: mediaType,
      ready_at: toTimestamp(now),
      updated_at: toTimestamp(now),
    })
    .where(isOf(scope))
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Removes a file that no resource, no action and no message uses; answers the ids of its bytes, undefined if it does not
 * exist.
 */
export async function removeUnused(
  db: Kysely<DB>,
  scope: Scope,
  id: ResourceFileId,
): Promise<string[] | undefined> {
  const row = await deleteUnused(db)
    // One that was announced for a message is removed by its own call.
    .where((file) =>
      file.not(
        file.exists(
          file
            .selectFrom('message_files')
            .whereRef('message_files.file_id', '=', 'resource_files.id')
            .select('message_files.file_id'),
        ),
      ),
    )
    .where(isOf(scope))
    .where('id', '=', id)
    .returning('parts')
    .executeTakeFirst()
  return row?.parts
}

/** Removes a file that was not kept yet; answers the ids of its bytes, undefined if it was, or does not exist. */
export async function removeUnfinished(
  db: Kysely<DB>,
  scope: Scope,
  id: ResourceFileId,
): Promise<string[] | undefined> {
  const row = await db
    .deleteFrom('resource_files')
    .where(isOf(scope))
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .returning('parts')
    .executeTakeFirst()
  return row?.parts
}

/**
 * Removes files that nothing uses and nobody touched since; answers the ids of their bytes. Sending a message touches
 * its files, so that of the two at once the message wins.
 */
export async function removeForgotten(db: Kysely<DB>, before: EpochMs): Promise<string[]> {
  const rows = await deleteUnused(db)
    .where('updated_at', '<', toTimestamp(before))
    .returning('parts')
    .execute()
  return rows.flatMap(({ parts }) => parts)
}

// Files that no resource and no message has, nor an action once they are finished, deleted ones included: those can be
// restored.
function deleteUnused(db: Kysely<DB>) {
  return db
    .deleteFrom('resource_files')
    .where((file) =>
      file.not(
        file.exists(
          file
            .selectFrom('resources')
            .whereRef('resources.file_id', '=', 'resource_files.id')
            .select('resources.id'),
        ),
      ),
    )
    .where((file) =>
      file.not(
        file.exists(
          file
            .selectFrom('message_files')
            .whereRef('message_files.file_id', '=', 'resource_files.id')
            .where('message_files.message_id', 'is not', null)
            .select('message_files.file_id'),
        ),
      ),
    )
    .where((file) =>
      file.or([
        file('ready_at', 'is', null),
        file.not(
          file.exists(
            file
              .selectFrom('action_files')
              .whereRef('action_files.file_id', '=', 'resource_files.id')
              .select('action_files.file_id'),
          ),
        ),
      ]),
    )
}

/** Which of these ids no file names as its bytes. */
export async function listUnknown(db: Kysely<DB>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select stored.id from unnest(${sql.val([...ids])}::uuid[]) as stored (id)
    where not exists (select from resource_files f where f.parts @> array[stored.id])`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * A file that is shown to a reader: the coach of its resource, or a client who has it now; both sides of an action that
 * it is of; who is in the room of its message. Undefined for everybody else, and for one that is deleted, so that an address ends with the access it was
 * given for.
 */
export async function findShown(db: Kysely<DB>, id: ResourceFileId, reader: string) {
  const { rows } = await sql<{
    name: string
    byteSize: number
    mediaType: string
    part: string
    preview: string | null
  }>`
    select f.name, f.byte_size as "byteSize", f.media_type as "mediaType", f.parts[1] as part, f.parts[2] as preview
    from resource_files f
    where f.id = ${id} and f.ready_at is not null and (
      exists (
        select from resources r where r.file_id = f.id and r.deleted_at is null and (
          r.coach_id = ${reader}::uuid
          or r.status <> 'draft' and exists (
            select from resource_assignments a
            where a.resource_id = r.id and a.deleted_at is null and (
              a.client_id = ${reader}::uuid
              or a.group_id in (
                select m.group_id from group_members m where m.client_id = ${reader}::uuid and m.status = 'active'
              )
            )
          )
        )
      )
      or exists (
        select from action_files e join actions a on a.id = e.action_id
        where e.file_id = f.id and e.deleted_at is null and a.deleted_at is null
          and ${reader}::uuid in (a.coach_id, a.client_id)
      )
      or exists (
        select from message_files s join message_rooms o on o.id = s.room_id
        where s.file_id = f.id and s.message_id is not null and (
          ${reader}::uuid in (o.coach_id, o.client_id)
          or o.group_id in (
            select m.group_id from group_members m where m.client_id = ${reader}::uuid and m.status = 'active'
          )
        )
      )
    )`.execute(db)
  return rows[0]
}
