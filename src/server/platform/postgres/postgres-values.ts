import pg from 'pg'
import { type EpochMs, epochMs } from '#time/clock.ts'

// PostgreSQL's numbers for its types, which never change.
const INT8 = 20
const DATE = 1082
const TIMESTAMP = 1114
const TIMESTAMPTZ = 1184
const INTERVAL = 1186
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const TIMESTAMPTZ_ARRAY = 1185

const asText = (text: string) => text

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, parseInt8],
  [DATE, asText],
  [TIMESTAMP, asText],
  [TIMESTAMPTZ, parseTimestamptz],
  [INTERVAL, asText],
  [INT8_ARRAY, arrayOf(parseInt8)],
  [DATE_ARRAY, arrayOf(asText)],
  [TIMESTAMPTZ_ARRAY, arrayOf(parseTimestamptz)],
])

/**
 * How column values are parsed: `timestamptz` to `EpochMs`, `date` to the text `YYYY-MM-DD`, `int8` to a number; no
 * type becomes a `Date`. Everything else as in `pg` (`numeric` is text, `jsonb` is parsed).
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format ?? 'text'),
}

/** @throws RangeError beyond 2^53, where a number would lose precision */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of the safe range: ${text}`)
  return value
}

const TIMESTAMPTZ_TEXT =
  /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/

/**
 * Parses PostgreSQL's ISO output, in any session zone; microseconds are rounded down.
 * @throws RangeError for `infinity` and for years without exactly four digits
 */
export function parseTimestamptz(text: string): EpochMs {
  const match = TIMESTAMPTZ_TEXT.exec(text)
  if (!match) throw new RangeError(`Not an instant: ${text}`)
  const field = (index: number) => Number(match[index] ?? 0)
  const offsetSeconds = (field(9) * 60 + field(10)) * 60 + field(11)
  const localSeconds =
    ((daysSince1970(field(1), field(2), field(3)) * 24 + field(4)) * 60 + field(5)) * 60 + field(6)
  const seconds = localSeconds - (match[8] === '-' ? -offsetSeconds : offsetSeconds)
  return epochMs(seconds * 1000 + Number((match[7] ?? '').padEnd(3, '0').slice(0, 3)))
}

// Plain arithmetic instead of a date object: this runs once per instant of every row. Years begin in March, so that the
// leap day is a year's last day.
function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400)
  return shifted * 365 + leapDays + dayOfYear - 719_468
}

// Enough for arrays of one dimension whose elements contain no comma, as numbers, dates and instants do.
function arrayOf<T>(parse: (text: string) => T): (text: string) => (T | null)[] {
  return (text) => {
    const inner = text.slice(1, -1)
    if (inner === '') return []
    return inner.split(',').map((part) => (part === 'NULL' ? null : parse(part.replaceAll('"', ''))))
  }
}
