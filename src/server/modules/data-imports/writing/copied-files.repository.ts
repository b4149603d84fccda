import { type Kysely, sql } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** A file whose bytes are stored and whose row nothing shows yet, as one that is being uploaded. */
export type CopiedFile = {
  id: string
  name: string
  byteSize: number
  parts: readonly string[]
  preview: { width: number; height: number } | undefined
}

/** Which of these files an earlier attempt has stored. */
export async function listCopied(
  db: Kysely<DB>,
  coachId: UserId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from resource_files
    where coach_id = ${coachId} and id = any(${sql.val([...ids])}::uuid[]) and received = byte_size and ready_at is null`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Notes that the bytes of a file are stored; false if another attempt did. */
export async function insertCopied(
  db: Kysely<DB>,
  coachId: UserId,
  { id, name, byteSize, parts, preview }: CopiedFile,
  now: EpochMs,
): Promise<boolean> {
  const { rows } = await sql`
    insert into resource_files (id, coach_id, name, byte_size, received, parts, preview_width, preview_height,
      created_at, updated_at)
    values (${id}, ${coachId}, ${name}, ${byteSize}, ${byteSize}, ${sql.val([...parts])}::uuid[],
      ${preview?.width ?? null}, ${preview?.height ?? null}, ${toTimestamp(now)}, ${toTimestamp(now)})
    on conflict do nothing returning id`.execute(db)
  return rows.length === 1
}

/** Forgets such files. @returns the ids of their bytes */
export async function removeCopied(
  db: Kysely<DB>,
  coachId: UserId,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ parts: string[] }>`
    delete from resource_files
    where coach_id = ${coachId} and id = any(${sql.val([...ids])}::uuid[]) and ready_at is null
    returning parts`.execute(db)
  return rows.flatMap(({ parts }) => parts)
}

/** How many bytes the files of a practice take, without these. */
export async function sumOthers(db: Kysely<DB>, coachId: UserId, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(byte_size), 0)::bigint as sum from resource_files
    where coach_id = ${coachId} and not id = any(${sql.val([...ids])}::uuid[])`.execute(db)
  return rows[0]!.sum
}
