import { DAY_MS, MINUTE_MS, type EpochMs, epochMs } from '../clock.ts'
import { openHours, type OpenHours } from './open-hours.ts'
import { fullPeriods, localDay, refusedBy, refusedStarts } from './slot-refusals.ts'
import { checkRules, type Busy, type SlotInput, type SlotRules } from './slot-rules.ts'
import { zoneRules, type Stretch, type ZoneRules } from '../zone-rules.ts'

export type { WeeklyHours, Window } from './open-hours.ts'
export type { Busy, SlotInput, SlotRules } from './slot-rules.ts'

export type ReasonCode =
  | 'tooSoon'
  | 'tooFar'
  | 'outsideHours'
  | 'offGrid'
  | 'busy'
  | 'buffer'
  | 'dayFull'
  | 'weekFull'

/**
 * Why a start is not offered. `busy` is the entry in conflict: for the code `busy` the session itself would overlap it,
 * for `buffer` only the buffers would; `side` says on which side of that entry the start is.
 */
export type Reason = {
  readonly code: ReasonCode
  readonly busy?: Busy
  readonly side?: 'before' | 'after'
}

/**
 * The starts that can be booked in a range, ascending, without duplicates (product §8, "Slots").
 *
 * 1. Windows and overrides are wall times in the coach's zone. `24:00` is the next midnight; an end not after its start
 *    is on the next day (equal ones make a whole day). An override replaces all windows that start on its date; an
 *    empty one closes the date: what began the day before ends at its midnight.
 * 2. Wall time → instant by RFC 5545 §3.3.5: in a gap the offset before it applies, of two occurrences the first is
 *    meant. A window whose length becomes zero is dropped.
 * 3. The windows of one date that touch or overlap (as instants) are merged. Starts are anchored at the beginning of a
 *    merged window and repeat every `stepMin` of elapsed time up to its end; bookings, now and the range never shift
 *    that grid.
 * 4. A start is offered if and only if the whole session is inside the union of all windows; it is not earlier than now
 *    + notice and not later than now + horizonDays × 24 h; its date and its week (Monday to Sunday, coach's zone) have
 *    fewer counted starts than the limits; and the session widened by its buffers overlaps no busy interval widened by
 *    its own. Intervals are half-open: touching is allowed.
 * 5. A start that two windows offer appears once. Blocks never count towards limits (`counts: false`).
 *
 * Times are epoch milliseconds, so neither the viewer's zone nor the process's zone matters.
 * @throws RangeError for unknown zones, windows that are not wall times, dates that do not exist, and lengths, steps
 * and limits that are not whole numbers in their natural range.
 */
export function freeSlots(input: SlotInput): EpochMs[] {
  checkRules(input)
  const { from: earliest, to: latest } = bookable(input)
  const from = Math.max(input.range.from, earliest)
  const to = Math.min(input.range.to, latest + 1)
  if (!(from < to)) return []

  const rules = zoneRules(input.zone)
  const duration = input.durationMin * MINUTE_MS
  const step = input.stepMin * MINUTE_MS
  const { windows, union } = hoursAround(input, rules, from, to + duration)
  const refused = refusedStarts(input, rules, from, to)

  const starts: number[] = []
  let inOrder = true
  let open = 0
  let next = 0
  for (const window of windows) {
    while (union[open]!.end < window.end) open++
    const end = Math.min(window.end, to, union[open]!.end - duration + 1)
    let start = firstOnGrid(window.start, from, step)
    if (start >= end) continue
    // Windows of two dates can overlap; then the walk along the refused starts begins again.
    if (starts.length > 0 && start <= starts.at(-1)!) inOrder = false
    if (next > 0 && refused[next - 1]!.end > start) next = 0
    while (start < end) {
      while (next < refused.length && refused[next]!.end <= start) next++
      const hole = next < refused.length ? refused[next]! : undefined
      const freeUntil = hole ? Math.min(end, hole.start) : end
      for (; start < freeUntil; start += step) starts.push(start)
      if (hole && start < hole.end) start = firstOnGrid(window.start, hole.end, step)
    }
  }
  return (inOrder ? starts : ascendingOnce(starts)) as EpochMs[]
}

/** Whether `freeSlots` offers exactly this start, for any range. Booking checks this again under lock. */
export function isOffered(rules: SlotRules, start: EpochMs): boolean {
  return freeSlots({ ...rules, range: { from: start, to: epochMs(start + 1) } }).length > 0
}

/** Why a start is not offered, or null if it is. Of several reasons, the first in ReasonCode's order. */
export function whyNot(input: SlotRules, start: EpochMs): Reason | null {
  checkRules(input)
  const { from, to } = bookable(input)
  if (start < from) return { code: 'tooSoon' }
  if (start > to) return { code: 'tooFar' }

  const rules = zoneRules(input.zone)
  const end = start + input.durationMin * MINUTE_MS
  const { windows, union } = hoursAround(input, rules, start, end)
  if (!union.some((open) => open.start <= start && end <= open.end)) return { code: 'outsideHours' }
  const step = input.stepMin * MINUTE_MS
  const onGrid = windows.some((w) => w.start <= start && start < w.end && (start - w.start) % step === 0)
  if (!onGrid) return { code: 'offGrid' }

  const inTheWay = input.busy.filter((busy) => {
    const refused = refusedBy(input, busy)
    return refused.start <= start && start < refused.end
  })
  const overlapped = inTheWay.find((busy) => busy.start < end && start < busy.end)
  if (overlapped) return { code: 'busy', busy: overlapped }
  const [near] = inTheWay
  if (near) return { code: 'buffer', busy: near, side: start < near.start ? 'before' : 'after' }

  const isIn = (intervals: Stretch[]) => intervals.some((i) => i.start <= start && start < i.end)
  if (isIn(fullPeriods(input, rules, 1, input.maxPerDay, start, start + 1))) return { code: 'dayFull' }
  if (isIn(fullPeriods(input, rules, 7, input.maxPerWeek, start, start + 1))) return { code: 'weekFull' }
  return null
}

/** The earliest and latest start (both included) that notice and horizon allow. */
function bookable(input: SlotRules): { from: number; to: number } {
  return { from: input.now + input.minNoticeMin * MINUTE_MS, to: input.now + input.horizonDays * DAY_MS }
}

/** Hours of all dates whose windows can reach into [from, to]: overnight windows extend into the next date. */
function hoursAround(input: SlotRules, rules: ZoneRules, from: number, to: number): OpenHours {
  const firstDay = localDay(rules, from) - 2
  const lastDay = localDay(rules, to) + 1
  return openHours(rules, input.weekly, input.overrides, firstDay, lastDay)
}

/** The first point of a grid that is not before `from`. */
function firstOnGrid(anchor: number, from: number, step: number): number {
  return from <= anchor ? anchor : anchor + Math.ceil((from - anchor) / step) * step
}

function ascendingOnce(values: number[]): number[] {
  const sorted = values.sort((a, b) => a - b)
  return sorted.filter((value, i) => value !== sorted[i - 1])
}
