import { DAY_MS, MINUTE_MS } from '../clock.ts'
import { mergeStretches } from './open-hours.ts'
import type { Busy, SlotRules } from './slot-rules.ts'
import type { Stretch, ZoneRules } from '../zone-rules.ts'

/** The intervals in [from, to) in which no start is offered, merged and ascending. */
export function refusedStarts(input: SlotRules, rules: ZoneRules, from: number, to: number): Stretch[] {
  const refused: Stretch[] = []
  for (const busy of input.busy) {
    const stretch = refusedBy(input, busy)
    if (stretch.start < to && from < stretch.end) refused.push(stretch)
  }
  for (const full of fullPeriods(input, rules, 1, input.maxPerDay, from, to)) refused.push(full)
  for (const full of fullPeriods(input, rules, 7, input.maxPerWeek, from, to)) refused.push(full)
  return mergeStretches(refused)
}

/** The starts whose session, with buffers, would overlap a busy interval with its buffers; may be empty. */
export function refusedBy(input: SlotRules, busy: Busy): Stretch {
  const start = busy.start - (busy.beforeMin ?? 0) * MINUTE_MS
  const end = busy.end + (busy.afterMin ?? 0) * MINUTE_MS
  if (busy.blocks === false || end <= start) return { start: 0, end: 0 }
  return {
    start: start - (input.durationMin + input.bufferAfterMin) * MINUTE_MS + 1,
    end: end + input.bufferBeforeMin * MINUTE_MS,
  }
}

/**
 * The dates (length 1) or ISO weeks (length 7) that already have as many counted starts as the limit, as intervals in
 * [from, to).
 */
export function fullPeriods(
  input: SlotRules,
  rules: ZoneRules,
  length: 1 | 7,
  limit: number | null,
  from: number,
  to: number,
): Stretch[] {
  if (limit === null) return []
  if (limit === 0) return [{ start: from, end: to }]
  // Day 0 was a Thursday: weeks begin three days before it.
  const shift = length === 7 ? 3 : 0
  const counted = new Map<number, number>()
  for (const busy of input.busy) {
    if (busy.counts === false) continue
    const period = Math.floor((localDay(rules, busy.start) + shift) / length)
    counted.set(period, (counted.get(period) ?? 0) + 1)
  }
  const full: Stretch[] = []
  for (const [period, count] of counted) {
    if (count < limit) continue
    const firstDay = period * length - shift
    for (const stretch of rules.instantsOf(firstDay * DAY_MS, (firstDay + length) * DAY_MS)) {
      if (stretch.start < to && from < stretch.end) full.push(stretch)
    }
  }
  return full
}

/** The day number of the local date at an instant. */
export function localDay(rules: ZoneRules, ms: number): number {
  return Math.floor((ms + rules.offsetAt(ms)) / DAY_MS)
}
