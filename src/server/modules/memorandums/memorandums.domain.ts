import type {
  MemorandumAction,
  MemorandumGroup,
  MemorandumPriority,
  MemorandumRecurrence,
  MemorandumStatus,
  PostponeTo,
} from '#contract/memorandums/memorandums.ts'
import type { ClientStatus } from '#contract/clients.ts'
import type { GroupStatus } from '#contract/groups.ts'
import {
  type CalendarDate,
  addDays,
  addMonths,
  dateOf,
  daysBetween,
  isoWeekStart,
  screenWeekStart,
  wallMinutes,
} from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import { wallToInstant } from '#time/zones.ts'

/** Statuses of open memorandums (product §15). */
export const OPEN_STATUSES = ['pending', 'postponed'] as const satisfies readonly MemorandumStatus[]

/** Most open memorandums of a coach: a change of their zone moves them all at once. */
export const MOST_OPEN = 1000

/** A date and `HH:mm` on the coach's clock. */
export type DueTime = { dueOn: CalendarDate; dueTime: string }

/** What the rules of a memorandum read and change. */
export type Memorandum = DueTime & {
  timezone: string
  dueAt: EpochMs
  priority: MemorandumPriority
  recurrence: MemorandumRecurrence
  /** The date its rule counts from. */
  anchorOn: CalendarDate
  status: MemorandumStatus
  /** Where it was postponed from, and when it was notified there; null if it is not postponed. */
  postponedFrom: (DueTime & { remindedAt: EpochMs | null }) | null
  /** When its notification went out for the time it has now. */
  remindedAt: EpochMs | null
  doneAt: EpochMs | null
}

/** Whether it still waits to be done. */
export function isOpen({ status }: { status: MemorandumStatus }): boolean {
  return status === 'pending' || status === 'postponed'
}

/** The instant of a date and time in a zone; what a change of offset skips or repeats is read as RFC 5545 §3.3.5 says. */
export function dueAtOf({ dueOn, dueTime }: DueTime, timezone: string): EpochMs {
  return wallToInstant(dueOn, wallMinutes(dueTime), timezone)
}

/** The same memorandum at another time, which is notified separately; the same time changes nothing. */
export function withTime<M extends Memorandum>(memorandum: M, time: DueTime): M {
  if (time.dueOn === memorandum.dueOn && time.dueTime === memorandum.dueTime) return memorandum
  return { ...memorandum, ...time, dueAt: dueAtOf(time, memorandum.timezone), remindedAt: null }
}

/**
 * The same memorandum after its coach moved to another zone: the same wall time there. One that was notified is not
 * notified again (product §15: once on its day).
 */
export function inZone<M extends Memorandum>(memorandum: M, timezone: string): M {
  return { ...memorandum, timezone, dueAt: dueAtOf(memorandum, timezone) }
}

/** When its notification is due (product §15); null if it is closed or was notified. One of the past is due at once. */
export function remindAtOf(memorandum: Pick<Memorandum, 'status' | 'remindedAt' | 'dueAt'>): EpochMs | null {
  return isOpen(memorandum) && memorandum.remindedAt === null ? memorandum.dueAt : null
}

const LAST_DATE = '2199-12-31'

/** Months between the dates of a rule; undefined for one by days. */
const MONTHS: Partial<Record<MemorandumRecurrence, number>> = { monthly: 1, yearly: 12 }
const DAYS: Partial<Record<MemorandumRecurrence, number>> = { daily: 1, weekly: 7 }

/**
 * The first date of a rule after a date; undefined if it does not repeat, or only beyond the supported years. Counted
 * from `anchorOn`, so that nothing drifts: a short month has its last day in place of the 29th to the 31st, a common
 * year 28 February in place of the 29th, and the next long one the day itself again (ADR 50).
 */
export function nextDate(
  recurrence: MemorandumRecurrence,
  anchorOn: CalendarDate,
  after: CalendarDate,
): CalendarDate | undefined {
  const date = firstAfter(recurrence, anchorOn, after)
  return date !== undefined && date <= LAST_DATE ? date : undefined
}

function firstAfter(
  recurrence: MemorandumRecurrence,
  anchorOn: CalendarDate,
  after: CalendarDate,
): CalendarDate | undefined {
  const days = DAYS[recurrence]
  const months = MONTHS[recurrence]
  if (days !== undefined) {
    const steps = Math.max(0, Math.floor(daysBetween(anchorOn, after) / days) + 1)
    return addDays(anchorOn, steps * days)
  }
  if (months === undefined) return undefined
  // The month of the date itself, or the one before its step; the loop goes on by one or two steps at most.
  const from = Math.max(0, Math.floor((monthNumber(after) - monthNumber(anchorOn)) / months))
  for (let step = from; ; step += 1) {
    const date = addMonths(anchorOn, step * months)
    if (date > after) return date
  }
}

function monthNumber(date: CalendarDate): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
}

/**
 * The date of the occurrence that one that is done today brings: after its own date and after today, so that one that
 * waited for weeks does not come once for each of them.
 */
export function nextOccurrence(
  { recurrence, anchorOn, dueOn }: Pick<Memorandum, 'recurrence' | 'anchorOn' | 'dueOn'>,
  today: CalendarDate,
): CalendarDate | undefined {
  return nextDate(recurrence, anchorOn, dueOn > today ? dueOn : today)
}

/** The date of a shortcut (product §15): the next day, or the first Monday after today. */
export function dateOfShortcut(to: PostponeTo, today: CalendarDate): CalendarDate {
  return to === 'tomorrow' ? addDays(today, 1) : addDays(isoWeekStart(today), 7)
}

/** The shortcuts that lead to a later date than its own, each date once. */
export function shortcutsOf(
  { dueOn }: Pick<DueTime, 'dueOn'>,
  today: CalendarDate,
): { to: PostponeTo; date: CalendarDate }[] {
  const [tomorrow, monday] = (['tomorrow', 'nextMonday'] as const).map((to) => ({
    to,
    date: dateOfShortcut(to, today),
  })) as [{ to: PostponeTo; date: CalendarDate }, { to: PostponeTo; date: CalendarDate }]
  const each = monday.date === tomorrow.date ? [tomorrow] : [tomorrow, monday]
  return each.filter(({ date }) => date > dueOn)
}

/** What is wrong with a new date: that it has passed on the coach's clock (product §15). */
export function dateErrors(date: CalendarDate | undefined, today: CalendarDate): Record<string, string> {
  return date !== undefined && date < today ? { date: 'date_past' } : {}
}

/** What is wrong with the time one is postponed to: that it has passed, or is not later than its own. */
export function postponeErrors(
  memorandum: DueTime,
  to: DueTime,
  today: CalendarDate,
): Record<string, string> {
  const past = dateErrors(to.dueOn, today)
  if (past.date !== undefined) return past
  const isLater =
    to.dueOn > memorandum.dueOn || (to.dueOn === memorandum.dueOn && to.dueTime > memorandum.dueTime)
  return isLater ? {} : { date: 'postpone_later' }
}

/** One postponed to a later time; its rule goes on from where it was. */
export function postponed<M extends Memorandum>(memorandum: M, to: DueTime): M {
  const { dueOn, dueTime, remindedAt } = memorandum
  return { ...withTime(memorandum, to), status: 'postponed', postponedFrom: { dueOn, dueTime, remindedAt } }
}

/** A postponed one back at its former time; it is notified again only if it was not. */
export function takenBack<M extends Memorandum>(memorandum: M): M {
  const { postponedFrom } = memorandum
  if (!postponedFrom) return memorandum
  const { dueOn, dueTime, remindedAt } = postponedFrom
  const moved = withTime(memorandum, { dueOn, dueTime })
  return { ...moved, status: 'pending', postponedFrom: null, remindedAt }
}

/** Done or cancelled at an instant. Where it was postponed from no longer matters. */
export function closed<M extends Memorandum>(memorandum: M, to: 'done' | 'cancelled', now: EpochMs): M {
  return { ...memorandum, status: to, doneAt: to === 'done' ? now : null, postponedFrom: null }
}

/** Open again at the time it has. */
export function reopened<M extends Memorandum>(memorandum: M): M {
  return { ...memorandum, status: 'pending', doneAt: null }
}

/** The part of the list (product §15) on a date: weeks end on Saturday, as displayed (product §8). */
export function groupOf(
  { status, dueOn }: Pick<Memorandum, 'status' | 'dueOn'>,
  today: CalendarDate,
): MemorandumGroup {
  if (!isOpen({ status })) return 'done'
  if (dueOn < today) return 'overdue'
  if (dueOn === today) return 'today'
  return dueOn <= weekEnd(today) ? 'week' : 'later'
}

/** The last date of "Esta semana". */
export function weekEnd(today: CalendarDate): CalendarDate {
  return addDays(screenWeekStart(today), 6)
}

/** What a coach may do with one now. `canReopen` is false once the occurrence it brought was changed. */
export function memorandumActions(status: MemorandumStatus, canReopen: boolean): MemorandumAction[] {
  if (isOpen({ status })) return ['edit', 'done', 'postpone', 'cancel', 'delete']
  return canReopen ? ['reopen', 'delete'] : ['delete']
}

/** Whether the occurrence that one brought can go again: nobody changed it. */
export function isUntouched(next: { status: MemorandumStatus; edits: number } | undefined): boolean {
  return next === undefined || (next.status === 'pending' && next.edits === 0)
}

/** What a memorandum is about, with the state of a client's process or a group. */
export type Target =
  | { type: 'client'; status: ClientStatus }
  | { type: 'group'; status: GroupStatus }
  | { type: 'session' }

/**
 * Whether new memorandums may be about it. Somebody whose process ended is still asked how they are, unless they were
 * archived; a group that is finished is over.
 */
export function takesMemorandums(target: Target): boolean {
  if (target.type === 'client') return target.status !== 'archived'
  return target.type === 'session' || (target.status !== 'finished' && target.status !== 'archived')
}

/** The coach's date at an instant. */
export function todayOf(now: EpochMs, timezone: string): CalendarDate {
  return dateOf(now, timezone)
}
