import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MemorandumRecurrence, MemorandumStatus } from '#contract/memorandums/memorandums.ts'
import { propertyRuns } from '#test/support/effort/property-runs.ts'
import { addDays, calendarDate, dateOf, daysBetween, fromDayNumber, weekdayOf } from '#time/calendar-date.ts'
import { fromIso } from '#time/clock.ts'
import { wallClock } from '#time/zones.ts'
import {
  type Memorandum,
  closed,
  dateOfShortcut,
  dueAtOf,
  groupOf,
  inZone,
  isOpen,
  isUntouched,
  memorandumActions,
  nextDate,
  nextOccurrence,
  postponeErrors,
  postponed,
  remindAtOf,
  reopened,
  shortcutsOf,
  takenBack,
  takesMemorandums,
  withTime,
} from './memorandums.domain.ts'

const runs = { numRuns: propertyRuns(300) }
const zone = fc.constantFrom(
  'America/Mexico_City',
  'America/Tijuana',
  'Europe/Madrid',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kolkata',
  'Pacific/Apia',
)
// 2020 to 2043.
const date = fc.integer({ min: 18_300, max: 27_000 }).map(fromDayNumber)
const time = fc
  .integer({ min: 0, max: 24 * 4 - 1 })
  .map(
    (quarter) =>
      `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
  )
const repeating = fc.constantFrom(...MemorandumRecurrence.exclude(['none']).options)

const memorandum: fc.Arbitrary<Memorandum> = fc
  .record({
    dueOn: date,
    dueTime: time,
    timezone: zone,
    recurrence: fc.constantFrom(...MemorandumRecurrence.options),
    reminded: fc.boolean(),
  })
  .map(({ reminded, ...each }) => {
    const dueAt = dueAtOf(each, each.timezone)
    return {
      ...each,
      dueAt,
      priority: 'normal' as const,
      anchorOn: each.dueOn,
      status: 'pending' as const,
      postponedFrom: null,
      remindedAt: reminded ? dueAt : null,
      doneAt: null,
    }
  })

const on = (text: string) => calendarDate(text)
const datesAfter = (recurrence: MemorandumRecurrence, first: string, count: number) => {
  const dates: string[] = []
  for (let after = on(first); dates.length < count;) {
    after = nextDate(recurrence, on(first), after)!
    dates.push(after)
  }
  return dates
}

// @spec P.84
describe('the dates of a rule (product §15)', () => {
  test.each([
    ['daily', '2027-02-27', ['2027-02-28', '2027-03-01', '2027-03-02']],
    ['weekly', '2027-02-23', ['2027-03-02', '2027-03-09', '2027-03-16']],
    ['monthly', '2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30']],
    ['monthly', '2028-01-30', ['2028-02-29', '2028-03-30', '2028-04-30']],
    ['yearly', '2024-02-29', ['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
    ['yearly', '2027-12-31', ['2028-12-31', '2029-12-31']],
  ] as const)('%s from %s', (recurrence, first, expected) => {
    expect(datesAfter(recurrence, first, expected.length)).toEqual(expected)
  })

  test('come after any date, the first of them, and never drift from the day they began on', () => {
    fc.assert(
      fc.property(repeating, date, fc.integer({ min: 0, max: 3000 }), (recurrence, first, later) => {
        const after = addDays(first, later)
        const next = nextDate(recurrence, first, after)!
        expect(next > after).toBe(true)
        const most = { daily: 1, weekly: 7, monthly: 31, yearly: 366 }[recurrence]
        expect(daysBetween(after, next)).toBeLessThanOrEqual(most)
        if (recurrence === 'weekly') expect(weekdayOf(next)).toBe(weekdayOf(first))
        if (recurrence === 'monthly' || recurrence === 'yearly') {
          const day = Number(first.slice(8))
          const isLastOfMonth = addDays(next, 1).endsWith('-01')
          expect(Number(next.slice(8)) === day || (isLastOfMonth && Number(next.slice(8)) < day)).toBe(true)
        }
      }),
      runs,
    )
  })

  test('are the same whether they are asked for one by one or from far away', () => {
    fc.assert(
      fc.property(repeating, date, fc.integer({ min: 1, max: 30 }), (recurrence, first, count) => {
        const one = datesAfter(recurrence, first, count)
        expect(nextDate(recurrence, first, addDays(on(one.at(-1)!), -1))).toBe(one.at(-1))
      }),
      runs,
    )
  })

  test('end with the supported years, and one that does not repeat has none', () => {
    expect(nextDate('yearly', on('2199-05-01'), on('2199-05-01'))).toBeUndefined()
    expect(nextDate('none', on('2027-05-01'), on('2027-05-01'))).toBeUndefined()
  })

  test('one that waited comes once, after today, and one that is done early skips nothing', () => {
    const weekly = { recurrence: 'weekly' as const, anchorOn: on('2027-02-01'), dueOn: on('2027-02-01') }
    expect(nextOccurrence(weekly, on('2027-03-03'))).toBe('2027-03-08')
    expect(nextOccurrence({ ...weekly, dueOn: on('2027-02-08') }, on('2027-02-04'))).toBe('2027-02-15')
  })
})

describe('wall time', () => {
  test('stays what it is in every zone, across every change of offset', () => {
    fc.assert(
      fc.property(memorandum, zone, repeating, (one, other, recurrence) => {
        const next = nextDate(recurrence, one.dueOn, one.dueOn)!
        for (const each of [one, inZone(one, other), withTime(one, { dueOn: next, dueTime: one.dueTime })]) {
          const { hour, minute } = wallClock(each.dueAt, each.timezone)
          const shown = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
          // Only a time that a change of offset skips is another one (RFC 5545 §3.3.5).
          const isThere = shown === each.dueTime && dateOf(each.dueAt, each.timezone) === each.dueOn
          expect(isThere || each.dueAt > dueAtOf({ ...each, dueTime: '00:00' }, each.timezone) - 1).toBe(true)
          if (each.timezone === 'America/Mexico_City' || each.timezone === 'Asia/Kolkata') {
            if (each.dueOn > '2023-01-01') expect(isThere).toBe(true)
          }
        }
        expect(inZone(one, other)).toMatchObject({ dueOn: one.dueOn, dueTime: one.dueTime })
      }),
      runs,
    )
  })

  test('8:00 in Madrid is 7:00 UTC in winter and 6:00 in summer', () => {
    const at = (dueOn: string) => dueAtOf({ dueOn: on(dueOn), dueTime: '08:00' }, 'Europe/Madrid')
    expect(at('2027-03-27')).toBe(fromIso('2027-03-27T07:00:00.000Z'))
    expect(at('2027-03-28')).toBe(fromIso('2027-03-28T06:00:00.000Z'))
  })
})

// @spec P.85
describe('the notification', () => {
  test('is due once: at its time while it is open and was not sent, and again only for a new time', () => {
    fc.assert(
      fc.property(memorandum, time, (one, later) => {
        expect(remindAtOf(one)).toBe(one.remindedAt === null ? one.dueAt : null)
        expect(remindAtOf(closed(one, 'done', one.dueAt))).toBeNull()
        expect(remindAtOf(closed(one, 'cancelled', one.dueAt))).toBeNull()
        const moved = withTime(one, { dueOn: one.dueOn, dueTime: later })
        expect(remindAtOf(moved)).toBe(later === one.dueTime ? remindAtOf(one) : moved.dueAt)
        const sent = { ...one, remindedAt: one.dueAt }
        for (const each of [inZone(sent, 'Asia/Kolkata'), reopened(closed(sent, 'done', one.dueAt))]) {
          expect(remindAtOf(each)).toBeNull()
        }
      }),
      runs,
    )
  })
})

describe('postponing', () => {
  const today = on('2027-02-02')

  test.each([
    ['2027-02-02', '2027-02-08'],
    ['2027-02-07', '2027-02-08'],
    ['2027-02-08', '2027-02-15'],
  ])('on %s next Monday is %s', (day, monday) => {
    expect(dateOfShortcut('nextMonday', on(day))).toBe(monday)
    expect(dateOfShortcut('tomorrow', on(day))).toBe(addDays(on(day), 1))
  })

  test('the shortcuts offered are those the server takes, each date once', () => {
    fc.assert(
      fc.property(memorandum, date, (one, day) => {
        const offered = shortcutsOf(one, day)
        expect(new Set(offered.map((each) => each.date)).size).toBe(offered.length)
        for (const each of offered) {
          expect(postponeErrors(one, { ...one, dueOn: each.date }, day)).toEqual({})
        }
        if (one.dueOn <= day) expect(offered[0]?.to).toBe('tomorrow')
      }),
      runs,
    )
  })

  test('only leads to a later time that has not passed', () => {
    const one = { dueOn: on('2027-02-04'), dueTime: '10:00' }
    const errors = (dueOn: string, dueTime = '10:00') =>
      postponeErrors(one, { dueOn: on(dueOn), dueTime }, today)
    expect(errors('2027-02-01')).toEqual({ date: 'date_past' })
    expect(errors('2027-02-03')).toEqual({ date: 'postpone_later' })
    expect(errors('2027-02-04')).toEqual({ date: 'postpone_later' })
    expect(errors('2027-02-04', '10:15')).toEqual({})
  })

  test('taken back is as before, its notification included', () => {
    fc.assert(
      fc.property(memorandum, date, time, (one, dueOn, dueTime) => {
        const moved = postponed(one, { dueOn, dueTime })
        expect(moved.anchorOn).toBe(one.anchorOn)
        expect(takenBack(moved)).toEqual(one)
        expect(takenBack(one)).toBe(one)
      }),
      runs,
    )
  })
})

describe('the list', () => {
  // Wednesday; the week ends on Saturday the 6th.
  const today = on('2027-02-03')

  test.each([
    ['2027-02-02', 'overdue'],
    ['2027-02-03', 'today'],
    ['2027-02-04', 'week'],
    ['2027-02-06', 'week'],
    ['2027-02-07', 'later'],
  ] as const)('one of %s is under %s', (dueOn, group) => {
    expect(groupOf({ status: 'pending', dueOn: on(dueOn) }, today)).toBe(group)
    expect(groupOf({ status: 'postponed', dueOn: on(dueOn) }, today)).toBe(group)
    expect(groupOf({ status: 'done', dueOn: on(dueOn) }, today)).toBe('done')
    expect(groupOf({ status: 'cancelled', dueOn: on(dueOn) }, today)).toBe('done')
  })
})

test('what may be done follows from the status, and from the occurrence that it brought', () => {
  for (const status of MemorandumStatus.options) {
    const actions = memorandumActions(status, true)
    expect(actions.includes('reopen')).toBe(!isOpen({ status }))
    expect(actions.includes('postpone')).toBe(isOpen({ status }))
    expect(actions.includes('delete')).toBe(true)
    expect(memorandumActions(status, false)).not.toContain('reopen')
  }
  expect(isUntouched(undefined)).toBe(true)
  expect(isUntouched({ status: 'pending', edits: 0 })).toBe(true)
  expect(isUntouched({ status: 'pending', edits: 1 })).toBe(false)
  expect(isUntouched({ status: 'done', edits: 1 })).toBe(false)
})

test('archived people and groups that are over take no new ones', () => {
  expect(takesMemorandums({ type: 'session' })).toBe(true)
  expect(takesMemorandums({ type: 'client', status: 'finished' })).toBe(true)
  expect(takesMemorandums({ type: 'client', status: 'archived' })).toBe(false)
  expect(takesMemorandums({ type: 'group', status: 'running' })).toBe(true)
  expect(takesMemorandums({ type: 'group', status: 'finished' })).toBe(false)
  expect(takesMemorandums({ type: 'group', status: 'archived' })).toBe(false)
})
