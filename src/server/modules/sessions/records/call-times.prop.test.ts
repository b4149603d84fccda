import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ClientId } from '#contract/values.ts'
import { MINUTE_MS, epochMs } from '#time/clock.ts'
import { propertyRuns } from '#test/support/effort/property-runs.ts'
import { type InCall, minutesTogether, ofSessionAt, timesOf } from './call-times.domain.ts'

const START = epochMs(1_800_000_000_000)
const at = (minutes: number) => epochMs(START + minutes * MINUTE_MS)
const [ana, beto] = ['a', 'b'] as unknown as [ClientId, ClientId]
const stay = (clientId: ClientId | null, from: number, to: number): InCall => ({
  clientId,
  joinedAt: at(from),
  leftAt: at(to),
})

// @spec P.226
test('only the minutes count in which the coach and a client were there together', () => {
  expect(minutesTogether([])).toBe(0)
  expect(minutesTogether([stay(null, -5, 60)])).toBe(0)
  expect(minutesTogether([stay(ana, 0, 30), stay(beto, 10, 60)])).toBe(0)
  expect(minutesTogether([stay(null, -5, 60), stay(ana, 2, 50)])).toBe(48)
  // A break of both, and a second client at the same time.
  expect(
    minutesTogether([
      stay(null, 0, 20),
      stay(null, 30, 60),
      stay(ana, 0, 25),
      stay(ana, 28, 60),
      stay(beto, 5, 40),
    ]),
  ).toBe(50)
})

test('who tried the room before it opened, or was in it before the session was moved, does not count', () => {
  const stays = [stay(null, -3000, -2990), stay(null, -40, -10), stay(null, -30, -9), stay(ana, 0, 1)]
  expect(ofSessionAt(stays, START)).toEqual(stays.slice(2))
})

// @spec P.225
test('somebody was there from their first coming to their last leaving', () => {
  const stays = [stay(ana, 5, 20), stay(null, 0, 60), stay(ana, 1, 2), stay(ana, 22, 58)]
  expect(timesOf(stays, ana)).toEqual({ joinedAt: at(1), leftAt: at(58) })
  expect(timesOf(stays, beto)).toBeUndefined()
})

describe('minutes together, of any stays', () => {
  const minute = fc.integer({ min: -60, max: 180 })
  const stays = fc.array(
    fc
      .tuple(fc.constantFrom(null, ana, beto), minute, minute)
      .map(([who, one, other]) => stay(who, Math.min(one, other), Math.max(one, other))),
    { maxLength: 12 },
  )
  // What is right by counting each minute.
  const counted = (all: readonly InCall[]) => {
    const isIn = (minutes: number, isCoach: boolean) =>
      all.some(
        ({ clientId, joinedAt, leftAt }) =>
          (clientId === null) === isCoach && joinedAt <= at(minutes) && at(minutes) < leftAt,
      )
    return Array.from({ length: 240 }, (_, n) => n - 60).filter((n) => isIn(n, true) && isIn(n, false)).length
  }

  test('are those that are counted one by one, in any order', () => {
    fc.assert(
      fc.property(stays, (all) => {
        expect(minutesTogether(all)).toBe(counted(all))
        expect(minutesTogether(all.toReversed())).toBe(counted(all))
      }),
      { numRuns: propertyRuns(300) },
    )
  })
})
