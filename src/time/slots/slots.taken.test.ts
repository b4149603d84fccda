import { describe, expect, it } from 'vitest'
import { base, busy, everyDay, iso, on, override, walls } from '#test/support/calendar/slot-worlds.ts'
import { dateOf, startOfDay, type CalendarDate } from '../calendar-date.ts'
import { addMinutes, DAY_MS, fromIso as at, MINUTE_MS, type EpochMs } from '../clock.ts'
import { freeSlots, isOffered, whyNot, type Busy, type SlotRules } from './slots.ts'

// What removes starts: bookings, buffers, notice, horizon, limits. Rule numbers are those in freeSlots' comment.

const tijuana = 'America/Tijuana'

describe('busy time and buffers (rule 4, families 10, 11)', () => {
  const rules = { weekly: everyDay('09:00-14:00'), stepMin: 5 }
  const clock = (starts: EpochMs[]) => walls(starts, base.zone).map((text) => text.slice(6))
  const taken = (more: Partial<Busy> = {}) => [busy('2027-06-16T17:00Z', '2027-06-16T18:00Z', more)]

  it('touch but do not overlap', () => {
    const starts = clock(on({ ...rules, busy: taken() }, '2027-06-16'))
    expect(starts).toContain('10:00')
    expect(starts).not.toContain('10:05')
    expect(starts).not.toContain('11:55')
    expect(starts).toContain('12:00')
  })

  it('add the buffer of what comes before to the one of what comes after', () => {
    const buffers = { bufferBeforeMin: 10, bufferAfterMin: 20 }
    const starts = clock(
      on({ ...rules, ...buffers, busy: taken({ beforeMin: 5, afterMin: 15 }) }, '2027-06-16'),
    )
    expect(starts.slice(starts.indexOf('9:35') + 1)[0]).toBe('12:25')
    expect(starts).toContain('9:35')
    expect(starts).not.toContain('9:40')
  })

  it('keep buffers inside the opening hours optional: the first and the last session need none', () => {
    const starts = clock(on({ ...rules, bufferBeforeMin: 30, bufferAfterMin: 30 }, '2027-06-16'))
    expect(starts[0]).toBe('9:00')
    expect(starts.at(-1)).toBe('13:00')
  })

  it('affect the range from outside', () => {
    const range = { from: at('2027-06-16T15:00Z'), to: at('2027-06-16T15:31Z') }
    const first = (entries: Busy[]) => iso(freeSlots({ ...base, ...rules, busy: entries, range }))[0]
    expect(first([busy('2027-06-16T13:30Z', '2027-06-16T14:55Z', { afterMin: 15 })])).toBe('2027-06-16T15:10')
    expect(first([busy('2027-06-16T16:15Z', '2027-06-16T17:00Z', { beforeMin: 10 })])).toBe(
      '2027-06-16T15:00',
    )
    expect(first([busy('2027-06-16T16:05Z', '2027-06-16T17:00Z', { beforeMin: 10 })])).toBeUndefined()
  })

  it('take overlapping, unsorted and empty entries', () => {
    const entries = [
      busy('2027-06-16T18:00Z', '2027-06-16T19:00Z'),
      busy('2027-06-16T15:00Z', '2027-06-16T18:30Z'),
      busy('2027-06-16T16:00Z', '2027-06-16T16:30Z'),
      busy('2027-06-16T19:30Z', '2027-06-16T19:30Z'),
    ]
    expect(clock(on({ ...rules, busy: entries }, '2027-06-16'))[0]).toBe('13:00')
  })

  it('of a no-show is free again', () => {
    expect(clock(on({ ...rules, busy: taken({ blocks: false }) }, '2027-06-16'))).toContain('11:00')
  })
})

describe('notice and horizon (rules 4, 5)', () => {
  const weekly = everyDay('09:00-13:00')

  it('count from now, both ends included', () => {
    const rules = { weekly, now: at('2027-06-15T16:00Z'), minNoticeMin: 24 * 60, horizonDays: 2 }
    expect(iso(on(rules, '2027-06-14', '2027-06-30'))).toEqual([
      '2027-06-16T16:00',
      '2027-06-16T17:00',
      '2027-06-16T18:00',
      '2027-06-17T15:00',
      '2027-06-17T16:00',
    ])
    expect(iso(on({ ...rules, now: at('2027-06-15T16:00:00.001Z') }, '2027-06-16'))[0]).toBe(
      '2027-06-16T17:00',
    )
  })

  it('measure the horizon in days of 24 hours, also over a change', () => {
    const rules = {
      zone: tijuana,
      weekly: everyDay('00:00-24:00'),
      now: at('2027-03-13T20:00Z'),
      horizonDays: 1,
    }
    expect(iso(on(rules, '2027-03-13', '2027-03-15')).at(-1)).toBe('2027-03-14T20:00')
  })
})

describe('limits per day and week (rules 4, 5, family 20)', () => {
  const weekly = everyDay('00:00-24:00')

  it('close the 25 hours of the day of change, and not a minute more', () => {
    const rules = { zone: tijuana, weekly, maxPerDay: 2 }
    const first = busy('2027-11-07T07:00Z', '2027-11-07T07:30Z')
    const last = busy('2027-11-08T07:30Z', '2027-11-08T08:30Z')
    expect(on({ ...rules, busy: [first, last] }, '2027-11-07')).toEqual([])
    expect(on({ ...rules, busy: [first] }, '2027-11-07')).toHaveLength(24)
    const evening = busy('2027-11-07T06:30Z', '2027-11-07T06:45Z')
    expect(on({ ...rules, busy: [first, evening] }, '2027-11-07')).toHaveLength(24)
    expect(on({ ...rules, busy: [first, last] }, '2027-11-08')).toHaveLength(23)
    expect(on({ ...rules, busy: [first, last] }, '2027-11-06')).toHaveLength(24)
  })

  it('close the 23 hours of the other one', () => {
    const taken = [busy('2027-03-15T06:00Z', '2027-03-15T06:30Z')]
    expect(on({ zone: tijuana, weekly, maxPerDay: 1, busy: taken }, '2027-03-14')).toEqual([])
    expect(on({ zone: tijuana, weekly, maxPerDay: 1, busy: taken }, '2027-03-15')).toHaveLength(24)
  })

  it('count weeks from Monday to Sunday', () => {
    const rules = { weekly: everyDay('12:00-13:00'), maxPerWeek: 1 }
    const sunday = busy('2027-06-21T05:30Z', '2027-06-21T06:30Z')
    const dates = on({ ...rules, busy: [sunday] }, '2027-06-12', '2027-06-22').map((ms) =>
      dateOf(ms, base.zone),
    )
    expect(dates).toEqual(['2027-06-12', '2027-06-13', '2027-06-21', '2027-06-22'])
  })

  it('count by the date of the start, wherever the session ends', () => {
    const overMidnight = busy('2027-06-17T05:30Z', '2027-06-17T06:30Z')
    const rules = { weekly: everyDay('12:00-13:00'), maxPerDay: 1, busy: [overMidnight] }
    expect(walls(on(rules, '2027-06-16', '2027-06-17'), base.zone)).toEqual(['06-17 12:00'])
  })

  it('count no-shows but not blocks', () => {
    const start = '2027-06-16T15:00Z'
    const rules = { weekly: everyDay('12:00-13:00'), maxPerDay: 1 }
    expect(on({ ...rules, busy: [busy(start, start, { counts: false })] }, '2027-06-16')).toHaveLength(1)
    expect(on({ ...rules, busy: [busy(start, start)] }, '2027-06-16')).toHaveLength(0)
    expect(
      on({ ...rules, busy: [busy(start, '2027-06-16T16:00Z', { blocks: false })] }, '2027-06-16'),
    ).toHaveLength(0)
  })

  it('of zero offer nothing', () => {
    expect(on({ weekly, maxPerDay: 0 }, '2027-06-16')).toEqual([])
    expect(on({ weekly, maxPerWeek: 0 }, '2027-06-16')).toEqual([])
  })
})

describe('the reason why a start is not offered', () => {
  const taken = busy('2027-06-16T16:00Z', '2027-06-16T17:00Z', { afterMin: 15 })
  const rules: SlotRules = {
    ...base,
    weekly: everyDay('09:00-14:00'),
    overrides: [override('2027-06-18')],
    busy: [
      taken,
      busy('2027-06-19T15:00Z', '2027-06-19T16:00Z'),
      busy('2027-06-20T15:00Z', '2027-06-20T16:00Z'),
      busy('2027-06-20T16:00Z', '2027-06-20T17:00Z'),
    ],
    now: at('2027-06-15T12:00Z'),
    stepMin: 30,
    bufferBeforeMin: 5,
    bufferAfterMin: 15,
    minNoticeMin: 24 * 60,
    horizonDays: 10,
    maxPerDay: 2,
    maxPerWeek: 4,
  }

  it.each([
    ['2027-06-15T16:00Z', { code: 'tooSoon' }],
    ['2027-06-26T16:00Z', { code: 'tooFar' }],
    ['2027-06-16T14:30Z', { code: 'outsideHours' }],
    ['2027-06-16T19:30Z', { code: 'outsideHours' }],
    ['2027-06-18T16:00Z', { code: 'outsideHours' }],
    ['2027-06-16T15:10Z', { code: 'offGrid' }],
    ['2027-06-16T15:00:00.001Z', { code: 'offGrid' }],
    ['2027-06-16T16:30Z', { code: 'busy', busy: taken }],
    ['2027-06-16T15:00Z', { code: 'buffer', busy: taken, side: 'before' }],
    ['2027-06-16T17:00Z', { code: 'buffer', busy: taken, side: 'after' }],
    ['2027-06-20T18:00Z', { code: 'dayFull' }],
    ['2027-06-17T16:00Z', { code: 'weekFull' }],
    ['2027-06-21T16:00Z', null],
  ])('at %s', (start, reason) => {
    expect(whyNot(rules, at(start))).toEqual(reason)
    expect(isOffered(rules, at(start))).toBe(reason === null)
  })

  it('is null at the exact ends of notice and horizon', () => {
    const ends = { ...rules, now: at('2027-06-15T15:00Z'), minNoticeMin: 7 * 24 * 60, horizonDays: 7 }
    expect(whyNot(ends, at('2027-06-22T15:00Z'))).toBeNull()
    expect(isOffered(ends, at('2027-06-22T15:00Z'))).toBe(true)
    expect(whyNot(ends, at('2027-06-22T15:30Z'))).toEqual({ code: 'tooFar' })
  })

  it('is given for each start of a day, and for no other minute', () => {
    const offered = new Set(on(rules, '2027-06-21'))
    const from = startOfDay('2027-06-21' as CalendarDate, base.zone)
    for (let minute = 0; minute < DAY_MS / MINUTE_MS; minute++) {
      const start = addMinutes(from, minute)
      expect(isOffered(rules, start)).toBe(offered.has(start))
    }
    expect(offered.size).toBe(9)
  })
})

describe('invalid input', () => {
  const range = { from: at('2027-06-16T00:00Z'), to: at('2027-06-17T00:00Z') }
  it.each([
    { durationMin: 0 },
    { durationMin: 1.5 },
    { durationMin: NaN },
    { stepMin: 0 },
    { stepMin: -30 },
    { bufferBeforeMin: -1 },
    { bufferAfterMin: Infinity },
    { minNoticeMin: -1 },
    { horizonDays: -1 },
    { maxPerDay: -1 },
    { maxPerWeek: 0.5 },
    { zone: 'America/Atlantis' },
    { weekly: everyDay('9:00-10:00') },
    { weekly: everyDay('24:00-02:00') },
    { weekly: everyDay('10:00-24:30') },
    { overrides: [override('2027-02-30', '09:00-10:00')] },
  ])('%j is refused', (wrong) => {
    expect(() => freeSlots({ ...base, ...wrong, range })).toThrow(RangeError)
    expect(() => whyNot({ ...base, ...wrong }, range.from)).toThrow(RangeError)
  })

  it('the unchanged rules are not', () => {
    expect(freeSlots({ ...base, range })).toEqual([])
  })
})
