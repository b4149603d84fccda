import { type Kysely, sql } from 'kysely'
import type { ClientId, GroupId, SeriesId, SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type CoachScope, type Scope, clientOf } from '#server/policy/scope.ts'
import { proposalsOf } from '../session-parts.repository.ts'
import { selectSessions } from '../sessions.repository.ts'

/** A session's data for calendar files and mails. */
export type CalendarSessionRow = NonNullable<Awaited<ReturnType<typeof findCalendarSession>>>

export function findCalendarSession(db: Kysely<DB>, scope: Scope, id: SessionId) {
  return selectCalendarSessions(db, scope).where('s.id', '=', id).executeTakeFirst()
}

/** Several, by start; those that do not exist are left out. */
export function listCalendarSessions(db: Kysely<DB>, scope: Scope, ids: readonly SessionId[]) {
  return selectCalendarSessions(db, scope)
    .where('s.id', '=', sql<SessionId>`any(${sql.val([...ids])}::uuid[])`)
    .orderBy('s.starts_at')
    .execute()
}

/** The next confirmed session of one client; not those of their groups. */
export function findNextSession(db: Kysely<DB>, scope: CoachScope, clientId: ClientId, now: EpochMs) {
  return selectCalendarSessions(db, scope)
    .where('s.client_id', '=', clientId)
    .where('s.status', '=', 'confirmed')
    .where('s.starts_at', '>', toTimestamp(now))
    .orderBy('s.starts_at')
    .limit(1)
    .executeTakeFirst()
}

/** The current sessions of a series from a start on. */
export function listSeriesFrom(db: Kysely<DB>, scope: Scope, seriesId: SeriesId, from: EpochMs) {
  return selectCalendarSessions(db, scope)
    .where('s.series_id', '=', seriesId)
    .where('s.starts_at', '>=', toTimestamp(from))
    .orderBy('s.starts_at')
    .execute()
}

/**
 * The sessions of a feed, by start: those that start in [from, to) and are confirmed, requested or were held; and those
 * cancelled since `calledOffSince`, so that calendars remove them. An excused member's feed does not have the session.
 */
export function listForFeed(
  db: Kysely<DB>,
  scope: Scope,
  { from, to, calledOffSince }: { from: EpochMs; to: EpochMs; calledOffSince: EpochMs },
) {
  const clientId = clientOf(scope)
  return selectCalendarSessions(db, scope)
    .where('s.starts_at', '>=', toTimestamp(from))
    .where('s.starts_at', '<', toTimestamp(to))
    .where((eb) =>
      eb.or([
        eb('s.status', 'in', ['requested', 'confirmed', 'completed', 'noShowClient', 'noShowCoach']),
        eb.and([
          eb('s.status', 'in', ['cancelledByClient', 'cancelledByCoach', 'rejected', 'expired']),
          eb('s.updated_at', '>=', toTimestamp(calledOffSince)),
        ]),
      ]),
    )
    .$if(clientId !== undefined, (own) =>
      own.where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('session_attendances as a')
              .whereRef('a.session_id', '=', 's.id')
              .where('a.client_id', '=', clientId!)
              .where('a.state', '=', 'excused')
              .select('a.session_id'),
          ),
        ),
      ),
    )
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .execute()
}

/** The times a coach proposes for a session, in their order; empty once one of them was chosen. */
export async function listProposedTimes(db: Kysely<DB>, scope: CoachScope, id: SessionId) {
  const row = await db
    .selectFrom('sessions as s')
    .where('s.coach_id', '=', scope.coachId)
    .where('s.id', '=', id)
    .select((eb) => proposalsOf(eb).as('times'))
    .executeTakeFirst()
  return row?.times ?? []
}

/**
 * The members of a group who are notified of one of its sessions: current members with an account, with their
 * attendance; without a session it is null.
 */
export function listExpected(db: Kysely<DB>, scope: CoachScope, groupId: GroupId, id: SessionId | null) {
  return (
    db
      .selectFrom('group_members as m')
      .innerJoin('clients as c', 'c.id', 'm.client_id')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      // By all three columns of memberships_unique, so that its index finds the one row.
      .innerJoin('memberships as own', (join) =>
        join
          .onRef('own.user_id', '=', 'c.user_id')
          .onRef('own.coach_id', '=', 'c.coach_id')
          .onRef('own.client_id', '=', 'c.id'),
      )
      .leftJoin('session_attendances as a', (join) =>
        join.onRef('a.client_id', '=', 'c.id').on('a.session_id', '=', id),
      )
      .where('m.coach_id', '=', scope.coachId)
      .where('m.group_id', '=', groupId)
      .where('m.status', '=', 'active')
      .orderBy('c.id')
      .select([
        'c.id as clientId',
        'c.name',
        'c.last_name as lastName',
        'u.id as userId',
        'u.email',
        'u.language',
        'u.timezone',
        'own.id as membershipId',
        'a.state as attendance',
      ])
      .execute()
  )
}

/** A person's attendance in a session's record; undefined without an entry. */
export async function findAttendance(db: Kysely<DB>, id: SessionId, clientId: ClientId) {
  const row = await db
    .selectFrom('session_attendances')
    .where('session_id', '=', id)
    .where('client_id', '=', clientId)
    .select('state')
    .executeTakeFirst()
  return row?.state
}

/** The shared summary of a closed session. */
export function findSummary(db: Kysely<DB>, scope: CoachScope, id: SessionId) {
  return db
    .selectFrom('session_closings as c')
    .innerJoin('sessions as s', 's.id', 'c.session_id')
    .where('s.coach_id', '=', scope.coachId)
    .where('s.id', '=', id)
    .select([
      's.id',
      'c.summary',
      'c.closed_at as closedAt',
      's.client_id as clientId',
      's.group_id as groupId',
      's.timezone',
    ])
    .executeTakeFirst()
}

function selectCalendarSessions(db: Kysely<DB>, scope: Scope) {
  return selectSessions(db, scope).select('coach.email as coachEmail')
}
