import { expect, test } from 'vitest'
import { DAY_MS, type IsoInstant, epochMs, fromIso, toIso } from '#time/clock.ts'
import { type ToldState, mayPay, openUntil, pastDueOf } from './told-state.ts'

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
