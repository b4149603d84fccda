import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EpochMs, MINUTE_MS, fromIso } from '#time/clock.ts'
import { tellWorld } from './fill.ts'
import { createSchedule } from './schedule.ts'
import { type Stage, assertPast } from './stage.ts'
import { readWorld } from './world.ts'

const world = readWorld()
const moment = fc
  .integer({ min: 0, max: 2 * 366 * 24 * 60 })
  .map((minutes) => (fromIso('2026-01-01T00:00:00.000Z') + minutes * MINUTE_MS) as EpochMs)

/** The instants at which something happens in the demo data, as seen from `now`; none of it is run. */
function told(now: EpochMs): EpochMs[] {
  const instants: EpochMs[] = []
  const stage = {
    on(at: EpochMs) {
      assertPast(at, now)
      instants.push(at)
    },
    between: (from: number, to: number) => Math.round((from + to) / 2),
  } as Partial<Stage> as Stage
  tellWorld(stage, now, world)
  return instants
}

describe('the demo data, filled at any minute of two years', () => {
  it('has no future, and starts with its coach', () => {
    fc.assert(
      fc.property(moment, (now) => {
        const [registered, ...later] = told(now)
        expect(later.length).toBeGreaterThan(150)
        for (const at of later) expect(at).toBeGreaterThan(registered!)
      }),
      { numRuns: 50 },
    )
  })

  it('asks for every session before it starts', () => {
    fc.assert(
      fc.property(moment, (now) => {
        const schedule = createSchedule(now, world.coach.timezone)
        for (const { at, booked, client } of world.sessions) {
          expect([client, at, schedule.instant(booked.at) < schedule.instant(at)]).toEqual([client, at, true])
        }
        for (const { name, sessions } of world.groups) {
          for (const { at, booked } of sessions) {
            expect([name, at, schedule.instant(booked) < schedule.instant(at)]).toEqual([name, at, true])
          }
        }
      }),
      { numRuns: 50 },
    )
  })
})
