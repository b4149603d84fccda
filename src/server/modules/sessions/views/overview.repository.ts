import { type Kysely, sql } from 'kysely'
import type { SessionId, UserId } from '#contract/values.ts'
import { DAY_MS, epochMs, type EpochMs, toIso } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { type Slots, timestampSlot } from '#server/platform/postgres/compiled-query.ts'
import { type Reading, combined, onlyRow, read, readingOf } from '#server/platform/postgres/reading.ts'
import { type ClientScope, type CoachScope, clientSlots, coachSlots } from '#server/policy/scope.ts'
import { COUNTED_STATUSES } from '#server/modules/calendars/taken/taken-time.domain.ts'
import { toCloseSince } from '../sessions.domain.ts'
import { ownSessions } from '../session-scope.repository.ts'
import { ratedSince, waitsForRating } from '../records/ratings.repository.ts'
import { type SessionRow, selectRecords, selectSessions } from '../sessions.repository.ts'

type Range = { from: EpochMs; to: EpochMs }

/**
 * More than a dashboard shows; a practice with more has a longer list elsewhere. Sessions that were never closed
 * accumulate for years, so they come last and never displace future ones.
 */
const MOST = 200

/**
 * A session past its end may still be in progress. Sessions take at least a quarter of an hour, so at most two of those
 * come before the next one.
 */
const MOST_NEXT = 3

/** The candidates of a client's next session, and what waits for an answer. */
export function listCurrent(db: Kysely<DB>, scope: ClientScope, now: EpochMs): Promise<SessionRow[]> {
  return read(db, ofClient(valuesOf(scope, now)))
}

/** What the queries of a client's sessions depend on; instants as ISO text. */
type ClientValues = ReturnType<typeof valuesOf>

function valuesOf({ coachId, clientId }: ClientScope, now: EpochMs) {
  return {
    coachId,
    clientId,
    now: toIso(now),
    openSince: toIso(toCloseSince(now)),
    ratedSince: toIso(ratedSince(now)),
    toldSince: toIso(epochMs(now - TOLD_MS)),
  }
}

/** The sessions of a coach's dashboard, how many wait to be closed, and how many are booked in the week. */
export function readOfCoach(
  { coachId }: CoachScope,
  now: EpochMs,
  { today, week }: { today: Range; week: Range },
) {
  const openSince = toIso(toCloseSince(now))
  const day = { todayFrom: toIso(today.from), todayTo: toIso(today.to) }
  return combined({
    rows: ofCoach({ coachId, now: toIso(now), openSince, ...day }),
    toClose: onlyRow(toClose({ coachId, openSince })),
    booked: onlyRow(booked({ coachId, from: toIso(week.from), to: toIso(week.to) })),
  })
}

type CoachValues = { coachId: UserId; now: string; openSince: string; todayFrom: string; todayTo: string }

/**
 * By start: what waits for an answer, what waits to be closed, the candidates of `nextOf` and all of today's. Each is
 * found by an index, so that a practice of many years reads no more than a new one.
 */
const ofCoach = readingOf((db, slots: Slots<CoachValues>) => {
  const [now, openSince] = [timestampSlot(slots.now), timestampSlot(slots.openSince)]
  const [from, to] = [timestampSlot(slots.todayFrom), timestampSlot(slots.todayTo)]
  const own = sql`select id, starts_at, ends_at from sessions where coach_id = ${slots.coachId}`
  const chosen = sql<{ id: SessionId }>`(
    select id from (
      ${own} and status in ('requested', 'confirmed') and (
        (starts_at > ${now} and (status = 'requested' or move_starts_at is not null))
        or (status = 'confirmed' and ends_at <= ${openSince}))
      union (${own} and status = 'confirmed' and ends_at > ${openSince} order by starts_at limit ${MOST_NEXT})
      union ${own} and status in (${sql.join(COUNTED_STATUSES)}) and starts_at >= ${from} and starts_at < ${to}
    ) as found
    order by (ends_at > ${from}) desc, starts_at, id limit ${MOST})`
  return selectSessions(db, coachSlots(slots))
    .innerJoin(chosen.as('chosen'), 'chosen.id', 's.id')
    .orderBy('s.starts_at')
    .orderBy('s.id')
})

/** The sessions of a client's dashboard: current ones, those to rate, one that was called off, and the last closed one. */
export function readOfClient(scope: ClientScope, now: EpochMs, mostToRate: number) {
  const values = valuesOf(scope, now)
  return combined({
    rows: ofClient(values),
    toRate: toRate(values, mostToRate),
    calledOff: calledOff(values),
    last: last(values),
  })
}

const toRate = readingOf((db, slots: Slots<ClientValues>, most: number) => {
  const scope = clientSlots(slots)
  const times = { now: timestampSlot(slots.now), since: timestampSlot(slots.ratedSince) }
  const chosen = db
    .selectFrom('sessions as s')
    .select('s.id')
    .where('s.id', 'in', sql<SessionId>`(select id from ${ownSessions(scope)} as own)`)
    .where((eb) => waitsForRating(eb, scope, times))
    .orderBy('s.starts_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(most)
  return selectSessions(db, scope)
    .innerJoin(chosen.as('chosen'), 'chosen.id', 's.id')
    .orderBy('s.starts_at', 'desc')
    .orderBy('s.id', 'desc')
})

const last = readingOf((db, slots: Slots<ClientValues>) => {
  const scope = clientSlots(slots)
  return selectRecords(db, scope).where('s.id', '=', sql<SessionId>`${lastClosed(db, scope)}`)
})

/**
 * A client's sessions by start: those that wait for an answer, times to choose from, and the candidates of `nextOf`. An
 * excused member has another next session.
 */
const ofClient = readingOf((db, slots: Slots<ClientValues>) => {
  const scope = clientSlots(slots)
  const [now, openSince] = [timestampSlot(slots.now), timestampSlot(slots.openSince)]
  const own = sql`select id, starts_at, ends_at from ${ownSessions(scope)} as s`
  const chosen = sql<{ id: SessionId }>`(
    select id from (
      ${own} where (status = 'requested' and starts_at > ${now}) or status = 'proposed'
      union (${own} where status = 'confirmed' and ends_at > ${openSince} and not exists (
        select from session_attendances a
        where a.session_id = s.id and a.client_id = ${scope.clientId} and a.state = 'excused')
      order by starts_at limit ${MOST_NEXT})
    ) as found
    order by (ends_at > ${now}) desc, starts_at, id limit ${MOST})`
  return selectSessions(db, scope)
    .innerJoin(chosen.as('chosen'), 'chosen.id', 's.id')
    .orderBy('s.starts_at')
    .orderBy('s.id')
})

const toClose = readingOf((db, slots: Slots<{ coachId: UserId; openSince: string }>) =>
  db
    .selectFrom('sessions as s')
    .where('s.coach_id', '=', slots.coachId)
    .where('s.status', '=', 'confirmed')
    .where('s.ends_at', '<=', timestampSlot(slots.openSince))
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

/** Confirmed or held sessions that begin in an interval. */
const booked = readingOf((db, slots: Slots<{ coachId: UserId; from: string; to: string }>) =>
  db
    .selectFrom('sessions as s')
    .where('s.coach_id', '=', slots.coachId)
    .where('s.status', 'in', ['confirmed', 'completed'])
    .where('s.starts_at', '>=', timestampSlot(slots.from))
    .where('s.starts_at', '<', timestampSlot(slots.to))
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

/** The sessions held in each of some intervals. */
export type Held = { held: number; minutes: number; attended: number; expected: number }

/**
 * The sessions held in each of these intervals, their real minutes, and the attendance at them and at those the client
 * missed. Excused members were not expected.
 */
export function readHeld({ coachId }: CoachScope, ranges: readonly Range[]): Reading<Held[]> {
  return held({
    coachId,
    from: ranges.map(({ from }) => toIso(from)),
    to: ranges.map(({ to }) => toIso(to)),
  })
}

const held = readingOf(
  (_, { coachId, from, to }: Slots<{ coachId: UserId; from: string[]; to: string[] }>) => sql<Held>`
    select h.* from unnest(${from}::timestamptz[], ${to}::timestamptz[]) with ordinality as w (from_at, to_at, at)
    cross join lateral (
      select count(*) filter (where s.status = 'completed') as held,
        coalesce(sum(s.real_minutes) filter (where s.status = 'completed'), 0) as minutes,
        coalesce(sum(s.attended), 0) as attended, coalesce(sum(s.expected), 0) as expected
      from sessions s
      where s.coach_id = ${coachId} and s.status in ('completed', 'noShowClient')
        and s.starts_at >= w.from_at and s.starts_at < w.to_at
    ) as h order by w.at`,
)

/** The last closed session of a client; also as a part of other queries. */
export function lastClosed(_: Kysely<DB>, scope: ClientScope) {
  return sql<{ id: SessionId }>`(
    select s.id from ${ownSessions(scope)} as s join session_closings closing on closing.session_id = s.id
    order by closing.closed_at desc, s.id desc limit 1)`
}

/** For how long a dashboard shows a session that the coach cancelled. */
const TOLD_MS = 7 * DAY_MS

/**
 * The last session that the coach cancelled or declined, in the week before `now`; undefined once the client has
 * requested or got another one.
 */
const calledOff = readingOf((db, slots: Slots<ClientValues>) =>
  selectSessions(db, clientSlots(slots))
    .where('s.client_id', '=', slots.clientId)
    .where('s.status', 'in', ['cancelledByCoach', 'rejected'])
    .where('s.cancelled_at', '>', timestampSlot(slots.toldSince))
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
    .limit(1),
)
