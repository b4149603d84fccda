import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PaymentStatus } from '#contract/account/auth.ts'
import { dateOf, daysBetween } from '#time/calendar-date.ts'
import { DAY_MS, HOUR_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import { wallClock } from '#time/zones.ts'
import { endingOf, isTooLate, reminderTimes } from './reminders.domain.ts'

const timesOf = (endsAt: string, zone: string) =>
  reminderTimes(fromIso(endsAt), zone).map(({ days, dueAt }) => [days, toIso(dueAt)])

describe('the reminders of a period that ends', () => {
  it('come at ten by the coach’s clock, also across summer time', () => {
    // Tijuana goes to summer time on 14 March 2027: ten o'clock is an hour earlier in UTC from then on.
    expect(timesOf('2027-03-20T17:00:00Z', 'America/Tijuana')).toEqual([
      [7, '2027-03-13T18:00:00.000Z'],
      [3, '2027-03-17T17:00:00.000Z'],
      [1, '2027-03-19T17:00:00.000Z'],
    ])
    expect(timesOf('2027-03-20T17:00:00Z', 'America/Mexico_City')).toEqual([
      [7, '2027-03-13T16:00:00.000Z'],
      [3, '2027-03-17T16:00:00.000Z'],
      [1, '2027-03-19T16:00:00.000Z'],
    ])
    // The day is the coach's: it ends on the 19th in Mexico and on the 20th in Madrid.
    expect(timesOf('2027-03-20T02:00:00Z', 'America/Mexico_City')[2]).toEqual([1, '2027-03-18T16:00:00.000Z'])
    expect(timesOf('2027-03-20T02:00:00Z', 'Europe/Madrid')[2]).toEqual([1, '2027-03-19T09:00:00.000Z'])
  })

  const zones = ['America/Mexico_City', 'America/Tijuana', 'Europe/Madrid', 'Pacific/Auckland', 'UTC']
  const instants = fc.integer({ min: fromIso('2026-01-01T00:00:00Z'), max: fromIso('2030-01-01T00:00:00Z') })

  it('come before the end, in their order, so many days before it', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (at, zone) => {
        const endsAt = epochMs(at)
        const times = reminderTimes(endsAt, zone)
        expect(times.map(({ days }) => days)).toEqual([7, 3, 1])
        expect(times.map(({ dueAt }) => dueAt)).toEqual(
          times.map(({ dueAt }) => dueAt).toSorted((a, b) => a - b),
        )
        for (const { days, dueAt } of times) {
          expect(dueAt).toBeLessThan(endsAt)
          expect(daysBetween(dateOf(dueAt, zone), dateOf(endsAt, zone))).toBe(days)
          expect(wallClock(dueAt, zone)).toMatchObject({ hour: 10, minute: 0 })
        }
      }),
    )
  })

  it('are sent one at a time: at each moment at most one of them is not too late', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), fc.nat(10 * 24), (at, zone, hours) => {
        const endsAt = epochMs(at)
        const now = epochMs(endsAt - 9 * DAY_MS + hours * HOUR_MS)
        const due = reminderTimes(endsAt, zone).filter(({ dueAt }) => dueAt <= now)
        const sent = due.filter(({ days }) => !isTooLate(days, endsAt, zone, now))
        expect(sent).toEqual(now >= endsAt ? [] : due.slice(-1))
      }),
    )
  })
})

it('are for what is paid or tried and does not go on by itself', () => {
  const endsAt = fromIso('2027-03-02T15:00:00Z')
  const ending = (status: PaymentStatus, renews = false, periodEndsAt: typeof endsAt | null = endsAt) =>
    endingOf({ status, periodEndsAt, renews }, 'stripe')
  expect(PaymentStatus.options.filter((status) => ending(status) !== undefined)).toEqual(['trial', 'active'])
  expect([ending('active'), ending('trial')]).toEqual([
    { endsAt, isTrial: false },
    { endsAt, isTrial: true },
  ])
  expect(endingOf({ status: 'active', periodEndsAt: endsAt, renews: false }, 'off')).toBeUndefined()
  expect([ending('active', true), ending('trial', true), ending('active', false, null)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
