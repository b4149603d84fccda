import type { BlockRecurrence, SeriesScope } from '#contract/calendar/recurrence.ts'
import type { BlockId, SeriesId } from '#contract/values.ts'
import {
  type CalendarDate,
  addDays,
  dateOf,
  dayNumber,
  daysBetween,
  fromDayNumber,
  isCalendarDate,
  wallMinutes,
} from '#time/calendar-date.ts'
import { MINUTE_MS, type EpochMs, addMinutes } from '#time/clock.ts'
import type { Interval } from '#time/interval.ts'
import { datesBetween, datesFrom, wallStartOf } from '#time/recurrence.ts'
import { wallToInstant } from '#time/zones.ts'

/** Dates from one to another, both included; null: all that follow. */
export type Dates = { from: CalendarDate; until: CalendarDate | null }

/**
 * A series of blocks without end (product §8), as wall times in the zone the coach had when it was made. Its blocks are
 * not stored: they are derived from it when they are read.
 */
export type EndlessBlocks = {
  id: SeriesId
  title: string | null
  frequency: BlockRecurrence['frequency']
  interval: number
  weekdays: readonly number[]
  timezone: string
  firstOn: CalendarDate
  /** `HH:mm` on a block's date. */
  startTime: string
  /** `HH:mm`, `daysLater` days after it. */
  endTime: string
  daysLater: number
  /** The length of the first block, where a change of offset leaves no time between both ends. */
  minutes: number
  /** The dates without a block: given back, or changed to a stored block. No two of them overlap. */
  exclusions: readonly Dates[]
}

/** A block of such a series: on one of its dates. */
export type EndlessBlock = Interval & { id: BlockId; seriesId: SeriesId; title: string | null }

const DAY_DIGITS = 6
const NO_DAY = '0'.repeat(DAY_DIGITS)

/** An id for a series, made from a new one: it leaves room for the days of its blocks. */
export function seriesIdFrom(id: string): SeriesId {
  return `${id.slice(0, -DAY_DIGITS)}${NO_DAY}` as SeriesId
}

/** The id of a date's block: the one of its series with the number of the day in its last six digits. */
export function blockIdOn(seriesId: SeriesId, date: CalendarDate): BlockId {
  const day = dayNumber(date).toString(16).padStart(DAY_DIGITS, '0')
  return `${seriesId.slice(0, -DAY_DIGITS)}${day}` as BlockId
}

/** The series and the date in an id. Ids of stored blocks name a series that does not exist. */
export function dateOfBlock(id: BlockId): { seriesId: SeriesId; date: CalendarDate } {
  return { seriesId: seriesIdFrom(id), date: fromDayNumber(Number.parseInt(id.slice(-DAY_DIGITS), 16)) }
}

/** Whether a rule has neither a last date nor a count. */
export function repeatsForEver({ until, count }: BlockRecurrence): boolean {
  return until === undefined && count === undefined
}

/** A series that begins with this block. */
export function endlessFrom(
  first: Interval,
  { frequency, interval, weekdays }: BlockRecurrence,
  { id, title, timezone }: Pick<EndlessBlocks, 'id' | 'title' | 'timezone'>,
): EndlessBlocks {
  const start = wallStartOf(first.startsAt, timezone)
  const end = wallStartOf(first.endsAt, timezone)
  return {
    id,
    title,
    frequency,
    interval,
    weekdays,
    timezone,
    firstOn: start.date,
    startTime: start.time,
    endTime: end.time,
    daysLater: daysBetween(start.date, end.date),
    minutes: Math.ceil((first.endsAt - first.startsAt) / MINUTE_MS),
    exclusions: [],
  }
}

/**
 * The blocks of a series that overlap [from, to), by start. Both ends keep their wall time across every change of
 * offset, so that whole days stay whole days.
 */
export function blocksBetween(series: EndlessBlocks, from: EpochMs, to: EpochMs): EndlessBlock[] {
  // A change of offset moves a block by less than two days, and a zone that skips a date makes two of them one.
  const first = addDays(dateOf(from, series.timezone), -series.daysLater - 2)
  const last = earlierOf(addDays(dateOf(to, series.timezone), 2), endOf(series))
  const blocks: EndlessBlock[] = []
  for (const date of datesBetween(series, series.firstOn, first, last)) {
    if (isExcluded(series, date)) continue
    const block = blockAt(series, date)
    if (block.startsAt !== blocks.at(-1)?.startsAt) blocks.push(block)
  }
  return blocks.filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from)
}

/** The block of a date; undefined if the series has none on it, or if an id named a date beyond all supported years. */
export function blockOn(series: EndlessBlocks, date: CalendarDate): EndlessBlock | undefined {
  if (!isCalendarDate(date)) return undefined
  const [own] = datesBetween(series, series.firstOn, date, date)
  return own === undefined || isExcluded(series, date) ? undefined : blockAt(series, date)
}

/** The first block of a date or a later one; undefined if the series ends before. */
export function firstBlockFrom(series: EndlessBlocks, from: CalendarDate): EndlessBlock | undefined {
  const end = endOf(series)
  for (const date of datesFrom(series, series.firstOn, from)) {
    if (end !== undefined && date >= end) return undefined
    if (!isExcluded(series, date)) return blockAt(series, date)
  }
  return undefined
}

/**
 * The dates that a deletion concerns: of the block of a date, or of a stored block that replaced one. "Following" a
 * stored block are the dates whose blocks start with it or later. Undefined if only the stored block is deleted.
 */
export function datesMeant(
  series: EndlessBlocks,
  which: SeriesScope,
  { date, startsAt }: { date: CalendarDate | undefined; startsAt: EpochMs },
): Dates | undefined {
  if (which === 'one') return date && { from: date, until: date }
  return { from: which === 'all' ? series.firstOn : (date ?? dateFrom(series, startsAt)), until: null }
}

/** Whether the series goes on for ever: nothing excludes all dates that follow. */
export function isEndless(series: EndlessBlocks): boolean {
  return endOf(series) === undefined
}

/** The dates of a range that the series does not exclude yet, in order: what a deletion has to exclude. */
export function notYetExcluded({ exclusions }: EndlessBlocks, range: Dates): Dates[] {
  const left: Dates[] = []
  let from = range.from
  for (const each of exclusions.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (range.until !== null && each.from > range.until) break
    if (each.from > from) left.push({ from, until: addDays(each.from, -1) })
    if (each.until === null) return left
    if (each.until >= from) from = addDays(each.until, 1)
  }
  if (range.until === null || from <= range.until) left.push({ from, until: range.until })
  return left
}

/** The first of the excluded dates that end the series. */
function endOf({ exclusions }: EndlessBlocks): CalendarDate | undefined {
  return exclusions.find(({ until }) => until === null)?.from
}

function earlierOf(date: CalendarDate, other: CalendarDate | undefined): CalendarDate {
  return other !== undefined && other < date ? other : date
}

function isExcluded({ exclusions }: EndlessBlocks, date: CalendarDate): boolean {
  return exclusions.some(({ from, until }) => from <= date && (until === null || date <= until))
}

function dateFrom({ timezone, startTime }: EndlessBlocks, since: EpochMs): CalendarDate {
  const date = dateOf(since, timezone)
  return wallToInstant(date, wallMinutes(startTime), timezone) >= since ? date : addDays(date, 1)
}

/** What the block of a date would be, excluded or not. */
export function blockAt(series: EndlessBlocks, date: CalendarDate): EndlessBlock {
  const { id, title, timezone, startTime, endTime, daysLater, minutes } = series
  const startsAt = wallToInstant(date, wallMinutes(startTime), timezone)
  const endsAt = wallToInstant(addDays(date, daysLater), wallMinutes(endTime), timezone)
  return {
    id: blockIdOn(id, date),
    seriesId: id,
    title,
    startsAt,
    endsAt: endsAt > startsAt ? endsAt : addMinutes(startsAt, minutes),
  }
}
