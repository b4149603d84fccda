import { expect, test } from 'vitest'
import { DAY_MS, type IsoInstant, epochMs, fromIso, toIso } from '#time/clock.ts'
import { type ToldState, cancelEffectOf, mayPay, openUntil, pastDueOf, toldEnd } from './told-state.ts'

const ENDED = '2027-03-02T15:00:00.000Z' as IsoInstant
const end = fromIso(ENDED)
const after = (ms: number) => epochMs(end + ms)
const state = (change: Partial<ToldState>): ToldState => ({
  payment: true,
  paymentStatus: 'active',
  planId: 'monthly',
  periodEndsAt: ENDED,
  ...change,
})

test('the server says who may pay; of one that does not, everybody who has not paid', () => {
  expect(mayPay(state({ renewsAs: null, allowedActions: ['pay'] }))).toBe(true)
  expect(mayPay(state({ paymentStatus: 'none', renewsAs: null, allowedActions: [] }))).toBe(false)
  expect(mayPay(state({ allowedActions: ['cancel'] }))).toBe(false)
  expect(mayPay(state({ paymentStatus: 'trial' }))).toBe(true)
})

test('a card is charged a while after the end: for a day that is no news', () => {
  const renewing = { renewsAs: 'monthly', periodEndsAt: ENDED } as const
  expect(pastDueOf(renewing, null, after(DAY_MS - 1))).toEqual({ kind: 'charging' })
  expect(pastDueOf(renewing, null, after(DAY_MS))).toEqual({ kind: 'refused' })
})

test('a refused card is tried again, until it is not', () => {
  const renewing = { renewsAs: 'monthly', periodEndsAt: ENDED } as const
  const at = after(3 * DAY_MS)
  expect(pastDueOf(renewing, at, after(0))).toEqual({ kind: 'retrying', at })
  // The attempt is over, and what came of it has not been heard yet.
  expect(pastDueOf(renewing, at, at)).toEqual({ kind: 'refused' })
  expect(pastDueOf(renewing, after(1), after(2))).toEqual({ kind: 'refused' })
})

test('where nothing renews itself, the period has ended', () => {
  for (const renewsAs of [null, undefined] as const) {
    expect(
      pastDueOf({ periodEndsAt: ENDED, ...(renewsAs === null && { renewsAs }) }, null, after(1)),
    ).toEqual({
      kind: 'ended',
    })
  }
})

test('an account stays open for two weeks', () => {
  expect(toIso(openUntil(ENDED))).toBe('2027-03-16T15:00:00.000Z')
})

test('an end that only waits for the charge is the day of the charge', () => {
  const told = (chargesAt: IsoInstant | null) => toldEnd({ periodEndsAt: ENDED, chargesAt })
  expect(told(toIso(epochMs(end - DAY_MS / 8)))).toBe(end - DAY_MS / 8)
  expect(told(toIso(epochMs(end - DAY_MS)))).toBe(end)
  expect(told(toIso(after(1)))).toBe(end)
  expect(told(null)).toBe(end)
  expect(toldEnd({ periodEndsAt: null })).toBeNull()
})

test('cancelling keeps what is paid, and says so only where something is', () => {
  const effect = (change: Partial<ToldState>, now = after(-1)) => cancelEffectOf(state(change), null, now)
  expect(effect({})).toEqual({ key: 'staysUntil', at: end, canResume: true })
  expect(effect({ periodEndsAt: null })).toEqual({ key: 'stays', canResume: true })
  expect(effect({ paymentStatus: 'pastDue' })).toMatchObject({ key: 'staysUntil' })
  expect(effect({ paymentStatus: 'pastDue' }, end)).toEqual({
    key: 'staysInGrace',
    at: openUntil(ENDED),
    canResume: false,
  })
  // A card that is just being charged, and one that was refused.
  const renewing = { paymentStatus: 'pastDue', renewsAs: 'monthly' } as const
  expect(effect(renewing, end)).toEqual({ key: 'staysWhileCharging', canResume: false })
  expect(cancelEffectOf(state(renewing), after(DAY_MS), end)).toMatchObject({ key: 'staysInGrace' })
  for (const paymentStatus of ['none', 'pending'] as const) {
    expect(effect({ paymentStatus })).toEqual({ key: 'staysClosed', canResume: false })
  }
  expect(effect({ paymentStatus: 'exempt', periodEndsAt: null })).toEqual({
    key: 'staysFree',
    canResume: false,
  })
})
