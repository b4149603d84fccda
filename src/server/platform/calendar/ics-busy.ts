import { withoutBidi } from '#contract/values.ts'
import { type Effort, daysOfRule, spend } from '#time/calendar-rule.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, epochMs, type EpochMs } from '#time/clock.ts'
import { type IcsComponent, type IcsTime, parseIcs, timesOf, valueOf } from './ics-events.ts'
import { readRule } from './ics-rules.ts'
import { type Wall, zonesOf } from './ics-zones.ts'

/** An interval in which a calendar's owner is busy, and its title. */
export type BusyTime = { startsAt: EpochMs; endsAt: EpochMs; title: string | null }

export type BusyQuery = {
  /** Times that overlap [from, to) are returned. */
  from: EpochMs
  to: EpochMs
  /** The zone of whole dates and of times without a zone: the reader's. */
  zone: string
  /** More than this many are refused. */
  most: number
}

/** The limit for days and exceptions examined in one file. It takes a moment; a file that needs more is malicious. */
const EFFORT_DAYS = 500_000
const LONGEST_TITLE = 200

/**
 * When the owner of a calendar file is busy (RFC 5545), by start: entries that are neither free nor cancelled, with
 * their repetitions, exceptions and moved occurrences. An entry that repeats more often than daily (every minute)
 * counts once; an unreadable one is skipped.
 */
export function readBusyTimes(
  text: string,
  query: BusyQuery,
): { times: BusyTime[] } | { failure: 'not_calendar' | 'too_large' } {
  const calendar = parseIcs(text)
  if (!calendar) return { failure: 'not_calendar' }
  const effort: Effort = { left: EFFORT_DAYS }
  const reader = { ...query, effort, wall: zonesOf(calendar, query.zone, effort) }
  const events = calendar.parts.filter(({ name }) => name === 'vevent')
  const moved = movedOf(events)
  const times: BusyTime[] = []
  try {
    for (const event of events) {
      for (const time of timesOfEvent(event, moved, reader)) {
        if (times.push(time) > query.most) return { failure: 'too_large' }
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return { failure: 'too_large' }
    throw error
  }
  return { times: times.sort((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt) }
}

type Reader = BusyQuery & { effort: Effort; wall: (zone: string | undefined) => Wall }

/** The occurrences that separate entries replace, by the uid they share with the series. */
function movedOf(events: readonly IcsComponent[]): Map<string, IcsTime[]> {
  const moved = new Map<string, IcsTime[]>()
  for (const event of events) {
    const [which] = timesOf(event, 'recurrence-id')
    if (!which) continue
    const uid = String(valueOf(event, 'uid'))
    const others = moved.get(uid)
    if (others) others.push(which.start)
    else moved.set(uid, [which.start])
  }
  return moved
}

function* timesOfEvent(
  event: IcsComponent,
  moved: ReadonlyMap<string, readonly IcsTime[]>,
  reader: Reader,
): Generator<BusyTime> {
  if (isFree(event)) return
  const [first] = timesOf(event, 'dtstart')
  const length = first && lengthOf(event, first.start, reader)
  if (!first || !length) return
  const title = titleOf(event)
  const isOccurrence = timesOf(event, 'recurrence-id').length > 0
  const left = timesOf(event, 'exdate').map(({ start }) => start)
  const replaced = isOccurrence ? [] : (moved.get(String(valueOf(event, 'uid'))) ?? [])
  const gone = [...left, ...replaced]
  // With many entries of one uid, each is compared with all that were moved.
  spend(reader.effort, gone.length)
  const out = new Set(gone.map((time) => keyOf(time, first.start, reader)))
  const seen = new Set<number>()
  const starts = isOccurrence ? [first.start] : startsOf(event, first.start, length, reader)
  for (const start of starts) {
    if (out.has(keyOf(start, first.start, reader)) || out.has(dateKey(start))) continue
    const startsAt = instantOf(start, reader)
    const endsAt = endOf(start, length, reader)
    if (startsAt >= reader.to || endsAt <= reader.from || endsAt <= startsAt || seen.has(startsAt)) continue
    seen.add(startsAt)
    yield { startsAt: epochMs(startsAt), endsAt: epochMs(endsAt), title }
  }
}

/** The length of an entry: whole dates for an entry of dates, else elapsed milliseconds. */
type Length = { days: number } | { ms: number }

/** The starts of an entry that may matter: its own, those of its rule, and those listed. */
function* startsOf(event: IcsComponent, first: IcsTime, length: Length, reader: Reader): Generator<IcsTime> {
  for (const { start } of timesOf(event, 'rdate')) yield { ...first, ...sameKind(start, first) }
  const rule = readRule(valueOf(event, 'rrule'))
  if (!rule) {
    yield first
    return
  }
  const day = Math.floor(first.local / DAY_MS)
  const inDay = first.local - day * DAY_MS
  const reach = 'days' in length ? length.days : Math.ceil(length.ms / DAY_MS)
  const from = Math.floor(reader.from / DAY_MS) - reach - 2
  const to = Math.floor(reader.to / DAY_MS) + 2
  for (const each of daysOfRule(rule, day, from, to, reader.effort)) {
    const start = { ...first, local: each * DAY_MS + inDay }
    if (rule.until && isAfter(start, rule.until, reader)) return
    yield start
  }
}

/** UNTIL is included; a date includes all of that local day (RFC 5545 §3.3.10). */
function isAfter(start: IcsTime, until: IcsTime, reader: Reader): boolean {
  if (until.kind === 'date') return start.local >= until.local + DAY_MS
  if (until.kind === 'wall' || start.kind === 'date') return start.local > until.local
  return instantOf(start, reader) > until.local
}

function sameKind(start: IcsTime, first: IcsTime): IcsTime {
  return start.kind === 'wall' && start.zone === undefined ? { ...start, zone: first.zone } : start
}

/** Identifies an occurrence: by its instant, or by its date for entries of dates and where a date is given. */
function keyOf(time: IcsTime, first: IcsTime, reader: Reader): string {
  if (time.kind === 'date' || first.kind === 'date') return dateKey(time)
  return `time ${instantOf(sameKind(time, first), reader)}`
}

function dateKey({ local }: IcsTime): string {
  return `date ${Math.floor(local / DAY_MS)}`
}

function instantOf({ local, kind, zone }: IcsTime, { wall }: Reader): number {
  return kind === 'utc' ? local : wall(kind === 'date' ? undefined : zone)(local)
}

function endOf(start: IcsTime, length: Length, reader: Reader): number {
  if ('ms' in length) return instantOf(start, reader) + length.ms
  return instantOf({ ...start, local: start.local + length.days * DAY_MS }, reader)
}

/** Undefined for an entry without any length, which takes no time. */
function lengthOf(event: IcsComponent, start: IcsTime, reader: Reader): Length | undefined {
  const [end] = timesOf(event, 'dtend')
  const duration = readDuration(valueOf(event, 'duration'))
  if (start.kind === 'date') {
    const ms = end ? end.start.local - start.local : (duration ?? DAY_MS)
    return { days: Math.max(1, Math.round(ms / DAY_MS)) }
  }
  const ms = end ? instantOf(sameKind(end.start, start), reader) - instantOf(start, reader) : duration
  return ms !== undefined && ms > 0 ? { ms } : undefined
}

/** `P1DT2H30M` in milliseconds. */
function readDuration(value: unknown): number | undefined {
  const match = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(String(value))
  if (!match) return undefined
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0))
  return (weeks! * 7 + days!) * DAY_MS + hours! * HOUR_MS + minutes! * MINUTE_MS + seconds! * 1000
}

function isFree(event: IcsComponent): boolean {
  const says = (name: string) => String(valueOf(event, name)).toUpperCase()
  return (
    says('transp') === 'TRANSPARENT' ||
    says('status') === 'CANCELLED' ||
    says('x-microsoft-cdo-busystatus') === 'FREE'
  )
}

function titleOf(event: IcsComponent): string | null {
  const text = valueOf(event, 'summary')
  if (typeof text !== 'string') return null
  const title = withoutBidi(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  return [...title].slice(0, LONGEST_TITLE).join('') || null
}
