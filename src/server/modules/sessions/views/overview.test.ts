import { describe, expect, test } from 'vitest'
import { fromIso, toIso } from '#time/clock.ts'
import { nextOf, periodsAround, toCloseOf, toConfirmOf, waitingOf, weeksOfMonth } from './overview.domain.ts'
import type { SessionTimes } from '../sessions.domain.ts'

const periods = (now: string, timezone: string) => {
  const { today, week } = periodsAround(fromIso(now), timezone)
  return [today, week].map(({ from, to }) => `${toIso(from).slice(0, 16)} ${toIso(to).slice(0, 16)}`)
}

describe('day and week of a coach', () => {
  test('are in their zone', () => {
    // 23:30 on Sunday 28 February in Mexico City, already March in UTC.
    expect(periods('2027-03-01T05:30:00Z', 'America/Mexico_City')).toEqual([
      '2027-02-28T06:00 2027-03-01T06:00',
      '2027-02-28T06:00 2027-03-07T06:00',
    ])
  })

  test('have 23 hours where the clocks go forward', () => {
    expect(periods('2027-03-14T20:00:00Z', 'America/Tijuana')[0]).toBe('2027-03-14T08:00 2027-03-15T07:00')
  })

  test('continue over the turn of the year', () => {
    expect(periods('2027-12-31T12:00:00Z', 'UTC')).toEqual([
      '2027-12-31T00:00 2028-01-01T00:00',
      '2027-12-26T00:00 2028-01-02T00:00',
    ])
  })
})

describe('the weeks of a coach’s month', () => {
  const weeks = (now: string, timezone: string) =>
    weeksOfMonth(fromIso(now), timezone).map(
      ({ first, from, to }) => `${first} ${toIso(from).slice(0, 16)} ${toIso(to).slice(0, 16)}`,
    )

  test('begin on Sundays, as on screen, are cut at the month’s ends, and follow one another', () => {
    expect(weeks('2027-03-31T23:00:00Z', 'America/Tijuana')).toEqual([
      '2027-03-01 2027-03-01T08:00 2027-03-07T08:00',
      '2027-03-07 2027-03-07T08:00 2027-03-14T08:00',
      '2027-03-14 2027-03-14T08:00 2027-03-21T07:00',
      '2027-03-21 2027-03-21T07:00 2027-03-28T07:00',
      '2027-03-28 2027-03-28T07:00 2027-04-01T07:00',
    ])
    expect(weeks('2027-05-01T12:00:00Z', 'UTC')[0]).toBe('2027-05-01 2027-05-01T00:00 2027-05-02T00:00')
  })

  test('continue over the turn of the year, and are in the coach’s zone', () => {
    expect(weeks('2028-01-01T03:00:00Z', 'America/Mexico_City').at(-1)).toBe(
      '2027-12-26 2027-12-26T06:00 2028-01-01T06:00',
    )
  })
})

describe('the parts of a dashboard', () => {
  const at = (status: SessionTimes['status'], startsAt: string, endsAt: string) => ({
    moveStartsAt: null,
    status,
    startsAt: fromIso(startsAt),
    endsAt: fromIso(endsAt),
    cancelNoticeMin: 0,
  })
  const now = fromIso('2027-02-02T15:00:00Z')
  const old = at('confirmed', '2027-02-01T15:00:00Z', '2027-02-01T16:00:00Z')
  const justOver = at('confirmed', '2027-02-02T13:45:00Z', '2027-02-02T14:45:00Z')
  const running = at('confirmed', '2027-02-02T14:45:00Z', '2027-02-02T15:45:00Z')
  const missed = at('requested', '2027-02-02T14:00:00Z', '2027-02-02T15:00:00Z')
  const asked = at('requested', '2027-02-04T15:00:00Z', '2027-02-04T16:00:00Z')
  const later = at('confirmed', '2027-02-05T15:00:00Z', '2027-02-05T16:00:00Z')
  const all = [old, justOver, missed, running, asked, later]

  test('the next session is the one in progress, then the first future one', () => {
    expect(nextOf(all, now)).toBe(running)
    expect(nextOf([old, asked, later], now)).toBe(later)
    expect(nextOf([old, asked], now)).toBeUndefined()
  })

  test('one that continues past its end stays the next one, until it waits to be closed or another’s time has come', () => {
    const soon = at('confirmed', '2027-02-02T15:10:00Z', '2027-02-02T16:10:00Z')
    expect(nextOf([old, justOver, asked, later], now)).toBe(justOver)
    expect(nextOf([justOver, later], fromIso('2027-02-02T15:14:59Z'))).toBe(justOver)
    expect(nextOf([justOver, later], fromIso('2027-02-02T15:15:00Z'))).toBe(later)
    expect(nextOf([justOver, soon], fromIso('2027-02-02T14:59:59Z'))).toBe(justOver)
    expect(nextOf([justOver, soon], now)).toBe(soon)
    expect(nextOf([justOver, running, soon], now)).toBe(running)
  })

  test('a proposal waits for the client; a request to move waits for the coach, until the start', () => {
    const proposed = at('proposed', '2027-02-01T15:00:00Z', '2027-02-01T16:00:00Z')
    const moving = { ...later, moveStartsAt: fromIso('2027-02-08T15:00:00Z') }
    const tooLate = { ...running, moveStartsAt: fromIso('2027-02-08T15:00:00Z') }
    expect(waitingOf([proposed, ...all, moving], now)).toEqual([proposed, asked])
    expect(toConfirmOf([proposed, ...all, moving, tooLate], now)).toEqual([asked, moving])
  })

  test('a request waits until its start; a session is closed from half an hour after its end', () => {
    expect(waitingOf(all, now)).toEqual([asked])
    expect(toCloseOf(all, now)).toEqual([old])
  })
})
