import { describe, expect, test } from 'vitest'
import { SessionStatus } from '#contract/sessions/sessions.ts'
import type { DateOn, SessionId } from '#contract/values.ts'
import { type CalendarDate, endOfDay, startOfDay } from '#time/calendar-date.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import { freeSlots } from '#time/slots/slots.ts'
import { type Calendar, DEFAULT_SETTINGS } from '../calendars.domain.ts'
import {
  COUNTED_STATUSES,
  type Taken,
  type TakenTime,
  closingHoliday,
  holdsTime,
  overlapped,
  rangeThatMatters,
  slotRules,
  withoutSessions,
} from './taken-time.domain.ts'
import { explain } from '../why-not.domain.ts'

// Monday 1 February 2027, 9:00 in Mexico City: the first Monday, the day of the Constitution.
const NOW = fromIso('2027-02-01T15:00:00Z')
const calendar: Calendar = {
  ...DEFAULT_SETTINGS,
  timezone: 'America/Mexico_City',
  reviewedAt: null,
  offersNorte: false,
  updatedAt: epochMs(NOW - DAY_MS),
}

const FIRST = '01920000-0000-7000-8000-000000000001' as SessionId
const SECOND = '01920000-0000-7000-8000-000000000002' as SessionId

const time = (startsAt: string, endsAt: string, more: Partial<TakenTime> = {}): TakenTime => ({
  kind: 'session',
  sessionId: FIRST,
  title: 'Sesión 1 con Mariana',
  untitled: null,
  startsAt: fromIso(startsAt),
  endsAt: fromIso(endsAt),
  status: (more.kind ?? 'session') === 'session' ? 'confirmed' : null,
  ...more,
})
const taken = (...times: TakenTime[]): Taken => ({ overrides: [], times })
const other = (date: string, ...windows: { start: string; end: string }[]) => ({
  date: date as DateOn,
  windows,
})

/** Offered starts of a date in the coach's zone, as `HH:MM` in UTC. */
function startsOn(date: string, what: Taken, of: Calendar = calendar, minutes = 60): string[] {
  const range = {
    from: startOfDay(date as CalendarDate, of.timezone),
    to: endOfDay(date as CalendarDate, of.timezone),
  }
  return freeSlots({ ...slotRules(of, what, NOW, minutes), range }).map((start) => toIso(start).slice(11, 16))
}

test('requested, confirmed and completed sessions hold time and count; no-shows only count; the rest does neither', () => {
  expect(SessionStatus.options.filter(holdsTime)).toEqual(['requested', 'confirmed', 'completed'])
  expect(COUNTED_STATUSES).toEqual(['requested', 'confirmed', 'completed', 'noShowClient', 'noShowCoach'])
})

test('a session outside the relevant range changes no start, one inside can', () => {
  const day = { from: fromIso('2027-02-10T06:00:00Z'), to: fromIso('2027-02-11T06:00:00Z') }
  const { from, to } = rangeThatMatters(day.from, day.to)
  // One session a week and the widest buffers have the widest effect.
  const tight: Calendar = { ...calendar, bufferBeforeMin: 240, bufferAfterMin: 240, maxPerWeek: 1 }
  const slots = (start?: number) => {
    const times = start === undefined ? [] : [longest(start)]
    return freeSlots({ ...slotRules(tight, taken(...times), NOW, 60), range: day }).length
  }
  const longest = (start: number): TakenTime => ({
    ...time('2027-02-10T15:00:00Z', '2027-02-10T16:00:00Z'),
    startsAt: epochMs(start),
    endsAt: epochMs(start + 480 * MINUTE_MS),
  })
  let reachedIn = 0
  for (let start = from - 7 * DAY_MS; start < to + 7 * DAY_MS; start += 6 * HOUR_MS) {
    if (start < from || start >= to) expect(slots(start)).toBe(slots())
    else if (slots(start) !== slots()) reachedIn += 1
  }
  expect(reachedIn).toBeGreaterThan(0)
})

describe('what takes time', () => {
  const WEDNESDAY = '2027-02-10'
  const free = startsOn(WEDNESDAY, taken())
  const gone = (what: TakenTime) => free.filter((start) => !startsOn(WEDNESDAY, taken(what)).includes(start))

  test('includes a session with its buffers, and a held move likewise', () => {
    const buffered = ['16:00', '16:30', '17:00', '17:30', '18:00']
    expect(gone(time('2027-02-10T17:00:00Z', '2027-02-10T18:00:00Z'))).toEqual(buffered)
    expect(gone(time('2027-02-10T17:00:00Z', '2027-02-10T18:00:00Z', { kind: 'move' }))).toEqual(buffered)
  })

  test.each(['block', 'external'] as const)('includes %s time without buffers', (kind) => {
    // The session before it keeps the 15 minutes after itself; the one after it needs none.
    expect(gone(time('2027-02-10T17:00:00Z', '2027-02-10T18:00:00Z', { kind, sessionId: null }))).toEqual([
      '16:00',
      '16:30',
      '17:00',
      '17:30',
    ])
  })

  test.each([
    ['session', 0],
    ['move', 1],
    ['block', 1],
    ['external', 1],
  ] as const)('%s time towards a limit of one a day', (kind, left) => {
    const once: Calendar = { ...calendar, maxPerDay: 1 }
    const what = time('2027-02-10T23:00:00Z', '2027-02-11T00:00:00Z', { kind })
    expect(Math.min(startsOn(WEDNESDAY, taken(what), once).length, 1)).toBe(left)
  })

  test('does not conflict with itself when it moves', () => {
    const all = taken(
      time('2027-02-10T17:00:00Z', '2027-02-10T18:00:00Z'),
      time('2027-02-10T19:00:00Z', '2027-02-10T20:00:00Z', { kind: 'move' }),
      time('2027-02-10T22:00:00Z', '2027-02-10T23:00:00Z', { sessionId: SECOND }),
    )
    expect(withoutSessions(all, [FIRST]).times).toEqual([all.times[2]])
    expect(withoutSessions(all, [FIRST, SECOND])).toEqual(taken())
  })
})

describe('time that nobody can book over', () => {
  const at = (what: TakenTime) =>
    overlapped(taken(what), {
      startsAt: fromIso('2027-02-10T17:00:00Z'),
      endsAt: fromIso('2027-02-10T18:00:00Z'),
    })

  test('is a session that holds its time and a held move, half-open', () => {
    for (const kind of ['session', 'move'] as const) {
      const inside = time('2027-02-10T17:59:00Z', '2027-02-10T19:00:00Z', { kind })
      expect(at(inside)).toBe(inside)
      expect(at(time('2027-02-10T18:00:00Z', '2027-02-10T19:00:00Z', { kind }))).toBeUndefined()
      expect(at(time('2027-02-10T16:00:00Z', '2027-02-10T17:00:00Z', { kind }))).toBeUndefined()
    }
  })

  test.each([{ kind: 'block' }, { kind: 'external' }, { status: 'noShowClient' }] as const)(
    'is not %j',
    (more) => {
      expect(at(time('2027-02-10T17:00:00Z', '2027-02-10T18:00:00Z', more))).toBeUndefined()
    },
  )
})

describe('dates with overrides', () => {
  const MONDAY = '2027-03-15' // the third of March: Benito Juárez

  test('a holiday of the settings is closed, one that is not in the list is open', () => {
    const wide: Calendar = { ...calendar, horizonDays: 200 }
    expect(startsOn(MONDAY, taken(), wide)).toEqual([])
    expect(startsOn(MONDAY, taken(), { ...wide, holidays: [] })).not.toEqual([])
    // Good Friday is open by default.
    expect(startsOn('2027-03-26', taken(), wide)).not.toEqual([])
    expect(startsOn('2027-03-26', taken(), { ...wide, holidays: ['goodFriday'] })).toEqual([])
  })

  test('an override opens a holiday with its own hours, and replaces those of a plain date', () => {
    const overrides = [other(MONDAY, { start: '10:00', end: '11:00' }), other('2027-03-16')]
    expect(startsOn(MONDAY, { overrides, times: [] })).toEqual(['16:00'])
    expect(startsOn('2027-03-16', { overrides, times: [] })).toEqual([])
    expect(closingHoliday(calendar, overrides, MONDAY as CalendarDate)).toBeUndefined()
    expect(closingHoliday(calendar, [], MONDAY as CalendarDate)).toBe('juarez')
  })

  test('a holiday cuts the overnight window of the day before at midnight', () => {
    const nights: Calendar = {
      ...calendar,
      weekly: { ...calendar.weekly, 7: [{ start: '22:00', end: '02:00' }] },
    }
    expect(startsOn('2027-03-14', taken(), nights)).toEqual(['04:00', '04:30', '05:00'])
    expect(startsOn('2027-03-15', taken(), nights)).toEqual([])
  })
})

describe('the reason why a start is not offered', () => {
  const overrides = [other('2027-02-12'), other('2027-02-16', { start: '20:00', end: '21:00' })]
  const session = time('2027-02-10T17:00:00Z', '2027-02-10T18:00:00Z')
  const block = time('2027-02-11T17:00:00Z', '2027-02-11T18:00:00Z', { kind: 'block', title: 'Dentista' })
  const what: Taken = { overrides, times: [session, block] }
  const why = (startsAt: string, of: Calendar = calendar) => explain(of, what, NOW, fromIso(startsAt), 60)

  test.each([
    ['2027-02-02T14:30:00Z', 'tooSoon'],
    ['2027-05-01T15:00:00Z', 'tooFar'],
    ['2027-02-13T15:00:00Z', 'outsideHours'],
    ['2027-02-12T15:00:00Z', 'closed'],
    ['2027-02-16T15:00:00Z', 'outsideHours'],
    ['2027-02-10T15:10:00Z', 'offGrid'],
  ])('at %s: %s', (startsAt, code) => {
    expect(why(startsAt)).toEqual({ code, inTheWay: null, side: null, holiday: null })
  })

  test('names the holiday, the conflict, and the side of a buffer', () => {
    expect(why('2027-03-15T15:00:00Z')).toMatchObject({ code: 'holiday', holiday: 'juarez' })
    expect(why('2027-02-10T17:30:00Z')).toMatchObject({ code: 'busy', inTheWay: session, side: null })
    expect(why('2027-02-10T18:00:00Z')).toMatchObject({ code: 'buffer', inTheWay: session, side: 'after' })
    expect(why('2027-02-11T16:00:00Z')).toMatchObject({ code: 'buffer', inTheWay: block, side: 'before' })
    expect(why('2027-02-11T18:00:00Z')).toBeNull()
  })

  test('names the closed date that a session would reach into over midnight, and no other', () => {
    const nights: Calendar = { ...calendar, weekly: everyNight() }
    // From Thursday 11 into the closed 12th; from Sunday 14 March into the holiday; from a plain evening into it.
    expect(why('2027-02-12T05:30:00Z', nights)).toMatchObject({ code: 'closed' })
    expect(why('2027-03-15T05:30:00Z', nights)).toMatchObject({
      code: 'holiday',
      holiday: 'juarez',
    })
    expect(why('2027-02-12T05:30:00Z')).toMatchObject({ code: 'outsideHours' })
  })

  test('is null exactly where a start is offered', () => {
    const from = startOfDay('2027-02-08' as CalendarDate, calendar.timezone)
    const range = { from, to: epochMs(from + 10 * DAY_MS) }
    const offered = new Set<number>(freeSlots({ ...slotRules(calendar, what, NOW, 60), range }))
    for (let start: number = range.from; start < range.to; start += 15 * MINUTE_MS) {
      const none = explain(calendar, what, NOW, epochMs(start), 60) === null
      expect([toIso(epochMs(start)), none]).toEqual([toIso(epochMs(start)), offered.has(start)])
    }
    expect(offered.size).toBeGreaterThan(20)
  })

  function everyNight(): Calendar['weekly'] {
    const night = [{ start: '22:30', end: '02:00' }]
    return { 1: night, 2: night, 3: night, 4: night, 5: night, 6: night, 7: night }
  }
})
