import type { Kysely, Transaction } from 'kysely'
import type { ContactKind } from '#contract/coaches.ts'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { Slots } from '#server/platform/postgres/compiled-query.ts'
import { type Reading, readingOf } from '#server/platform/postgres/reading.ts'
import { type CoachScope, type Scope, coachSlots } from '../../policy/scope.ts'

export type CoachRow = NonNullable<Awaited<ReturnType<typeof findCoach>>>

/** The coach of the scope: profile, brand and contacts, and when they first saved their hours. */
export function findCoach(db: Kysely<DB>, scope: Scope) {
  return selectCoach(db, scope).executeTakeFirst()
}

/** The same as a part of a screen. */
export function readCoach({ coachId }: Scope): Reading<CoachRow[]> {
  return coach({ coachId })
}

const coach = readingOf((db, slots: Slots<{ coachId: UserId }>) => selectCoach(db, coachSlots(slots)))

function selectCoach(db: Kysely<DB>, { coachId }: Scope) {
  return db
    .selectFrom('coaches as c')
    .innerJoin('users as u', 'u.id', 'c.id')
    .leftJoin('calendars as calendar', 'calendar.coach_id', 'c.id')
    .where('c.id', '=', coachId)
    .select([
      'c.id',
      'calendar.reviewed_at as hoursReviewedAt',
      'calendar.offers_norte as offersNorte',
      'u.name',
      'u.last_name as lastName',
      'u.photo_id as photoId',
      'u.job_occupation as jobOccupation',
      'u.timezone',
      'u.country',
      'u.city',
      'c.company_name as companyName',
      'c.color_ui as colorUI',
      'c.logo_id as logoId',
      'c.bio',
      'c.specialities',
      'c.spoken_languages as spokenLanguages',
      'c.credentials',
      'c.practising_since as practisingSince',
      'c.shown_contacts as shownContacts',
      'u.email',
      'u.whatsapp',
      'u.phone',
      'u.meet',
      'u.zoom',
      'u.teams',
      'u.skype',
      'u.facetime',
      'u.facebook',
      'u.instagram',
      'u.twitter',
      'u.linked_in as linkedIn',
    ])
}

/** Stores which contacts the coach shows to clients. */
export async function updateShownContacts(
  tx: Transaction<DB>,
  { coachId }: CoachScope,
  chosen: ContactKind[],
  at: EpochMs,
): Promise<void> {
  await tx
    .updateTable('coaches')
    .set({ shown_contacts: chosen, updated_at: toTimestamp(at) })
    .where('id', '=', coachId)
    .execute()
}

/** Makes an account a coach who has not paid yet. */
export async function insertCoach(tx: Transaction<DB>, id: UserId, at: EpochMs): Promise<void> {
  await tx
    .insertInto('coaches')
    .values({ id, payment_status: 'none', created_at: toTimestamp(at), updated_at: toTimestamp(at) })
    .execute()
}
