import ICAL from 'ical.js'
import { dayNumber, isCalendarDate } from '#time/calendar-date.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#time/clock.ts'

/** A date and time as a calendar file writes it: in UTC, in a zone, floating (no zone), or a whole date. */
export type IcsTime = {
  /** Milliseconds since 1970-01-01T00:00 wall time (of UTC for `utc`). */
  local: number
  kind: 'utc' | 'wall' | 'date'
  /** The file's name of the zone. */
  zone: string | undefined
}

export type IcsProperty = { name: string; params: Record<string, unknown>; values: unknown[] }

/** A part of a calendar file, and the parts within it. */
export type IcsComponent = { name: string; properties: IcsProperty[]; parts: IcsComponent[] }

// The lines that determine busy time. All others are removed before the file is parsed: they are most of a file, and an
// invalid one among them must not fail the rest.
const LINES =
  /^(?:BEGIN|END|UID|SUMMARY|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS|TZID|TZOFFSETFROM|TZOFFSETTO)[;:]/i

/** Most characters of a line's name and parameters. */
const LONGEST_HEAD = 500

// A line's name, its parameters, and each of them (RFC 5545 §3.1): a quoted colon or semicolon ends nothing.
const HEAD = /^([A-Z-]+)((?:;(?:[^":;]|"[^"]*")*)*):/i
const PARAMETER = /;(?:[^":;]|"[^"]*")*/g

/** The calendar of a file (RFC 5545 §3.4), or undefined if the file contains no calendar. */
export function parseIcs(text: string): IcsComponent | undefined {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return undefined
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const kept = lines.flatMap((line) => plainLine(line.replace(/^\uFEFF?\s*/, '')) ?? [])
  try {
    const parsed = ICAL.parse(kept.join('\r\n')) as unknown[]
    // Several calendars in one file are parsed to an array.
    const [first] = (typeof parsed[0] === 'string' ? [parsed] : parsed) as JComponent[]
    return first && componentOf(first)
  } catch {
    return undefined
  }
}

/** The first value of a property, or undefined. */
export function valueOf(component: IcsComponent, name: string): unknown {
  return component.properties.find((property) => property.name === name)?.values[0]
}

/** The times of all properties with a name; a period has its start and its end or length. */
export function timesOf(component: IcsComponent, name: string): { start: IcsTime; end: unknown }[] {
  return component.properties
    .filter((property) => property.name === name)
    .flatMap(({ params, values }) =>
      values.flatMap((value) => {
        const [text, end] = (Array.isArray(value) ? value : [value, undefined]) as unknown[]
        const start = readTime(text, params)
        return start ? [{ start, end }] : []
      }),
    )
}

/** `2027-03-14T09:00:00`, `…Z` or `2027-03-14`; undefined for any other text. */
export function readTime(text: unknown, params: Record<string, unknown>): IcsTime | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d):(\d\d)(Z?))?$/.exec(String(text))
  if (!match) return undefined
  const [, date, hour, minute, second, z] = match
  if (!isCalendarDate(date!)) return undefined
  const midnight = dayNumber(date) * DAY_MS
  if (hour === undefined) return { local: midnight, kind: 'date', zone: undefined }
  const local = midnight + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * 1000
  const zone = typeof params['tzid'] === 'string' ? params['tzid'] : undefined
  return z === 'Z' ? { local, kind: 'utc', zone: undefined } : { local, kind: 'wall', zone }
}

type JProperty = [name: string, params: Record<string, unknown>, type: string, ...values: unknown[]]
type JComponent = [name: string, properties: JProperty[], parts: JComponent[]]

function componentOf([name, properties, parts]: JComponent): IcsComponent {
  return {
    name,
    properties: properties.map(([property, params, _type, ...values]) => ({
      name: property,
      params,
      values,
    })),
    parts: parts.map(componentOf),
  }
}

/**
 * A relevant line with its relevant parameters, or undefined. The parser's time for parameters is quadratic, and
 * programs disagree about where they end, so it only gets unambiguous lines.
 */
function plainLine(line: string): string | undefined {
  const [head, name, parameters] = (LINES.test(line) && HEAD.exec(line.slice(0, LONGEST_HEAD))) || []
  if (head === undefined || name === undefined) return undefined
  const kept = (parameters?.match(PARAMETER) ?? []).flatMap((parameter) => {
    const [, key, value] = /^;(TZID|VALUE)=(.*)$/i.exec(parameter) ?? []
    return key && value !== undefined ? [`;${key}="${value.replaceAll('"', '')}"`] : []
  })
  return `${name}${kept.join('')}:${line.slice(head.length)}`
}
