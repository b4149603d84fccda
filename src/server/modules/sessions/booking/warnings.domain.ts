import type { HolidayKey } from '#contract/calendar/calendar.ts'
import type { TimeWarning } from '#contract/sessions/session-series.ts'
import { dateOf, endOfDay, startOfDay } from '#time/calendar-date.ts'
import { type EpochMs, MINUTE_MS, epochMs } from '#time/clock.ts'
import { type Reason, type SlotRules, freeSlots, whyNot } from '#time/slots/slots.ts'
import { type Interval, overlap } from '#time/interval.ts'
import type { Calendar } from '#server/modules/calendars/calendars.domain.ts'
import {
  type Taken,
  type TakenTime,
  closingHoliday,
  overlapped,
  slotRules,
} from '#server/modules/calendars/taken/taken-time.domain.ts'

/** A warning about a time; `inTheWay` is the conflict that overlaps it or is too near. */
export type Warning = { code: TimeWarning['code']; inTheWay: TakenTime | null; holiday: HolidayKey | null }

/** Most alternative starts for one that overlaps. */
const MOST_ALTERNATIVES = 5

/**
 * All warnings about a time, worst first (product §9, screens): by the slot rules, checked one at a time. Rules that
 * only apply to clients (notice, horizon, the grid) give no warning.
 */
export function warningsOf(calendar: Calendar, taken: Taken, interval: Interval): Warning[] {
  const { startsAt, endsAt } = interval
  const rules = untimed(calendar, taken, startsAt, startsAt, endsAt)
  const inTheWay = overlapped(taken, interval)
  const meets = (kind: TakenTime['kind']) =>
    taken.times.find((time) => time.kind === kind && overlap(time, interval))
  const blocked = meets('block')
  const external = meets('external')
  const near = whyNot({ ...rules, ...ALWAYS_OPEN, busy: besides(rules, startsAt, endsAt) }, startsAt)
  const hours = whyNot({ ...rules, busy: [] }, startsAt)
  const full = whyNot({ ...rules, ...ALWAYS_OPEN, busy: counting(rules) }, startsAt)
  return [
    ...warn(inTheWay && 'overlap', inTheWay),
    ...warn(blocked && 'blocked', blocked),
    ...warn(external && 'external', external),
    ...warn(near?.code === 'buffer' && 'buffer', timeOf(taken, rules, near)),
    ...(hours?.code === 'outsideHours' ? [closedOr(calendar, taken, startsAt)] : []),
    ...warn(full?.code === 'dayFull' && 'dayFull'),
    ...warn(full?.code === 'weekFull' && 'weekFull'),
  ]
}

/** Free starts of the same day in the coach's zone, nearest first, at most MOST_ALTERNATIVES; never in the past. */
export function alternativesTo(
  calendar: Calendar,
  taken: Taken,
  { startsAt, endsAt }: Interval,
  now: EpochMs,
): EpochMs[] {
  const date = dateOf(startsAt, calendar.timezone)
  const range = { from: startOfDay(date, calendar.timezone), to: endOfDay(date, calendar.timezone) }
  const rules = untimed(calendar, taken, epochMs(Math.max(now, range.from)), startsAt, endsAt)
  return freeSlots({ ...rules, range })
    .toSorted((a, b) => Math.abs(a - startsAt) - Math.abs(b - startsAt) || a - b)
    .slice(0, MOST_ALTERNATIVES)
}

/** Every minute of every day. */
const WHOLE_DAY = [{ start: '00:00', end: '24:00' }]
const ALWAYS_OPEN = {
  weekly: {
    1: WHOLE_DAY,
    2: WHOLE_DAY,
    3: WHOLE_DAY,
    4: WHOLE_DAY,
    5: WHOLE_DAY,
    6: WHOLE_DAY,
    7: WHOLE_DAY,
  },
  overrides: [],
  stepMin: 1,
} satisfies Partial<SlotRules>

/** The rules without the notice and the horizon, as of `from`; the length is rounded up to whole minutes. */
function untimed(
  calendar: Calendar,
  taken: Taken,
  from: EpochMs,
  startsAt: EpochMs,
  endsAt: EpochMs,
): SlotRules {
  const minutes = Math.ceil((endsAt - startsAt) / MINUTE_MS)
  return { ...slotRules(calendar, taken, from, minutes), minNoticeMin: 0, horizonDays: 2 }
}

/** Without what overlaps the time itself, so that only buffers can conflict. */
function besides(rules: SlotRules, startsAt: EpochMs, endsAt: EpochMs): SlotRules['busy'] {
  return rules.busy.filter(({ start, end }) => end <= startsAt || endsAt <= start)
}

/** The same without taking time, so that only the limits apply. */
function counting(rules: SlotRules): SlotRules['busy'] {
  return rules.busy.map((busy) => ({ ...busy, blocks: false }))
}

function timeOf(taken: Taken, rules: SlotRules, reason: Reason | null): TakenTime | undefined {
  return reason?.busy && taken.times[rules.busy.indexOf(reason.busy)]
}

function closedOr(calendar: Calendar, { overrides }: Taken, startsAt: EpochMs): Warning {
  const holiday = closingHoliday(calendar, overrides, dateOf(startsAt, calendar.timezone)) ?? null
  return { code: holiday === null ? 'outsideHours' : 'holiday', inTheWay: null, holiday }
}

function warn(code: Warning['code'] | false | undefined, inTheWay: TakenTime | null = null): Warning[] {
  return code ? [{ code, inTheWay, holiday: null }] : []
}
