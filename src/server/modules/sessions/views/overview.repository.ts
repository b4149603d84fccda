import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { ClientId, SessionId } from '#contract/values.ts'
import { DAY_MS, epochMs, type EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type ClientScope, type CoachScope, type Scope, clientOf } from '#server/policy/scope.ts'
import { COUNTED_STATUSES } from '#server/modules/calendars/taken/taken-time.domain.ts'
import { toCloseSince } from '../sessions.domain.ts'
import { visibleIn } from '../session-scope.repository.ts'
import { type SessionRow, selectSessions } from '../sessions.repository.ts'

type Range = { from: EpochMs; to: EpochMs }

/**
 * More than a dashboard shows; a practice with more has a longer list elsewhere. Sessions that were never closed
 * accumulate for years, so they come last and never displace future ones.
 */
const MOST = 200

/**
 * The sessions of a dashboard, by start: those that wait for an answer, the candidates of `nextOf`, and for a coach
 * those that wait to be closed and all of today's.
 */
export function listCurrent(
  db: Kysely<DB>,
  scope: Scope,
  now: EpochMs,
  coachs?: { today: Range },
): Promise<SessionRow[]> {
  const clientId = clientOf(scope)
  // A session past its end may still be in progress. Sessions take at least a quarter of an hour, so at most two of
  // those come before the next one.
  const next = db
    .selectFrom('sessions as s')
    .select('s.id')
    .where((eb) => visibleIn(eb, scope))
    .where('s.status', '=', 'confirmed')
    .where('s.ends_at', '>', toTimestamp(toCloseSince(now)))
    // An excused member has another next session.
    .$if(clientId !== undefined, (own) => own.where((eb) => eb.not(isExcused(eb, clientId!))))
    .orderBy('s.starts_at')
    .limit(3)
  const current = selectSessions(db, scope)
    .where((eb) =>
      eb.or([
        eb.and([eb('s.status', '=', 'requested'), eb('s.starts_at', '>', toTimestamp(now))]),
        eb('s.id', 'in', next),
        // The client chooses from proposed times.
        ...(clientId !== undefined ? [eb('s.status', '=', 'proposed')] : []),
        ...(coachs
          ? [
              eb.and([
                eb('s.status', '=', 'confirmed'),
                eb('s.move_starts_at', 'is not', null),
                eb('s.starts_at', '>', toTimestamp(now)),
              ]),
              eb.and([
                eb('s.status', '=', 'confirmed'),
                eb('s.ends_at', '<=', toTimestamp(toCloseSince(now))),
              ]),
              eb.and([
                eb('s.status', 'in', COUNTED_STATUSES),
                eb('s.starts_at', '>=', toTimestamp(coachs.today.from)),
                eb('s.starts_at', '<', toTimestamp(coachs.today.to)),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy((eb) => eb('s.ends_at', '>', toTimestamp(coachs?.today.from ?? now)), 'desc')
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .limit(MOST)
  return db.selectFrom(current.as('c')).selectAll().orderBy('c.startsAt').orderBy('c.id').execute()
}

/** How many sessions of a coach wait to be closed. */
export async function countToClose(db: Kysely<DB>, scope: CoachScope, now: EpochMs): Promise<number> {
  const { count } = await db
    .selectFrom('sessions as s')
    .where('s.coach_id', '=', scope.coachId)
    .where('s.status', '=', 'confirmed')
    .where('s.ends_at', '<=', toTimestamp(toCloseSince(now)))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** How many confirmed or held sessions begin in an interval. */
export async function countBooked(db: Kysely<DB>, scope: CoachScope, { from, to }: Range): Promise<number> {
  const { count } = await db
    .selectFrom('sessions as s')
    .where('s.coach_id', '=', scope.coachId)
    .where('s.status', 'in', ['confirmed', 'completed'])
    .where('s.starts_at', '>=', toTimestamp(from))
    .where('s.starts_at', '<', toTimestamp(to))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The sessions held in each of some intervals. */
export type Held = { held: number; minutes: number; attended: number; expected: number }

/**
 * The sessions held in each of these intervals, their real minutes, and the attendance at them and at those the client
 * missed. Excused members were not expected.
 */
export async function listHeld(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  ranges: readonly Range[],
): Promise<Held[]> {
  const values = sql.join(
    ranges.map(({ from, to }, at) => sql`(${at}::int, ${toTimestamp(from)}, ${toTimestamp(to)})`),
  )
  const { rows } = await sql<Held>`
    select h.* from (values ${values}) as w (at, from_at, to_at) cross join lateral (
      select count(*) filter (where s.status = 'completed') as held,
        coalesce(sum(closing.real_minutes) filter (where s.status = 'completed'), 0) as minutes,
        coalesce(sum(people.attended), 0) as attended, coalesce(sum(people.expected), 0) as expected
      from sessions s join session_closings closing on closing.session_id = s.id cross join lateral (
        select count(*) filter (where a.state in ('present', 'late')) as attended,
          count(*) filter (where a.state <> 'excused') as expected
        from session_attendances a where a.session_id = s.id
      ) as people
      where s.coach_id = ${coachId} and s.status in ('completed', 'noShowClient')
        and s.starts_at >= w.from_at and s.starts_at < w.to_at
    ) as h order by w.at`.execute(db)
  return rows
}

/** The last closed session of the scope. */
export async function findLastClosed(db: Kysely<DB>, scope: Scope): Promise<SessionId | undefined> {
  const last = await db
    .selectFrom('session_closings as closing')
    .innerJoin('sessions as s', 's.id', 'closing.session_id')
    .select('s.id')
    .where((eb) => visibleIn(eb, scope))
    .orderBy('closing.closed_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id
}

/** For how long a dashboard shows a session that the coach cancelled. */
const TOLD_MS = 7 * DAY_MS

/**
 * The last session that the coach cancelled or declined, in the week before `now`; undefined once the client has
 * requested or got another one.
 */
export function findCalledOff(
  db: Kysely<DB>,
  scope: ClientScope,
  now: EpochMs,
): Promise<SessionRow | undefined> {
  return selectSessions(db, scope)
    .where('s.client_id', '=', scope.clientId)
    .where('s.status', 'in', ['cancelledByCoach', 'rejected'])
    .where('s.cancelled_at', '>', toTimestamp(epochMs(now - TOLD_MS)))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('sessions as other')
            .whereRef('other.client_id', '=', 's.client_id')
            .whereRef('other.created_at', '>', 's.cancelled_at')
            .where('other.status', 'in', ['requested', 'proposed', ...COUNTED_STATUSES])
            .select('other.id'),
        ),
      ),
    )
    .orderBy('s.cancelled_at', 'desc')
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst()
}

/** Whether a client is excused from a session. */
function isExcused(eb: ExpressionBuilder<DB & { s: DB['sessions'] }, 's'>, clientId: ClientId) {
  return eb.exists(
    eb
      .selectFrom('session_attendances as a')
      .whereRef('a.session_id', '=', 's.id')
      .where('a.client_id', '=', clientId)
      .where('a.state', '=', 'excused')
      .select('a.session_id'),
  )
}
