import type { Kysely, Transaction } from 'kysely'
import type { CalendarSettings } from '#contract/calendar/calendar.ts'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope, Scope } from '../../policy/scope.ts'
import type { Calendar } from './calendars.domain.ts'

const columns = [
  'users.timezone',
  'calendars.weekly',
  'calendars.durations',
  'calendars.step_min as stepMin',
  'calendars.buffer_before_min as bufferBeforeMin',
  'calendars.buffer_after_min as bufferAfterMin',
  'calendars.min_notice_min as minNoticeMin',
  'calendars.horizon_days as horizonDays',
  'calendars.max_per_day as maxPerDay',
  'calendars.max_per_week as maxPerWeek',
  'calendars.auto_confirm as autoConfirm',
  'calendars.cancel_notice_min as cancelNoticeMin',
  'calendars.default_channel as defaultChannel',
  'calendars.holidays',
  'calendars.reminders',
  'calendars.reviewed_at as reviewedAt',
  'calendars.offers_norte as offersNorte',
  'calendars.updated_at as updatedAt',
] as const

/** The row of a new coach. */
export async function insertCalendar(
  tx: Transaction<DB>,
  coachId: UserId,
  settings: CalendarSettings,
  now: EpochMs,
): Promise<void> {
  await tx
    .insertInto('calendars')
    .values({
      coach_id: coachId,
      ...toColumns(settings),
      created_at: toTimestamp(now),
      updated_at: toTimestamp(now),
    })
    .execute()
}

export function findCalendar(db: Kysely<DB>, scope: Scope): Promise<Calendar | undefined> {
  return calendarOf(db, scope).executeTakeFirst()
}

/** The calendar, locked until the transaction ends: bookings of one coach wait for each other here (product §8). */
export function lockCalendar(tx: Transaction<DB>, scope: Scope): Promise<Calendar | undefined> {
  return calendarOf(tx, scope).forUpdate('calendars').executeTakeFirst()
}

/** Writes a locked calendar. */
export async function updateCalendar(
  tx: Transaction<DB>,
  scope: CoachScope,
  { reviewedAt, offersNorte, ...settings }: Calendar,
  now: EpochMs,
): Promise<void> {
  await tx
    .updateTable('calendars')
    .set({
      ...toColumns(settings),
      reviewed_at: reviewedAt === null ? null : toTimestamp(reviewedAt),
      offers_norte: offersNorte,
      updated_at: toTimestamp(now),
    })
    .where('coach_id', '=', scope.coachId)
    .execute()
}

/** The base query for every read of a calendar. */
export function calendarOf(db: Kysely<DB>, scope: Scope) {
  return db
    .selectFrom('calendars')
    .innerJoin('users', 'users.id', 'calendars.coach_id')
    .where('calendars.coach_id', '=', scope.coachId)
    .select(columns)
}

function toColumns(settings: CalendarSettings) {
  return {
    weekly: JSON.stringify(settings.weekly),
    durations: settings.durations,
    step_min: settings.stepMin,
    buffer_before_min: settings.bufferBeforeMin,
    buffer_after_min: settings.bufferAfterMin,
    min_notice_min: settings.minNoticeMin,
    horizon_days: settings.horizonDays,
    max_per_day: settings.maxPerDay,
    max_per_week: settings.maxPerWeek,
    auto_confirm: settings.autoConfirm,
    cancel_notice_min: settings.cancelNoticeMin,
    default_channel: settings.defaultChannel,
    holidays: settings.holidays,
    reminders: settings.reminders,
  }
}
