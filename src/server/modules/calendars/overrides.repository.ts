import { type Kysely, type Transaction, sql } from 'kysely'
import type { DateOverride } from '#contract/calendar/calendar.ts'
import type { DateOn } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope, Scope } from '../../policy/scope.ts'

/** Dates, both ends included. */
export type DateRange = { from: DateOn; to: DateOn }

/** The overrides of a range, by date; without `to` all later ones. */
export function listOverrides(
  db: Kysely<DB>,
  scope: Scope,
  { from, to }: { from: DateOn; to?: DateOn },
): Promise<DateOverride[]> {
  return db
    .selectFrom('date_overrides')
    .where('coach_id', '=', scope.coachId)
    .where('on_date', '>=', from)
    .$if(to !== undefined, (until) => until.where('on_date', '<=', to!))
    .orderBy('on_date')
    .select(['on_date as date', 'windows'])
    .execute()
}

/** Sets the same hours on every date of a range; an empty list closes them. */
export async function replaceOverrides(
  tx: Transaction<DB>,
  scope: CoachScope,
  { from, to }: DateRange,
  windows: DateOverride['windows'],
  now: EpochMs,
): Promise<void> {
  await sql`
    insert into date_overrides (coach_id, on_date, windows, updated_at)
    select ${scope.coachId}, day::date, ${JSON.stringify(windows)}::jsonb, ${toTimestamp(now)}
    from generate_series(${from}::date, ${to}::date, interval '1 day') as day
    on conflict (coach_id, on_date) do update set windows = excluded.windows, updated_at = excluded.updated_at`.execute(
    tx,
  )
}

/** Restores the weekly hours on every date of a range. */
export async function removeOverrides(
  tx: Transaction<DB>,
  scope: CoachScope,
  { from, to }: DateRange,
): Promise<void> {
  await tx
    .deleteFrom('date_overrides')
    .where('coach_id', '=', scope.coachId)
    .where('on_date', '>=', from)
    .where('on_date', '<=', to)
    .execute()
}
