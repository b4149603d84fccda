import { type Effort, daysOfRule } from '#time/calendar-rule.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#time/clock.ts'
import { isTimeZone, localToInstant } from '#time/zones.ts'
import { type IcsComponent, timesOf, valueOf } from './ics-events.ts'
import { type IcsRule, readRule } from './ics-rules.ts'

/** Converts a wall time of one zone of a file to an instant, both in milliseconds. */
export type Wall = (local: number) => number

/**
 * The zones of a calendar file by their names in it. A name that the runtime knows is the runtime's zone, whatever
 * rules the file contains: they are often out of force (Mexico's daylight saving time). Only for other names ("Central
 * Standard Time (Mexico)") the file's own rules apply; without rules it is `otherwise`, the reader's zone.
 */
export function zonesOf(calendar: IcsComponent, otherwise: string, effort: Effort) {
  const own = new Map(
    calendar.parts
      .filter(({ name }) => name === 'vtimezone')
      .map((part) => [String(valueOf(part, 'tzid')), part] as const),
  )
  const known = new Map<string, Wall>()
  const wallOf = (zone: string): Wall => {
    const named = knownZone(zone)
    if (named) return (local) => localToInstant(local, named)
    const part = own.get(zone)
    return part ? wallOfPart(part, effort) : (local) => localToInstant(local, otherwise)
  }
  return (zone: string | undefined): Wall => {
    const name = zone ?? otherwise
    let wall = known.get(name)
    if (!wall) known.set(name, (wall = wallOf(name)))
    return wall
  }
}

/** `America/Mexico_City`, also at the end of a longer name as some programs write it. */
function knownZone(name: string): string | undefined {
  const tail = /[A-Za-z_]+\/[A-Za-z_]+(?:\/[A-Za-z_]+)?$/.exec(name)?.[0]
  return [name, tail].find((zone) => zone !== undefined && isTimeZone(zone))
}

/** From `at` on, in wall time before the change, the zone is `offset` away from UTC. */
type Onset = { at: number; offset: number }

type Observance = Onset & { before: number; listed: readonly Onset[]; rule: IcsRule | undefined }

/** Rules of zones repeat every year, so one that is in force began within this many days. */
const ROUND_DAYS = 400
const BLOCK_DAYS = 365

/**
 * The rules of a VTIMEZONE (RFC 5545 §3.6.5): the observance that began last gives the offset. The onsets of rules are
 * calculated once for each block of days and found by binary search, so that many observances or times are cheap.
 */
function wallOfPart(part: IcsComponent, effort: Effort): Wall {
  const observances = part.parts.flatMap(observanceOf)
  const listed = ascending(observances.flatMap((observance) => observance.listed))
  const blocks = new Map<number, Onset[]>()
  const ruledIn = (block: number) => {
    let onsets = blocks.get(block)
    if (!onsets) {
      const days = { from: block * BLOCK_DAYS - ROUND_DAYS, to: (block + 1) * BLOCK_DAYS - 1 }
      onsets = ascending(observances.flatMap((observance) => onsetsOf(observance, days, effort)))
      blocks.set(block, onsets)
    }
    return onsets
  }
  return (local) => {
    const ruled = ruledIn(Math.floor(local / (BLOCK_DAYS * DAY_MS)))
    const last = [lastUpTo(listed, local), lastUpTo(ruled, local)].filter((onset) => onset !== undefined)
    const offset = ascending(last).at(-1)?.offset ?? observances[0]?.before ?? 0
    return local - offset
  }
}

function observanceOf(part: IcsComponent): Observance[] {
  const offset = readOffset(valueOf(part, 'tzoffsetto'))
  const [begin] = timesOf(part, 'dtstart')
  if (offset === undefined || !begin) return []
  const at = begin.start.local
  const others = timesOf(part, 'rdate').map(({ start }) => ({ at: start.local, offset }))
  const before = readOffset(valueOf(part, 'tzoffsetfrom')) ?? offset
  return [{ at, offset, before, listed: [{ at, offset }, ...others], rule: readRule(valueOf(part, 'rrule')) }]
}

/** The onsets of an observance's rule in a range of days. */
function onsetsOf(
  { at: begin, offset, rule }: Observance,
  { from, to }: { from: number; to: number },
  effort: Effort,
): Onset[] {
  if (!rule) return []
  const first = Math.floor(begin / DAY_MS)
  const last = rule.until?.local ?? Infinity
  const days = [...daysOfRule(rule, first, from, to, effort)]
  const onsets = days.map((day) => ({ at: begin + (day - first) * DAY_MS, offset }))
  return onsets.filter(({ at }) => at <= last)
}

function ascending(onsets: readonly Onset[]): Onset[] {
  return onsets.toSorted((a, b) => a.at - b.at)
}

function lastUpTo(onsets: readonly Onset[], local: number): Onset | undefined {
  let below = 0
  let above = onsets.length
  while (below < above) {
    const middle = (below + above) >> 1
    if (onsets[middle]!.at <= local) below = middle + 1
    else above = middle
  }
  return onsets[below - 1]
}

/** `-06:00` in milliseconds. */
function readOffset(value: unknown): number | undefined {
  const match = /^([+-])(\d\d):(\d\d)/.exec(String(value))
  if (!match) return undefined
  const size = Number(match[2]) * HOUR_MS + Number(match[3]) * MINUTE_MS
  return match[1] === '-' ? -size : size
}
