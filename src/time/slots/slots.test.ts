import { describe, expect, it } from 'vitest'
import {
  base,
  busy,
  everyDay,
  iso,
  on,
  override,
  walls,
  windows,
} from '#test/support/calendar/slot-worlds.ts'
import { dateOf } from '../calendar-date.ts'
import { fromIso as at, toIso } from '../clock.ts'
import { freeSlots, isOffered, type SlotRules } from './slots.ts'
import { wallClock } from '../zones.ts'

// Family numbers refer to the list of cases that fail in other schedulers; rule numbers to freeSlots' comment.

const tijuana = 'America/Tijuana'

describe('weekly hours across the changes of a zone (families 1, 8, 17, 18)', () => {
  const hours = { zone: tijuana, weekly: everyDay('09:00-11:00') }

  it('keep their wall time when Tijuana springs forward on 14 March 2027', () => {
    expect(iso(on(hours, '2027-03-13', '2027-03-15'))).toEqual([
      '2027-03-13T17:00',
      '2027-03-13T18:00',
      '2027-03-14T16:00',
      '2027-03-14T17:00',
      '2027-03-15T16:00',
      '2027-03-15T17:00',
    ])
  })

  it('keep their wall time when Tijuana falls back on 7 November 2027', () => {
    expect(iso(on(hours, '2027-11-06', '2027-11-07'))).toEqual([
      '2027-11-06T16:00',
      '2027-11-06T17:00',
      '2027-11-07T17:00',
      '2027-11-07T18:00',
    ])
  })

  it('do not move in Mexico City, neither on the old days of change nor on those of the United States', () => {
    for (const date of ['2027-03-14', '2027-03-15', '2027-04-04', '2027-04-05', '2027-10-31', '2027-11-07']) {
      expect(iso(on({ weekly: everyDay('09:00-10:00') }, date))).toEqual([`${date}T15:00`])
    }
  })

  it('keep their wall time in Madrid on both changes', () => {
    const madrid = { zone: 'Europe/Madrid', weekly: everyDay('09:00-10:00') }
    expect(iso(on(madrid, '2027-03-27', '2027-03-28'))).toEqual(['2027-03-27T08:00', '2027-03-28T07:00'])
    expect(iso(on(madrid, '2027-10-30', '2027-10-31'))).toEqual(['2027-10-30T07:00', '2027-10-31T08:00'])
  })

  it('fall on the same weekday and time week after week', () => {
    const starts = on({ zone: tijuana, weekly: { 1: windows('09:00-10:00') } }, '2027-01-04', '2027-12-31')
    expect(starts).toHaveLength(52)
    for (const start of starts)
      expect(wallClock(start, tijuana)).toMatchObject({ weekday: 1, hour: 9, minute: 0 })
  })

  it('follow the coach into another zone, bookings stay where they are', () => {
    const taken = [busy('2027-05-03T15:00Z', '2027-05-03T16:00Z')]
    const weekly = everyDay('09:00-12:00')
    expect(iso(on({ weekly, busy: taken }, '2027-05-03'))).toEqual(['2027-05-03T16:00', '2027-05-03T17:00'])
    expect(iso(on({ weekly, busy: taken, zone: 'America/Cancun' }, '2027-05-03'))).toEqual([
      '2027-05-03T14:00',
      '2027-05-03T16:00',
    ])
  })
})

describe('windows over a change (rule 2, families 1, 20, 21)', () => {
  const inTijuana = (...texts: string[]) => ({ zone: tijuana, weekly: everyDay(...texts) })

  it('count elapsed time: two hours are left of 1:00–4:00 in March, four of 0:00–3:00 in November', () => {
    expect(iso(on(inTijuana('01:00-04:00'), '2027-03-14'))).toEqual(['2027-03-14T09:00', '2027-03-14T10:00'])
    expect(iso(on(inTijuana('00:00-03:00'), '2027-11-07'))).toEqual([
      '2027-11-07T07:00',
      '2027-11-07T08:00',
      '2027-11-07T09:00',
      '2027-11-07T10:00',
    ])
  })

  it('a whole day has 23, 24 or 25 starts', () => {
    for (const [date, count] of [
      ['2027-03-14', 23],
      ['2027-03-15', 24],
      ['2027-11-07', 25],
    ] as const) {
      expect(on(inTijuana('00:00-24:00'), date)).toHaveLength(count)
      expect(on(inTijuana('00:00-00:00'), date)).toHaveLength(count)
    }
  })

  it('wholly inside the gap lie after it, or vanish when nothing of them is left', () => {
    const short = { ...inTijuana('02:15-02:45'), durationMin: 30 }
    expect(iso(on(short, '2027-03-14'))).toEqual(['2027-03-14T10:15'])
    expect(on({ ...inTijuana('02:00-03:00'), durationMin: 1, stepMin: 1 }, '2027-03-14')).toEqual([])
    expect(on({ ...inTijuana('02:30-03:00'), durationMin: 1, stepMin: 1 }, '2027-03-14')).toEqual([])
    expect(on({ ...inTijuana('02:30-03:15'), durationMin: 1, stepMin: 1 }, '2027-03-14')).toEqual([])
  })

  it('that begins in the gap does not take later hours with it', () => {
    expect(iso(on(inTijuana('02:30-03:10', '03:00-05:00'), '2027-03-14'))).toEqual([
      '2027-03-14T10:00',
      '2027-03-14T11:00',
    ])
  })

  it('in the repeated hour mean its first occurrence', () => {
    expect(iso(on({ ...inTijuana('01:00-01:30'), durationMin: 30 }, '2027-11-07'))).toEqual([
      '2027-11-07T08:00',
    ])
  })

  it('move by half an hour on Lord Howe', () => {
    const lordHowe = {
      zone: 'Australia/Lord_Howe',
      weekly: everyDay('01:00-03:00'),
      durationMin: 30,
      stepMin: 30,
    }
    expect(iso(on(lordHowe, '2027-04-04'))).toEqual([
      '2027-04-03T14:00',
      '2027-04-03T14:30',
      '2027-04-03T15:00',
      '2027-04-03T15:30',
      '2027-04-03T16:00',
    ])
    expect(iso(on(lordHowe, '2027-10-03'))).toEqual([
      '2027-10-02T14:30',
      '2027-10-02T15:00',
      '2027-10-02T15:30',
    ])
  })

  it('begin and end at midnights that do not exist or come twice', () => {
    const santiago = (...texts: string[]) => ({ zone: 'America/Santiago', weekly: everyDay(...texts) })
    expect(iso(on(santiago('00:00-02:00'), '2027-09-05'))).toEqual(['2027-09-05T04:00'])
    expect(iso(on(santiago('22:00-24:00'), '2027-09-04'))).toEqual(['2027-09-05T02:00', '2027-09-05T03:00'])
    expect(iso(on(santiago('22:00-24:00'), '2027-04-03'))).toEqual([
      '2027-04-04T01:00',
      '2027-04-04T02:00',
      '2027-04-04T03:00',
    ])
    const cairo = { zone: 'Africa/Cairo', weekly: { 4: windows('23:00-02:00') } }
    expect(iso(on(cairo, '2027-04-29', '2027-04-30'))).toEqual(['2027-04-29T21:00', '2027-04-29T22:00'])
    const saoPaulo = {
      zone: 'America/Sao_Paulo',
      weekly: everyDay('00:00-02:00'),
      now: at('2018-11-01T00:00Z'),
    }
    expect(iso(on(saoPaulo, '2018-11-03', '2018-11-04'))).toEqual([
      '2018-11-03T03:00',
      '2018-11-03T04:00',
      '2018-11-04T03:00',
    ])
  })

  it('do not exist on a date that the zone leaves out', () => {
    const apia = { zone: 'Pacific/Apia', weekly: everyDay('09:00-10:00'), now: at('2011-12-01T00:00Z') }
    const starts = on(apia, '2011-12-28', '2012-01-01')
    expect(new Set(starts).size).toBe(starts.length)
    expect(walls(starts, 'Pacific/Apia')).toEqual(['12-28 9:00', '12-29 9:00', '12-31 9:00', '01-01 9:00'])
  })
})

describe('the grid (rule 3, family 16)', () => {
  it.each([
    ['Asia/Kolkata', '03:30', '04:30'],
    ['Asia/Kathmandu', '03:15', '04:15'],
    ['Australia/Eucla', '00:15', '01:15'],
    ['Pacific/Chatham', '20:15', '21:15'],
  ])('starts on the wall in %s', (zone, first, second) => {
    const starts = on({ zone, weekly: everyDay('09:00-11:00') }, '2027-06-16')
    expect(starts.map((ms) => toIso(ms).slice(11, 16))).toEqual([first, second])
  })

  it('is anchored at each window, merged where they touch or overlap', () => {
    const starts = (...texts: string[]) =>
      walls(on({ weekly: everyDay(...texts), stepMin: 45 }, '2027-06-16'), base.zone).map((text) =>
        text.slice(6),
      )
    expect(starts('09:00-11:00', '12:10-14:00')).toEqual(['9:00', '9:45', '12:10', '12:55'])
    expect(starts('09:00-10:00', '10:00-12:00')).toEqual(['9:00', '9:45', '10:30'])
    expect(starts('10:00-12:00', '09:00-10:30')).toEqual(['9:00', '9:45', '10:30'])
    expect(starts('09:00-12:00', '10:00-11:00')).toEqual(['9:00', '9:45', '10:30'])
  })

  it('does not slide behind a booking, the notice or the range', () => {
    const rules = { weekly: everyDay('09:00-13:00'), stepMin: 30 }
    const taken = [busy('2027-06-16T15:00Z', '2027-06-16T15:50Z')]
    expect(iso(on({ ...rules, busy: taken }, '2027-06-16'))[0]).toBe('2027-06-16T16:00')
    expect(iso(on({ ...rules, now: at('2027-06-16T15:01Z') }, '2027-06-16'))[0]).toBe('2027-06-16T15:30')
    const range = { from: at('2027-06-16T15:10Z'), to: at('2027-06-16T16:10Z') }
    expect(iso(freeSlots({ ...base, ...rules, range }))).toEqual(['2027-06-16T15:30', '2027-06-16T16:00'])
  })
})

describe('the end of a window (family 4)', () => {
  it('offers no session that would be cut short', () => {
    const rules = { weekly: everyDay('09:00-10:45'), stepMin: 30 }
    expect(walls(on(rules, '2027-06-16'), base.zone)).toEqual(['06-16 9:00', '06-16 9:30'])
    expect(on({ weekly: everyDay('09:00-09:59') }, '2027-06-16')).toEqual([])
  })

  it('at midnight can be booked when shown', () => {
    const rules = { ...base, weekly: everyDay('22:30-24:00'), stepMin: 30 }
    const starts = on(rules, '2027-06-16')
    expect(walls(starts, base.zone)).toEqual(['06-16 22:30', '06-16 23:00'])
    for (const start of starts) expect(isOffered(rules, start)).toBe(true)
  })

  it('at midnight continues into hours that begin there', () => {
    const rules = { weekly: everyDay('00:00-01:00', '22:30-24:00'), durationMin: 90 }
    expect(walls(on(rules, '2027-06-16'), base.zone)).toEqual(['06-16 22:30', '06-16 23:30'])
  })
})

describe('overnight windows (rule 1, family 3)', () => {
  const weekly = { 1: windows('22:00-02:00') }
  const monday = '2027-06-14'
  const tuesday = '2027-06-15'
  const starts = (rules: Partial<SlotRules>) => walls(on({ weekly, ...rules }, monday, tuesday), base.zone)

  it('go on after midnight', () => {
    expect(starts({})).toEqual(['06-14 22:00', '06-14 23:00', '06-15 0:00', '06-15 1:00'])
    expect(walls(on({ weekly }, tuesday), base.zone)).toEqual(['06-15 0:00', '06-15 1:00'])
    expect(starts({ durationMin: 90 })).toEqual(['06-14 22:00', '06-14 23:00', '06-15 0:00'])
  })

  it('end at midnight when the next date is closed, also for a session over midnight', () => {
    expect(starts({ overrides: [override(tuesday)] })).toEqual(['06-14 22:00', '06-14 23:00'])
    expect(starts({ overrides: [override(tuesday)], durationMin: 90 })).toEqual(['06-14 22:00'])
  })

  it('go on when the next date has other hours', () => {
    expect(starts({ overrides: [override(tuesday, '10:00-11:00')] })).toEqual([
      '06-14 22:00',
      '06-14 23:00',
      '06-15 0:00',
      '06-15 1:00',
      '06-15 10:00',
    ])
  })

  it('are gone as a whole when their own date is closed or has other hours', () => {
    expect(starts({ overrides: [override(monday)] })).toEqual([])
    expect(starts({ overrides: [override(monday, '08:00-09:00')] })).toEqual(['06-14 8:00'])
  })

  it('can be opened by an override', () => {
    expect(starts({ weekly: {}, overrides: [override(monday, '23:00-01:00')] })).toEqual([
      '06-14 23:00',
      '06-15 0:00',
    ])
  })

  it('hold sessions across midnight, while the next date has its own grid', () => {
    const both = { 1: windows('22:00-02:00'), 2: windows('02:00-04:00') }
    expect(starts({ weekly: both, durationMin: 90 })).toEqual([
      '06-14 22:00',
      '06-14 23:00',
      '06-15 0:00',
      '06-15 1:00',
      '06-15 2:00',
    ])
  })

  it('return a start once if the next date overlaps them, in order even if the grids differ', () => {
    const same = { 1: windows('22:00-03:00'), 2: windows('01:00-03:00') }
    expect(starts({ weekly: same })).toEqual([
      '06-14 22:00',
      '06-14 23:00',
      '06-15 0:00',
      '06-15 1:00',
      '06-15 2:00',
    ])
    const other = { 1: windows('22:00-03:00'), 2: windows('00:30-03:00') }
    expect(starts({ weekly: other, busy: [busy('2027-06-15T07:00Z', '2027-06-15T07:10Z')] })).toEqual([
      '06-14 22:00',
      '06-14 23:00',
      '06-15 0:00',
      '06-15 1:30',
      '06-15 2:00',
    ])
  })

  it('end where the closed date begins when its midnight lies inside a gap', () => {
    // Toronto, 30 March 1919: 23:30 became 0:30 of the 31st.
    const rules = {
      zone: 'America/Toronto',
      weekly: { 7: windows('22:00-03:00') },
      overrides: [override('1919-03-31')],
      now: at('1919-03-30T00:00Z'),
      durationMin: 30,
      stepMin: 30,
    }
    expect(iso(on(rules, '1919-03-30', '1919-03-31'))).toEqual([
      '1919-03-31T03:00',
      '1919-03-31T03:30',
      '1919-03-31T04:00',
    ])
  })

  it('end at the change where the closed date has no midnight', () => {
    // Santiago, Sunday 5 September 2027 starts at 1:00.
    const rules = { zone: 'America/Santiago', weekly: { 6: windows('22:00-03:00') } }
    expect(on(rules, '2027-09-04', '2027-09-05')).toHaveLength(4)
    expect(iso(on({ ...rules, overrides: [override('2027-09-05')] }, '2027-09-04', '2027-09-05'))).toEqual([
      '2027-09-05T02:00',
      '2027-09-05T03:00',
    ])
  })
})

describe('overrides and the range asked for (families 5, 6, 7)', () => {
  it('apply in the coach’s zone for every viewer', () => {
    const rules = { weekly: everyDay('09:00-11:00'), overrides: [override('2027-06-16', '20:00-22:00')] }
    const forViewer = (viewer: string) => iso(on(rules, '2027-06-15', '2027-06-18', viewer)).filter(inside)
    const inside = (text: string) => text >= '2027-06-16T06:00' && text < '2027-06-17T06:00'
    for (const viewer of [base.zone, 'Asia/Tokyo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      expect(forViewer(viewer)).toEqual(['2027-06-17T02:00', '2027-06-17T03:00'])
    }
  })

  it('the last one of a date wins', () => {
    const overrides = [override('2027-06-16'), override('2027-06-16', '12:00-13:00')]
    expect(walls(on({ weekly: everyDay('09:00-10:00'), overrides }, '2027-06-16'), base.zone)).toEqual([
      '06-16 12:00',
    ])
  })

  it.each(['Pacific/Kiritimati', 'Asia/Tokyo', 'Asia/Kathmandu', 'Etc/GMT+12', tijuana])(
    'a month in %s has its first and its last day (family 5)',
    (zone) => {
      const starts = on(
        { zone, weekly: everyDay('00:00-24:00'), stepMin: 30, durationMin: 30 },
        '2027-03-01',
        '2027-03-31',
      )
      expect(walls(starts.slice(0, 1), zone)).toEqual(['03-01 0:00'])
      expect(walls(starts.slice(-1), zone)).toEqual(['03-31 23:30'])
      expect(new Set(starts.map((ms) => dateOf(ms, zone))).size).toBe(31)
    },
  )

  it.each([
    ['Pacific/Kiritimati', '06-16 0:00', '06-16 23:30'],
    ['Asia/Kathmandu', '06-16 0:15', '06-16 23:45'],
    ['America/Mexico_City', '06-16 0:00', '06-16 23:30'],
    ['Pacific/Pago_Pago', '06-16 0:00', '06-16 23:30'],
  ])(
    'one day asked for in %s has its first hours, and nothing of the next (family 6)',
    (viewer, first, last) => {
      const all = { weekly: everyDay('00:00-24:00'), stepMin: 30, durationMin: 30 }
      const starts = on(all, '2027-06-16', '2027-06-16', viewer)
      const shown = walls(starts, viewer)
      expect([shown.length, shown[0], shown.at(-1)]).toEqual([48, first, last])
    },
  )

  it('is half-open on starts', () => {
    const rules = { ...base, weekly: everyDay('09:00-11:00') }
    const range = (from: string, to: string) =>
      iso(freeSlots({ ...rules, range: { from: at(from), to: at(to) } }))
    expect(range('2027-06-16T15:00Z', '2027-06-16T16:00Z')).toEqual(['2027-06-16T15:00'])
    expect(range('2027-06-16T15:00:00.001Z', '2027-06-16T16:00:00.001Z')).toEqual(['2027-06-16T16:00'])
    expect(range('2027-06-16T15:00Z', '2027-06-16T15:00Z')).toEqual([])
    expect(range('2027-06-17T15:00Z', '2027-06-16T15:00Z')).toEqual([])
  })
})
