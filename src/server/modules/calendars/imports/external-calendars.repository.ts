import { type Kysely, type Transaction, sql } from 'kysely'
import type { ImportedCalendarDto } from '#contract/calendar/calendar-files.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '#server/policy/scope.ts'

/** Busy time of an external calendar. */
export type ExternalTime = { title: string | null; startsAt: EpochMs; endsAt: EpochMs }

/** Why a calendar could not be read. */
export type ImportError = NonNullable<ImportedCalendarDto['lastError']>

/** An external calendar and the results of its reads; `failures` counts those since the last success. */
export type ExternalCalendar = NonNullable<Awaited<ReturnType<typeof findExternalCalendar>>>

export function findExternalCalendar(db: Kysely<DB>, scope: CoachScope) {
  return externalCalendar(db, scope)
    .select((eb) =>
      eb
        .selectFrom('external_busy')
        .whereRef('external_busy.coach_id', '=', 'external_calendars.coach_id')
        .select(sql<number>`count(*)`.as('count'))
        .$asScalar()
        .$notNull()
        .as('events'),
    )
    .executeTakeFirst()
}

/** The imported calendar, locked until the transaction ends, so that reads of one coach are stored one by one. */
export function lockExternalCalendar(tx: Transaction<DB>, scope: CoachScope) {
  return externalCalendar(tx, scope).forUpdate().executeTakeFirst()
}

/** Sets the calendar to import; nothing of it has been read yet. */
export async function putExternalCalendar(
  tx: Transaction<DB>,
  scope: CoachScope,
  url: string,
  now: EpochMs,
): Promise<void> {
  const row = { url, failures: 0, last_tried_at: null, last_success_at: null, last_error: null }
  const at = toTimestamp(now)
  await tx
    .insertInto('external_calendars')
    .values({ ...row, coach_id: scope.coachId, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('coach_id').doUpdateSet({ ...row, updated_at: at }))
    .execute()
}

/** Removes the calendar and its imported times. @returns whether there was one */
export async function removeExternalCalendar(tx: Transaction<DB>, scope: CoachScope): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('external_calendars')
    .where('coach_id', '=', scope.coachId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Records a failed attempt; keeps what was read before. */
export async function noteFailure(
  tx: Transaction<DB>,
  scope: CoachScope,
  error: ImportError,
  now: EpochMs,
): Promise<void> {
  const at = toTimestamp(now)
  await tx
    .updateTable('external_calendars')
    .set((eb) => ({ last_tried_at: at, last_error: error, failures: eb('failures', '+', 1), updated_at: at }))
    .where('coach_id', '=', scope.coachId)
    .execute()
}

/** Records a success. */
export async function noteSuccess(tx: Transaction<DB>, scope: CoachScope, now: EpochMs): Promise<void> {
  const at = toTimestamp(now)
  await tx
    .updateTable('external_calendars')
    .set({ last_tried_at: at, last_success_at: at, last_error: null, failures: 0, updated_at: at })
    .where('coach_id', '=', scope.coachId)
    .execute()
}

/** Replaces the imported times. @returns whether anything changed */
export async function replaceExternalTimes(
  tx: Transaction<DB>,
  scope: CoachScope,
  times: readonly ExternalTime[],
): Promise<boolean> {
  const before = await externalTimes(tx, scope).execute()
  const key = (all: readonly ExternalTime[]) =>
    all
      .map(({ title, startsAt, endsAt }) => JSON.stringify([startsAt, endsAt, title]))
      .sort()
      .join()
  if (key(before) === key(times)) return false
  await tx.deleteFrom('external_busy').where('coach_id', '=', scope.coachId).execute()
  await sql`
    insert into external_busy (coach_id, starts_at, ends_at, title)
    select ${scope.coachId}, to_timestamp("startsAt" / 1000.0), to_timestamp("endsAt" / 1000.0), title
    from json_to_recordset(${JSON.stringify(times)}::json) as busy ("startsAt" float8, "endsAt" float8, title text)`.execute(
    tx,
  )
  return true
}

/** The busy times that overlap [from, to), by start. */
export function listExternalTimes(
  db: Kysely<DB>,
  scope: CoachScope,
  from: EpochMs,
  to: EpochMs,
): Promise<ExternalTime[]> {
  return externalTimes(db, scope)
    .where('starts_at', '<', toTimestamp(to))
    .where('ends_at', '>', toTimestamp(from))
    .orderBy('starts_at')
    .execute()
}

function externalTimes(db: Kysely<DB>, scope: CoachScope) {
  return db
    .selectFrom('external_busy')
    .where('coach_id', '=', scope.coachId)
    .select(['title', 'starts_at as startsAt', 'ends_at as endsAt'])
}

function externalCalendar(db: Kysely<DB>, scope: CoachScope) {
  return db
    .selectFrom('external_calendars')
    .where('external_calendars.coach_id', '=', scope.coachId)
    .select([
      'url',
      'failures',
      'last_tried_at as lastTriedAt',
      'last_success_at as lastSuccessAt',
      'last_error as lastError',
    ])
}
