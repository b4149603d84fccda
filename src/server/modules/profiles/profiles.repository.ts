import type { Kysely, Transaction, Updateable } from 'kysely'
import type { FileId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

export type ProfileRow = Awaited<ReturnType<typeof findProfile>>

/** A person's profile; a coach's columns are null for everybody else. */
export function findProfile(db: Kysely<DB>, userId: UserId) {
  return db
    .selectFrom('users as u')
    .leftJoin('coaches as c', 'c.id', 'u.id')
    .where('u.id', '=', userId)
    .select([
      'u.id',
      'u.name',
      'u.last_name as lastName',
      'u.job_occupation as jobOccupation',
      'u.birthday',
      'u.about_me as aboutMe',
      'u.expectations',
      'c.bio',
      'c.specialities',
      'c.spoken_languages as spokenLanguages',
      'c.credentials',
      'c.practising_since as practisingSince',
    ])
    .executeTakeFirstOrThrow()
}

type PersonColumns = Pick<
  Updateable<DB['users']>,
  | 'name'
  | 'last_name'
  | 'job_occupation'
  | 'birthday'
  | 'about_me'
  | 'expectations'
  | 'photo_id'
  | 'color_scheme'
>

/** Writes the given columns, and keeps those that are undefined. */
export async function updatePerson(
  tx: Transaction<DB>,
  userId: UserId,
  columns: PersonColumns,
  at: EpochMs,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...columns, updated_at: toTimestamp(at) })
    .where('id', '=', userId)
    .execute()
}

type CoachColumns = Pick<
  Updateable<DB['coaches']>,
  'bio' | 'specialities' | 'spoken_languages' | 'credentials' | 'practising_since'
>

/** Writes the given columns, and keeps those that are undefined. */
export async function updateCoach(
  tx: Transaction<DB>,
  coachId: UserId,
  columns: CoachColumns,
  at: EpochMs,
): Promise<void> {
  await tx
    .updateTable('coaches')
    .set({ ...columns, updated_at: toTimestamp(at) })
    .where('id', '=', coachId)
    .execute()
}

/** Locks a person's row until the transaction ends, and returns their current picture. */
export async function lockPerson(tx: Transaction<DB>, userId: UserId): Promise<{ photoId: FileId | null }> {
  return tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select('photo_id as photoId')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
