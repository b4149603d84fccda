import type { ActionDto } from '#contract/actions/actions.ts'
import type { CalendarMemorandum } from '#contract/memorandums/memorandums.ts'
import type { HolidayKey, OpenHours } from '#contract/calendar/calendar.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import type { BlockDto, CalendarTime } from '#contract/calendar/time-blocks.ts'
import { calendarDate, dateOf, wallMinutes, type CalendarDate } from '#time/calendar-date.ts'
import { epochMs, type EpochMs } from '#time/clock.ts'
import { wallToInstant } from '#time/zones.ts'
import { paths } from '#web/paths.ts'
import type { StateColour } from '#web/ui/layout/StatusBadge.tsx'
import { STATE_COLOURS, shownStatus } from '#web/widgets/session/session-look.ts'
import { spanFrom, type Span } from '#web/widgets/times/span.ts'
import { eachDay, type Days } from './calendar-view.ts'

/** An entry with a time in the calendar. */
export type Entry = Span & {
  id: string
  /** It was dragged to this time, which is not stored yet. */
  unsaved?: true
} & (
    | { kind: 'session'; session: SessionListItem }
    /** The time a client asks to move their session to; held until the coach answers. */
    | { kind: 'move'; session: SessionListItem }
    | { kind: 'block'; block: BlockDto }
    /** Busy time of an imported calendar. */
    | { kind: 'external'; title: string | null }
  )

/** A note about a whole day. */
export type DayNote = { date: CalendarDate } & (
  | { kind: 'holiday'; holiday: HolidayKey; closed: boolean }
  | { kind: 'override'; windows: readonly OpenHours[] }
  | { kind: 'action'; action: ActionDto }
  | { kind: 'memorandum'; memorandum: CalendarMemorandum }
)

/** The only note with a time. */
export type MemorandumNote = Extract<DayNote, { kind: 'memorandum' }>

/** A day with its notes and its entries, earliest first. */
export type Day = { date: CalendarDate; notes: DayNote[]; entries: Entry[] }

/** A calendar without blocked time, as clients see it. */
export const NO_TIME: CalendarTime = {
  blocks: [],
  external: [],
  holidays: [],
  overrides: [],
  memorandums: [],
}

/** All entries with a time, earliest first. */
export function entriesOf(sessions: readonly SessionListItem[], time: CalendarTime): Entry[] {
  return [
    ...sessions.map((session): Entry => ({
      kind: 'session',
      id: session.id,
      ...spanFrom(session),
      session,
    })),
    ...sessions.flatMap((session): Entry[] =>
      session.moveRequest
        ? [{ kind: 'move', id: `move ${session.id}`, ...spanFrom(session.moveRequest), session }]
        : [],
    ),
    ...time.blocks.map((block): Entry => ({ kind: 'block', id: block.id, ...spanFrom(block), block })),
    ...time.external.map((each, at): Entry => ({
      kind: 'external',
      id: `external ${at}`,
      ...spanFrom(each),
      title: each.title,
    })),
  ].sort((a, b) => a.start - b.start || a.end - b.end)
}

/** The entries with the dragged ones at their new, unstored times. */
export function withMoves(entries: readonly Entry[], moves: ReadonlyMap<string, Span>): readonly Entry[] {
  if (moves.size === 0) return entries
  return entries.map((entry) => {
    const to = moves.get(entry.id)
    return to ? { ...entry, ...to, unsaved: true } : entry
  })
}

/** The notes of some days, by date. A holiday that the coach overrides is not shown as closed. */
export function notesOf(days: Days, time: CalendarTime, actions: readonly ActionDto[]): DayNote[] {
  const own = new Set<string>(time.overrides.map(({ date }) => date))
  return [
    ...time.holidays.map(({ date, key, closed }): DayNote => ({
      kind: 'holiday',
      date: calendarDate(date),
      holiday: key,
      closed: closed && !own.has(date),
    })),
    ...time.overrides.map(({ date, windows }): DayNote => ({
      kind: 'override',
      date: calendarDate(date),
      windows,
    })),
    ...actions.flatMap((action): DayNote[] =>
      action.dueOn === null ? [] : [{ kind: 'action', date: calendarDate(action.dueOn), action }],
    ),
    ...time.memorandums.map((memorandum): DayNote => ({
      kind: 'memorandum',
      date: calendarDate(memorandum.date),
      memorandum,
    })),
  ]
    .filter(({ date }) => date >= days.from && date < days.to)
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** What tells a note from the others of its day. */
export function noteKey(note: DayNote): string {
  const id = note.kind === 'action' ? note.action.id : note.kind === 'memorandum' ? note.memorandum.id : ''
  return `${note.kind} ${note.date} ${id}`
}

/** Where a note leads; undefined for those that only say something. */
export function noteLink(note: DayNote): string | undefined {
  if (note.kind === 'action') return paths.actions()
  return note.kind === 'memorandum' ? paths.memorandumEdit({ memoramdumId: note.memorandum.id }) : undefined
}

/** The days with their entries in the viewer's zone; an entry that lasts past midnight is on every day it overlaps. */
export function daysWith(
  days: Days,
  entries: readonly Entry[],
  notes: readonly DayNote[],
  zone: string,
): Day[] {
  const found = new Map(
    eachDay(days).map((date): [CalendarDate, Day] => [date, { date, notes: [], entries: [] }]),
  )
  for (const note of notes) found.get(note.date)?.notes.push(note)
  for (const entry of entries) {
    const last = dateOf(lastMoment(entry), zone)
    for (const [date, each] of found) {
      if (date >= dateOf(entry.start, zone) && date <= last) each.entries.push(entry)
    }
  }
  return [...found.values()]
}

/** The days with at least one entry. */
export function busyDays(days: readonly Day[]): Day[] {
  return days.filter(({ notes, entries }) => notes.length + entries.length > 0)
}

/** The entries of a day with its memorandums among them, by their times in the viewer's zone. */
export function linesOf({ notes, entries }: Day, zone: string): (Entry | MemorandumNote)[] {
  const memorandums = notes.filter((note) => note.kind === 'memorandum')
  const startOf = (line: Entry | MemorandumNote) =>
    line.kind === 'memorandum'
      ? wallToInstant(line.date, wallMinutes(line.memorandum.time), zone)
      : line.start
  return [...memorandums, ...entries].sort((a, b) => startOf(a) - startOf(b))
}

/** The colour an entry is drawn in; its word is shown beside it. */
export function stateOf(entry: Entry): StateColour {
  if (entry.kind === 'move') return 'waiting'
  return entry.kind === 'session' ? STATE_COLOURS[shownStatus(entry.session)] : 'blocked'
}

/** An interval that ends at midnight ends on the day before. */
function lastMoment({ start, end }: Span): EpochMs {
  return epochMs(Math.max(start, end - 1))
}
