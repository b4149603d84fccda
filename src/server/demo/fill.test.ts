import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMinutes, type EpochMs, MINUTE_MS, fromIso } from '#time/clock.ts'
import { tellWorld } from './fill.ts'
import { createSchedule } from './schedule.ts'
import { timedSessions } from './sessions.ts'
import { type Stage, assertPast } from './stage.ts'
import { readWorld } from './world.ts'

const world = readWorld()
const moment = fc
  .integer({ min: 0, max: 2 * 366 * 24 * 60 })
  .map((minutes) => (fromIso('2026-01-01T00:00:00.000Z') + minutes * MINUTE_MS) as EpochMs)

/** The instants at which something happens in the demo data, as seen from `now`, at the earliest or latest; none of it is run. */
function told(now: EpochMs, isLate: boolean): EpochMs[] {
  const instants: EpochMs[] = []
  const stage = {
    on(at: EpochMs) {
      assertPast(at, now)
      instants.push(at)
    },
    between: (from: number, to: number) => (isLate ? to : from),
  } as Partial<Stage> as Stage
  tellWorld(stage, now, world)
  return instants
}

describe('the demo data, filled at any minute of two years', () => {
  it('has no future, and starts with its coach', () => {
    fc.assert(
      fc.property(moment, fc.boolean(), (now, isLate) => {
        const [registered, ...later] = told(now, isLate)
        expect(later.length).toBeGreaterThan(150)
        for (const at of later) expect(at).toBeGreaterThan(registered!)
      }),
      { numRuns: 50 },
    )
  })

  it('never has the coach in two sessions at once', () => {
    fc.assert(
      fc.property(moment, (now) => {
        const held = timedSessions(createSchedule(now, world.coach.timezone), world)
          .filter(({ session: { end } }) => !['cancelled', 'rejected', 'expired'].includes(end?.type ?? ''))
          .toSorted((one, other) => one.startsAt - other.startsAt)
        expect(held.length).toBeGreaterThan(20)
        for (const [place, { session, startsAt }] of held.entries()) {
          const before = held[place - 1]
          expect([session.at, before?.session.at, !before || before.endsAt <= startsAt]).toEqual([
            session.at,
            before?.session.at,
            true,
          ])
        }
      }),
      { numRuns: 100 },
    )
  })

  it('asks for every session before it starts, and answers before that', () => {
    fc.assert(
      fc.property(moment, (now) => {
        const schedule = createSchedule(now, world.coach.timezone)
        for (const { session, startsAt } of timedSessions(schedule, world)) {
          const { client, at, booked } = session
          const answeredAt = addMinutes(schedule.instant(booked.at), (booked.answeredAfterHours ?? 0) * 60)
          expect([client, at, answeredAt < startsAt]).toEqual([client, at, true])
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
