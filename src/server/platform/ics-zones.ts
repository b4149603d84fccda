import { type Effort, daysOfRule } from '#time/calendar-rule.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#time/clock.ts'
import { isTimeZone, localToInstant } from '#time/zones.ts'
import { type IcsComponent, timesOf, valueOf } from './ics-events.ts'
import { readRule } from './ics-rules.ts'

/** Turns the wall time of one zone of a file into an instant, both in milliseconds. */
export type Wall = (local: number) => number

/**
 * The zones of a calendar file by their names in it. A name that the runtime knows means the runtime's zone, whatever
 * the file says of it: files carry rules that are long out of force (Mexico's daylight time). Only for other names
 * ("Central Standard Time (Mexico)") the file's own rules count; without any it is `otherwise`, the reader's zone.
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

type Observance = { offset: number; before: number; onsets: (local: number) => number | undefined }

/** The rules of a VTIMEZONE (RFC 5545 §3.6.5): the observance that began last says the offset. */
function wallOfPart(part: IcsComponent, effort: Effort): Wall {
  const observances = part.parts.flatMap((one) => observanceOf(one, effort))
  const known = new Map<number, number>()
  return (local) => {
    const before = known.get(local)
    if (before !== undefined) return before
    let latest: { onset: number; offset: number } | undefined
    for (const { offset, onsets } of observances) {
      const onset = onsets(local)
      if (onset !== undefined && (!latest || onset > latest.onset)) latest = { onset, offset }
    }
    const instant = local - (latest?.offset ?? observances[0]?.before ?? 0)
    known.set(local, instant)
    return instant
  }
}

function observanceOf(part: IcsComponent, effort: Effort): Observance[] {
  const offset = readOffset(valueOf(part, 'tzoffsetto'))
  const [begin] = timesOf(part, 'dtstart')
  if (offset === undefined || !begin) return []
  const first = Math.floor(begin.start.local / DAY_MS)
  const inDay = begin.start.local - first * DAY_MS
  const rule = readRule(valueOf(part, 'rrule'))
  const last = rule?.until?.local ?? Infinity
  const others = timesOf(part, 'rdate').map(({ start }) => start.local)
  const onsets = (local: number): number | undefined => {
    const found = [begin.start.local, ...others].filter((onset) => onset <= local)
    if (rule) {
      // Rules of zones come round every year.
      const today = Math.floor(local / DAY_MS)
      for (const day of daysOfRule(rule, first, today - 400, today, effort)) {
        const onset = day * DAY_MS + inDay
        if (onset <= local && onset <= last) found.push(onset)
      }
    }
    return found.length > 0 ? Math.max(...found) : undefined
  }
  return [{ offset, before: readOffset(valueOf(part, 'tzoffsetfrom')) ?? offset, onsets }]
}

/** `-06:00` in milliseconds. */
function readOffset(value: unknown): number | undefined {
  const match = /^([+-])(\d\d):(\d\d)/.exec(String(value))
  if (!match) return undefined
  const size = Number(match[2]) * HOUR_MS + Number(match[3]) * MINUTE_MS
  return match[1] === '-' ? -size : size
}
