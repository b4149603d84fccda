import type { CalendarDate } from '#time/calendar-date.ts'
import { fromIso, isIsoInstant } from '#time/clock.ts'
import { formatShortDate, formatTime } from '#time/format.ts'
import { FILES, PEOPLE, type About } from './archive.ts'

/** Columns whose values are a few known words; in all others a word is what somebody wrote. */
const STATES: ReadonlySet<string> = new Set([
  'status',
  'state',
  'type',
  'kind',
  'role',
  'user_type',
  'channel',
  'default_channel',
  'modality',
  'outcome',
  'measure',
  'priority',
  'recurrence',
  'frequency',
  'template',
  'visibility',
  'attachment',
  'method',
  'plan_id',
  'payment_status',
  'archived_from',
  'cancelled_by',
  'changed_by',
  'created_by',
  'color_scheme',
  'actor',
])

/** The text of a name; a name that every object has means nothing. */
export const wordOf = (words: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined

const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * A value as a person reads it: instants in the zone of the account, days, amounts, the words of states, names of people.
 * Empty for what says nothing.
 */
export function shownValue(about: About, value: unknown, column: string): string {
  const { words, people } = about
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return words.viewer[value ? 'yes' : 'no'] ?? ''
  if (typeof value === 'number') return column === 'amount_minor' ? (value / 100).toFixed(2) : String(value)
  if (Array.isArray(value)) return value.map((each) => shownValue(about, each, column)).join(', ')
  if (typeof value === 'object') return shownObject(about, value as Record<string, unknown>)
  const text = value as string
  if (PEOPLE.has(column)) return wordOf(people, text) ?? ''
  if (FILES.has(column)) return ''
  if (column.endsWith('_at') && isInstant(text)) return shownInstant(about, text)
  if (column.endsWith('_on') && DAY.test(text)) return shownDay(about, text)
  return STATES.has(column) ? (wordOf(words.values, text) ?? text) : text
}

// PostgreSQL writes microseconds and +00:00, which is the same instant.
const isInstant = (text: string) => isIsoInstant(plainInstant(text))
const plainInstant = (text: string) =>
  text.replace(/(?:(\.\d{1,3})\d*)?(?:\+00:00|Z)$/, (_end, decimals?: string) => `${decimals ?? ''}Z`)

function shownInstant({ timezone, language }: About, text: string): string {
  const at = fromIso(plainInstant(text))
  return `${formatShortDate(at, timezone, language)} · ${formatTime(at, timezone)}`
}

/** A day without a zone. */
export function shownDay({ language }: About, text: string): string {
  return formatShortDate(text as CalendarDate, 'UTC', language)
}

function shownObject(about: About, value: Record<string, unknown>): string {
  return Object.entries(value)
    .map(([name, each]) => [name, shownValue(about, each, name)])
    .filter(([, shown]) => shown !== '')
    .map(([name, shown]) => `${wordOf(about.words.columns, name!) ?? name}: ${shown}`)
    .join('\n')
}
