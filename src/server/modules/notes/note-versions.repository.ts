import { type Kysely, type Transaction, sql } from 'kysely'
import type { NoteId, NoteVersionId, PageQuery } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '../../policy/scope.ts'
import type { NoteRow } from './notes.repository.ts'

export type VersionRow = Awaited<ReturnType<typeof listVersions>>['rows'][number]

/** Stores what a note says before it is replaced. The note is locked, and its coach is the one of the scope. */
export async function insertVersion(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: NoteVersionId,
  note: NoteRow,
  now: EpochMs,
): Promise<void> {
  await tx
    .insertInto('note_versions')
    .values({
      id,
      note_id: note.id,
      coach_id: scope.coachId,
      title: note.title,
      body: JSON.stringify(note.body),
      revision: note.revision,
      written_at: toTimestamp(note.writtenAt),
      replaced_at: toTimestamp(now),
    })
    .execute()
}

/** A page of the versions of a note, the newest first in ascending order of age. */
export async function listVersions(
  db: Kysely<DB>,
  scope: CoachScope,
  noteId: NoteId,
  { direction, items, page }: PageQuery,
) {
  const versions = versionsOf(db, scope, noteId)
  const [rows, { total }] = await Promise.all([
    versions
      .select(COLUMNS)
      .orderBy('v.revision', direction === 'asc' ? 'desc' : 'asc')
      .limit(items)
      .offset((page - 1) * items)
      .execute(),
    versions.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

export function findVersion(db: Kysely<DB>, scope: CoachScope, noteId: NoteId, id: NoteVersionId) {
  return versionsOf(db, scope, noteId)
    .where('v.id', '=', id)
    .select([...COLUMNS, 'v.body'])
    .executeTakeFirst()
}

/** Removes at most `most` versions that were replaced before an instant. @returns how many */
export async function forgetVersions(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('note_versions')
    .where('id', 'in', (query) =>
      query
        .selectFrom('note_versions')
        .where('replaced_at', '<', toTimestamp(before))
        .select('id')
        .limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const COLUMNS = [
  'v.id',
  'v.title',
  'v.revision',
  'v.written_at as writtenAt',
  'v.replaced_at as replacedAt',
] as const

/** The versions of a note that is not deleted. */
function versionsOf(db: Kysely<DB>, scope: CoachScope, noteId: NoteId) {
  return db
    .selectFrom('note_versions as v')
    .innerJoin('notes as n', 'n.id', 'v.note_id')
    .where('v.coach_id', '=', scope.coachId)
    .where('v.note_id', '=', noteId)
    .where('n.deleted_at', 'is', null)
}
