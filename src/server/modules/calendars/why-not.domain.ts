import type { HolidayKey, WhyNotCode } from '#contract/calendar/calendar.ts'
import { type CalendarDate, dateOf } from '#time/calendar-date.ts'
import { MINUTE_MS, epochMs, type EpochMs } from '#time/clock.ts'
import { type SlotRules, whyNot } from '#time/slots/slots.ts'
import type { Calendar } from './calendars.domain.ts'
import { type Taken, type TakenTime, closingHoliday, isClosed, slotRules } from './taken/taken-time.domain.ts'

/** Why a start is not offered, with the conflict, its side, and the holiday. */
export type Explanation = {
  code: WhyNotCode
  inTheWay: TakenTime | null
  side: 'before' | 'after' | null
  holiday: HolidayKey | null
}

/**
 * Why a start at `now` for a session of `durationMin` is not offered; null if it is (product §8, "Why not"). The reason
 * "outside the hours" is split: the date is a holiday, the coach closed it, or it is another hour.
 */
export function explain(
  calendar: Calendar,
  taken: Taken,
  now: EpochMs,
  startsAt: EpochMs,
  durationMin: number,
): Explanation | null {
  const rules = slotRules(calendar, taken, now, durationMin)
  const reason = whyNot(rules, startsAt)
  if (!reason) return null
  const nothing = { inTheWay: null, side: null, holiday: null }
  if (reason.code === 'outsideHours') {
    const closed = closing(calendar, taken, rules, startsAt)
    return { ...nothing, ...(closed ?? { code: 'outsideHours' }) }
  }
  const inTheWay = reason.busy ? taken.times[rules.busy.indexOf(reason.busy)]! : null
  return { ...nothing, code: reason.code, inTheWay, side: reason.side ?? null }
}

/** The closed date that prevents a session: the date of its start, or the next one if it would reach into it. */
function closing(
  calendar: Calendar,
  { overrides }: Taken,
  rules: SlotRules,
  startsAt: EpochMs,
): Pick<Explanation, 'code' | 'holiday'> | undefined {
  const closedOn = (date: CalendarDate) => {
    const holiday = closingHoliday(calendar, overrides, date)
    if (holiday) return { code: 'holiday' as const, holiday }
    return isClosed(overrides, date) ? { code: 'closed' as const, holiday: null } : undefined
  }
  const first = closedOn(dateOf(startsAt, rules.zone))
  if (first) return first
  const last = dateOf(epochMs(startsAt + rules.durationMin * MINUTE_MS - 1), rules.zone)
  const opened = { ...rules, overrides: rules.overrides.filter(({ date }) => date !== last) }
  return whyNot(opened, startsAt)?.code === 'outsideHours' ? undefined : closedOn(last)
}
