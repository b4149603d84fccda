import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { ClientId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { TimestampParam } from '../../db/columns.ts'
import type { DB } from '../../db/schema.ts'
import { literals } from '#server/platform/postgres/compiled-query.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'
import { OPEN_STATUSES } from '../actions/actions.domain.ts'
import { lastInGroups, nextInGroups } from './group-sessions.repository.ts'

/** A client with the data of sessions and actions that a list shows. */
export type ClientRow = Awaited<ReturnType<ReturnType<typeof withActivity>['executeTakeFirstOrThrow']>>

/** One client with all fields that the coach entered and what the person wrote for their coach. */
export type ClientDetailRow = NonNullable<Awaited<ReturnType<typeof findClient>>>

/** The selected clients with their sort key: the other columns are read after the selection. */
export type Chosen = { id: ClientId; sortKey: unknown }

/** The client, with the data of a list and the rest of their record. */
export function findClient(db: Kysely<DB>, scope: Scope, id: ClientId, now: EpochMs) {
  const own = clientOf(scope)
  const one = db
    .selectFrom('clients')
    .where('clients.coach_id', '=', scope.coachId)
    .where('clients.id', '=', id)
    .$if(own !== undefined, (query) => query.where('clients.id', '=', own!))
    .select(['clients.id', sql<unknown>`null`.as('sortKey')])
  return withActivity(db, one, toTimestamp(now))
    .select((row) => [
      row.fn.coalesce('c.job_occupation', 'u.job_occupation').as('jobOccupation'),
      row.fn.coalesce('c.city', 'u.city').as('city'),
      'c.started_on as startedOn',
      'c.objective',
      'c.source',
      'c.emergency_contact as emergencyContact',
      'u.about_me as aboutMe',
      'u.expectations',
      row
        .selectFrom('account_deletions as d')
        .whereRef('d.user_id', '=', 'c.user_id')
        .select('d.due_at')
        .as('accountEndsAt'),
      row
        .selectFrom('account_deletions as d')
        .whereRef('d.user_id', '=', 'c.user_id')
        .select('d.days_left')
        .as('accountDaysLeft'),
    ])
    .executeTakeFirst()
}

// Same rule as in actions.domain: by the date in the owner's zone.
const isOverdue = (now: RawBuilder<TimestampParam>) =>
  sql<SqlBool>`a.due_on < (${now} at time zone coalesce(u.timezone, c.timezone))::date`

/** Adds the data of sessions and actions, only for the selected clients. */
export function withActivity(
  db: Kysely<DB>,
  chosen: SelectQueryBuilder<DB, 'clients', Chosen>,
  now: RawBuilder<TimestampParam>,
) {
  return db
    .selectFrom(chosen.as('chosen'))
    .innerJoin('clients as c', 'c.id', 'chosen.id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .innerJoinLateral(
      (join) =>
        join
          .selectFrom('actions as a')
          .whereRef('a.client_id', '=', 'c.id')
          .where('a.deleted_at', 'is', null)
          .where(sql<SqlBool>`a.status in (${literals(OPEN_STATUSES)})`)
          .select([
            sql<number>`count(*)`.as('openActions'),
            sql<number>`count(*) filter (where ${isOverdue(now)})`.as('overdueActions'),
          ])
          .as('todo'),
      (join) => join.onTrue(),
    )
    .select([
      'c.id',
      'c.user_id as userId',
      'c.name',
      'c.last_name as lastName',
      'c.email',
      'c.role',
      'c.status',
      'c.archived_from as archivedFrom',
      'c.account_ended_at as accountEndedAt',
      'c.company_name as companyName',
      'c.tags',
      'c.invited_at as invitedAt',
      'c.accepted_at as acceptedAt',
      'c.created_at as createdAt',
      'c.updated_at as updatedAt',
      'chosen.sortKey',
      'c.sort_name as sortName',
      'todo.openActions',
      'todo.overdueActions',
    ])
    .select((row) => [
      // The person's own data replaces what the coach left empty; their own picture comes first.
      row.fn.coalesce('c.whatsapp', 'u.whatsapp').as('whatsapp'),
      row.fn.coalesce('c.phone', 'u.phone').as('phone'),
      row.fn.coalesce('c.country', 'u.country').as('country'),
      row.fn.coalesce('u.photo_id', 'c.photo_id').as('photoId'),
      // After accepting, the zone is the person's own.
      row.fn.coalesce('u.timezone', 'c.timezone').as('timezone'),
      // least and greatest ignore nulls.
      sql<EpochMs | null>`least(${row
        .selectFrom('sessions as s')
        .whereRef('s.client_id', '=', 'c.id')
        .where('s.status', '=', sql.lit('confirmed'))
        .where('s.ends_at', '>', now)
        .select((session) => session.fn.min('s.starts_at').as('at'))}, ${nextInGroups(now)})`.as(
        'nextSessionAt',
      ),
      sql<EpochMs | null>`greatest(${row
        .selectFrom('sessions as s')
        .whereRef('s.client_id', '=', 'c.id')
        .where('s.status', '=', sql.lit('completed'))
        .select((session) => session.fn.max('s.starts_at').as('at'))}, ${lastInGroups})`.as('lastSessionAt'),
      sql<EpochMs | null>`greatest(${row
        .selectFrom('actions as a')
        .whereRef('a.client_id', '=', 'c.id')
        .where('a.changed_by', '=', sql.lit('client'))
        .select((action) => action.fn.max('a.updated_at').as('at'))}, ${row
        .selectFrom('goal_check_ins as n')
        .whereRef('n.client_id', '=', 'c.id')
        .where('n.deleted_at', 'is', null)
        .select((noted) => noted.fn.max('n.created_at').as('at'))})`.as('ownMoveAt'),
    ])
}
