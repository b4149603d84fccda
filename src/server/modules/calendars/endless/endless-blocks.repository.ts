import { type ExpressionBuilder, type Kysely, type Transaction, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { BlockId, SeriesId } from '#contract/values.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope, Scope } from '#server/policy/scope.ts'
import type { Dates, EndlessBlocks } from './endless-blocks.domain.ts'

export async function insertEndless(
  tx: Transaction<DB>,
  scope: CoachScope,
  series: EndlessBlocks,
  now: EpochMs,
): Promise<void> {
  await tx
    .insertInto('endless_blocks')
    .values({
      id: series.id,
      coach_id: scope.coachId,
      title: series.title,
      frequency: series.frequency,
      every: series.interval,
      weekdays: [...series.weekdays],
      timezone: series.timezone,
      first_on: series.firstOn,
      start_time: series.startTime,
      end_time: series.endTime,
      days_later: series.daysLater,
      minutes: series.minutes,
      created_at: toTimestamp(now),
    })
    .execute()
}

/**
 * The series that may have a block in [from, to), each with the exclusions that matter there. A client's scope may read
 * them too: they are taken time of the practice.
 */
export function endlessBetween(db: Kysely<DB>, scope: Scope, from: EpochMs, to: EpochMs) {
  const dateAt = (at: EpochMs) => sql<CalendarDate>`(${toTimestamp(at)} at time zone 'UTC')::date`
  // In any zone, and for blocks that end days later.
  const earliest = sql<CalendarDate>`(${dateAt(from)} - (endless_blocks.days_later + 3))`
  const latest = sql<CalendarDate>`(${dateAt(to)} + 3)`
  return seriesIn(db, scope)
    .where('first_on', '<=', latest)
    .where((series) =>
      series.not(
        series.exists(
          endingsOf(series).where(
            'from_on',
            '<=',
            sql<CalendarDate>`greatest(endless_blocks.first_on, ${earliest})`,
          ),
        ),
      ),
    )
    .select((series) =>
      jsonArrayFrom(
        exclusionsOf(series).where((each) =>
          each.or([
            // Also a later one that ends the series: it tells whether it is endless.
            each('until_on', 'is', null),
            each.and([each('from_on', '<=', latest), each('until_on', '>=', earliest)]),
          ]),
        ),
      ).as('exclusions'),
    )
}

/** A series with all its exclusions. */
export function findEndless(
  db: Kysely<DB>,
  scope: CoachScope,
  id: SeriesId,
): Promise<EndlessBlocks | undefined> {
  return seriesIn(db, scope)
    .where('id', '=', id)
    .select((series) => jsonArrayFrom(exclusionsOf(series)).as('exclusions'))
    .executeTakeFirst()
}

/** How many series of a coach go on for ever. */
export async function countEndless(db: Kysely<DB>, scope: CoachScope): Promise<number> {
  const { count } = await db
    .selectFrom('endless_blocks')
    .where('coach_id', '=', scope.coachId)
    .where((series) => series.not(series.exists(endingsOf(series))))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Excludes dates: given back with a block, or for a block of the date that is stored now. */
export async function excludeDates(
  tx: Transaction<DB>,
  scope: CoachScope,
  seriesId: SeriesId,
  dates: readonly Dates[],
  deleted?: { with: BlockId; at: EpochMs },
): Promise<void> {
  if (dates.length === 0) return
  const rows = dates.map(({ from, until }) => ({
    coach_id: scope.coachId,
    series_id: seriesId,
    from_on: from,
    until_on: until,
    ...(deleted && { deleted_at: toTimestamp(deleted.at), deleted_with: deleted.with }),
  }))
  await tx.insertInto('endless_block_exclusions').values(rows).execute()
}

/** Includes again what was given back with a block. @returns the series and the first date; undefined if nothing was */
export async function includeAgain(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: BlockId,
): Promise<{ seriesId: SeriesId; from: CalendarDate } | undefined> {
  const included = await tx
    .deleteFrom('endless_block_exclusions')
    .where('coach_id', '=', scope.coachId)
    .where('deleted_with', '=', id)
    .returning(['series_id as seriesId', 'from_on as from'])
    .execute()
  return included.toSorted((a, b) => (a.from < b.from ? -1 : 1))[0]
}

/**
 * Forgets what was given back before an instant: it stays excluded and cannot be restored, and a series of which nothing
 * is left is removed. At most `most` of each. @returns how many
 */
export async function forgetEndless(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('endless_block_exclusions')
    .set({ deleted_at: null, deleted_with: null })
    .where(sql<boolean>`(series_id, from_on) in (
      select series_id, from_on from endless_block_exclusions
      where deleted_at < ${toTimestamp(before)} limit ${most})`)
    .executeTakeFirst()
  const { numDeletedRows } = await tx
    .deleteFrom('endless_blocks')
    .where('id', 'in', (query) =>
      query
        .selectFrom('endless_blocks')
        .innerJoin('endless_block_exclusions as e', 'e.series_id', 'endless_blocks.id')
        .where('e.deleted_at', 'is', null)
        .groupBy('endless_blocks.id')
        .having(
          sql<boolean>`range_agg(daterange(e.from_on, e.until_on, '[]')) @> daterange(endless_blocks.first_on, null)`,
        )
        .select('endless_blocks.id')
        .limit(most),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows) + Number(numDeletedRows)
}

function seriesIn(db: Kysely<DB>, scope: Scope) {
  return db
    .selectFrom('endless_blocks')
    .where('coach_id', '=', scope.coachId)
    .select([
      'id',
      'title',
      'frequency',
      'every as interval',
      'weekdays',
      'timezone',
      'first_on as firstOn',
      'start_time as startTime',
      'end_time as endTime',
      'days_later as daysLater',
      'minutes',
    ])
}

type OfSeries = ExpressionBuilder<DB, 'endless_blocks'>

function exclusionsOf(series: OfSeries) {
  return series
    .selectFrom('endless_block_exclusions')
    .whereRef('series_id', '=', 'endless_blocks.id')
    .select(['from_on as from', 'until_on as until'])
}

/** The exclusion that ends a series, if there is one. */
function endingsOf(series: OfSeries) {
  return exclusionsOf(series).where('until_on', 'is', null)
}
