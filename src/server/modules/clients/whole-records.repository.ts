import { type Kysely, sql } from 'kysely'
import type { ClientId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { CoachScope } from '../../policy/scope.ts'
import { type ClientFilter, matches } from './list/client-list.repository.ts'
import { practiceAt } from './list/practice-values.repository.ts'

export type WholeRecordRow = Awaited<ReturnType<typeof listWholeRecords>>[number]

/** Where a list continues. */
export type ListPosition = { sortName: string; id: ClientId }

/**
 * The next records of a list by name, with every field that a coach reads: the person's own data replaces what the
 * coach left empty.
 */
export function listWholeRecords(
  db: Kysely<DB>,
  scope: CoachScope,
  filter: ClientFilter,
  { after, most }: { after: ListPosition | undefined; most: number },
  now: EpochMs,
) {
  return (
    db
      .selectFrom('clients')
      .leftJoin('users as u', 'u.id', 'clients.user_id')
      .where('clients.coach_id', '=', scope.coachId)
      // What remains of a deleted account is no client to take along.
      .where('clients.account_ended_at', 'is', null)
      .where(matches(filter, practiceAt(scope, now)))
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(clients.sort_name, clients.id) > (${after!.sortName}, ${after!.id}::uuid)`),
      )
      .select([
        'clients.id',
        'clients.name',
        'clients.last_name as lastName',
        'clients.email',
        'clients.role',
        'clients.status',
        'clients.invited_at as invitedAt',
        'clients.company_name as companyName',
        'clients.started_on as startDate',
        'clients.objective',
        'clients.tags',
        'clients.source',
        'clients.emergency_contact as emergencyContact',
        'clients.sort_name as sortName',
      ])
      .select(({ fn }) => [
        fn.coalesce('clients.whatsapp', 'u.whatsapp').as('whatsapp'),
        fn.coalesce('clients.phone', 'u.phone').as('phone'),
        fn.coalesce('clients.job_occupation', 'u.job_occupation').as('jobOcuppation'),
        fn.coalesce('clients.country', 'u.country').as('country'),
        fn.coalesce('clients.city', 'u.city').as('city'),
        fn.coalesce('u.timezone', 'clients.timezone').as('timezone'),
      ])
      .orderBy('clients.sort_name')
      .orderBy('clients.id')
      .limit(most)
      .execute()
  )
}
