import type { Kysely, Transaction } from 'kysely'
import type { RecurrenceRule, SeriesScope } from '#contract/calendar/recurrence.ts'
import type { ClientId, SeriesId, SessionId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '#server/policy/scope.ts'
import { findRow, selectSessions } from '../sessions.repository.ts'

/** The common data of a series' sessions: their rule, as wall time and zone (product §8). */
export type Series = {
  id: SeriesId
  coachId: UserId
  timezone: string
  /** `HH:mm` in the coach's zone. */
  startTime: string
  rule: RecurrenceRule
}

export async function insertSeries(tx: Transaction<DB>, series: Series, now: EpochMs): Promise<void> {
  const times = { created_at: toTimestamp(now), updated_at: toTimestamp(now) }
  await tx
    .insertInto('session_series')
    .values({ id: series.id, coach_id: series.coachId, ...columnsOf(series), ...times })
    .execute()
}

/** Updates a series. */
export async function updateSeries(tx: Transaction<DB>, series: Series, now: EpochMs): Promise<void> {
  await tx
    .updateTable('session_series')
    .set({ ...columnsOf(series), updated_at: toTimestamp(now) })
    .where('coach_id', '=', series.coachId)
    .where('id', '=', series.id)
    .execute()
}

export function findSeries(db: Kysely<DB>, scope: CoachScope, id: SeriesId): Promise<Series | undefined> {
  return db
    .selectFrom('session_series')
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .select(['id', 'coach_id as coachId', 'timezone', 'start_time as startTime', 'rule'])
    .executeTakeFirst()
}

/** Assigns sessions to another series. */
export async function putIntoSeries(
  tx: Transaction<DB>,
  ids: readonly SessionId[],
  seriesId: SeriesId,
): Promise<void> {
  await tx.updateTable('sessions').set({ series_id: seriesId }).where('id', 'in', ids).execute()
}

/**
 * One session and the others of its series that a change applies to (product §8): the confirmed ones that have not
 * begun, for `following` only those that begin with or after it. By start.
 */
export function selectOfScope(
  db: Kysely<DB>,
  scope: CoachScope,
  { id, seriesId, startsAt }: { id: SessionId; seriesId: SeriesId; startsAt: EpochMs },
  which: SeriesScope,
  now: EpochMs,
) {
  return selectSessions(db, scope)
    .where((eb) =>
      eb.or([
        eb('s.id', '=', id),
        eb.and([
          eb('s.series_id', '=', seriesId),
          eb('s.status', '=', 'confirmed'),
          eb('s.starts_at', '>', toTimestamp(now)),
          ...(which === 'following' ? [eb('s.starts_at', '>=', toTimestamp(startsAt))] : []),
        ]),
      ]),
    )
    .orderBy('s.starts_at')
    .orderBy('s.id')
}

/**
 * The same, each locked until the transaction ends, in the order of their starts; undefined if the session does not
 * exist.
 */
export async function lockOfScope(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: SessionId,
  which: SeriesScope,
  now: EpochMs,
) {
  const one = await findRow(tx, scope, id)
  if (!one) return undefined
  const { seriesId } = one
  const wanted = seriesId === null ? undefined : selectOfScope(tx, scope, { ...one, seriesId }, which, now)
  return wanted ? wanted.forUpdate('s').execute() : [one]
}

/** Whether a series has other sessions than these. */
export async function hasOthers(
  db: Kysely<DB>,
  seriesId: SeriesId,
  ids: readonly SessionId[],
): Promise<boolean> {
  const other = await db
    .selectFrom('sessions')
    .select('id')
    .where('series_id', '=', seriesId)
    .where('id', 'not in', ids)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** A client's zone: their account's, or before they have one the coach's entry. */
export async function findClientZone(
  db: Kysely<DB>,
  scope: CoachScope,
  id: ClientId,
): Promise<string | undefined> {
  const client = await db
    .selectFrom('clients')
    .leftJoin('users', 'users.id', 'clients.user_id')
    .where('clients.coach_id', '=', scope.coachId)
    .where('clients.id', '=', id)
    .select((eb) => eb.fn.coalesce('users.timezone', 'clients.timezone').as('timezone'))
    .executeTakeFirst()
  return client?.timezone
}

function columnsOf({ timezone, startTime, rule }: Series) {
  return { timezone, start_time: startTime, rule: JSON.stringify(rule) }
}
