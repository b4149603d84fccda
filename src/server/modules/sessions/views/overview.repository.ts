import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { ClientId } from '#contract/values.ts'
import { DAY_MS, epochMs, type EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Reading, combined, rowOf, rowsOf } from '#server/platform/postgres/reading.ts'
import { type ClientScope, type CoachScope, type Scope, clientOf } from '#server/policy/scope.ts'
import { COUNTED_STATUSES } from '#server/modules/calendars/taken/taken-time.domain.ts'
import { toCloseSince } from '../sessions.domain.ts'
import { visibleIn } from '../session-scope.repository.ts'
import {
  type SessionRecord,
  type SessionRow,
  latestMatching,
  selectRecords,
  selectSessions,
} from '../sessions.repository.ts'

type Range = { from: EpochMs; to: EpochMs }

/**
 * More than a dashboard shows; a practice with more has a longer list elsewhere. Sessions that were never closed
 * accumulate for years, so they come last and never displace future ones.
 */
const MOST = 200

/** The candidates of a client's next session, and what waits for an answer. */
export function listCurrent(db: Kysely<DB>, scope: ClientScope, now: EpochMs): Promise<SessionRow[]> {
  return currentOf(db, scope, now).execute()
}

/** The sessions of a coach's dashboard, how many wait to be closed, and how many are booked in the week. */
export function readOfCoach(
  db: Kysely<DB>,
  scope: CoachScope,
  now: EpochMs,
  { today, week }: { today: Range; week: Range },
) {
  return combined({
    rows: rowsOf<SessionRow>(currentOf(db, scope, now, { today })),
    toClose: rowOf(countToClose(db, scope, now)),
    booked: rowOf(countBooked(db, scope, week)),
  })
}

/** The sessions of a client's dashboard: current ones, those to rate, one that was called off, and the last closed one. */
export function readOfClient(db: Kysely<DB>, scope: ClientScope, now: EpochMs, mostToRate: number) {
  return combined({
    rows: rowsOf<SessionRow>(currentOf(db, scope, now)),
    toRate: rowsOf<SessionRow>(latestMatching(db, scope, { toRateAt: now }, mostToRate)),
    calledOff: rowsOf<SessionRow>(calledOff(db, scope, now)),
    last: rowsOf<SessionRecord>(selectRecords(db, scope).where('s.id', '=', lastClosed(db, scope))),
  })
}

/**
 * The sessions of a dashboard, by start: those that wait for an answer, the candidates of `nextOf`, and for a coach
 * those that wait to be closed and all of today's.
 */
function currentOf(db: Kysely<DB>, scope: Scope, now: EpochMs, coachs?: { today: Range }) {
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
  return db.selectFrom(current.as('c')).selectAll().orderBy('c.startsAt').orderBy('c.id')
}

function countToClose(db: Kysely<DB>, scope: CoachScope, now: EpochMs) {
  return db
    .selectFrom('sessions as s')
    .where('s.coach_id', '=', scope.coachId)
    .where('s.status', '=', 'confirmed')
    .where('s.ends_at', '<=', toTimestamp(toCloseSince(now)))
    .select((eb) => eb.fn.countAll<number>().as('count'))
}

/** Confirmed or held sessions that begin in an interval. */
function countBooked(db: Kysely<DB>, scope: CoachScope, { from, to }: Range) {
  return db
    .selectFrom('sessions as s')
    .where('s.coach_id', '=', scope.coachId)
    .where('s.status', 'in', ['confirmed', 'completed'])
    .where('s.starts_at', '>=', toTimestamp(from))
    .where('s.starts_at', '<', toTimestamp(to))
    .select((eb) => eb.fn.countAll<number>().as('count'))
}

/** The sessions held in each of some intervals. */
export type Held = { held: number; minutes: number; attended: number; expected: number }

/**
 * The sessions held in each of these intervals, their real minutes, and the attendance at them and at those the client
 * missed. Excused members were not expected.
 */
export function readHeld({ coachId }: CoachScope, ranges: readonly Range[]): Reading<Held[]> {
  const values = sql.join(
    ranges.map(({ from, to }, at) => sql`(${at}::int, ${toTimestamp(from)}, ${toTimestamp(to)})`),
  )
  return rowsOf(sql<Held>`
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
    ) as h order by w.at`)
}

/** The last closed session of the scope; also as a part of other queries. */
export function lastClosed(db: Kysely<DB>, scope: Scope) {
  return db
    .selectFrom('session_closings as closing')
    .innerJoin('sessions as s', 's.id', 'closing.session_id')
    .select('s.id')
    .where((eb) => visibleIn(eb, scope))
    .orderBy('closing.closed_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(1)
}

/** For how long a dashboard shows a session that the coach cancelled. */
const TOLD_MS = 7 * DAY_MS

/**
 * The last session that the coach cancelled or declined, in the week before `now`; undefined once the client has
 * requested or got another one.
 */
function calledOff(db: Kysely<DB>, scope: ClientScope, now: EpochMs) {
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
