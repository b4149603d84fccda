import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GoalHealth } from '#contract/goals/goals.ts'
import type { DateOn } from '#contract/values.ts'
import { addDays, calendarDate, dateOf } from '#time/calendar-date.ts'
import { fromIso } from '#time/clock.ts'
import { type Vitals, healthOf } from './goal-health.domain.ts'
import { progressOf } from './goals.domain.ts'

const TODAY = calendarDate('2027-03-01')
const ago = (days: number): DateOn => addDays(TODAY, -days)
const SEVERITY: readonly GoalHealth['level'][] = ['onTrack', 'attention', 'rethink']
const severity = (vitals: Vitals) => SEVERITY.indexOf(healthOf(vitals).level)

const vitals: fc.Arbitrary<Vitals> = fc
  .record({
    progress: fc.integer({ min: 0, max: 100 }),
    started: fc.integer({ min: -60, max: 800 }),
    length: fc.option(fc.integer({ min: 0, max: 800 }), { nil: null }),
    still: fc.integer({ min: 0, max: 800 }),
  })
  .map(({ progress, started, length, still }) => ({
    progress,
    startsOn: ago(started),
    targetOn: length === null ? null : addDays(ago(started), length),
    movedOn: ago(Math.min(still, started)),
    today: TODAY,
  }))

// @spec P.92
describe('the health of a goal (product §11)', () => {
  test('is there for every goal, with numbers of its reason alone', () => {
    fc.assert(
      fc.property(vitals, (goal) => {
        const health = healthOf(goal)
        expect(GoalHealth.parse(health)).toEqual(health)
        expect(health.days > 0).toBe(health.reason === 'still' || health.reason === 'late')
        expect(health.points > 0).toBe(health.reason === 'behind')
      }),
    )
  })

  test('never gets worse with more progress, and what is reached is well', () => {
    fc.assert(
      fc.property(vitals, fc.integer({ min: 0, max: 100 }), (goal, more) => {
        const further = { ...goal, progress: Math.min(100, goal.progress + more) }
        expect(severity(further)).toBeLessThanOrEqual(severity(goal))
        expect(severity({ ...goal, progress: 100 })).toBe(0)
      }),
    )
  })

  test('never gets worse by a movement today, nor better by waiting a day', () => {
    fc.assert(
      fc.property(vitals, (goal) => {
        expect(severity({ ...goal, movedOn: TODAY })).toBeLessThanOrEqual(severity(goal))
        const tomorrow = { ...goal, today: addDays(TODAY, 1) }
        expect(severity(tomorrow)).toBeGreaterThanOrEqual(severity(goal))
      }),
    )
  })

  const base: Vitals = { progress: 40, startsOn: ago(60), targetOn: null, movedOn: ago(3), today: TODAY }
  test.each<[string, Partial<Vitals>, Partial<GoalHealth>]>([
    ['moving', {}, { level: 'onTrack', reason: 'moving' }],
    ['sixteen days still', { movedOn: ago(16) }, { level: 'attention', reason: 'still', days: 16 }],
    ['a month still', { movedOn: ago(30) }, { level: 'rethink', reason: 'still', days: 30 }],
    ['in time', { targetOn: addDays(TODAY, 60), progress: 40 }, { level: 'onTrack', reason: 'onPace' }],
    [
      'behind its time',
      { targetOn: addDays(TODAY, 20), progress: 40 },
      { level: 'attention', reason: 'behind', points: 35 },
    ],
    [
      'far behind',
      { targetOn: addDays(TODAY, 1), progress: 10 },
      { level: 'rethink', reason: 'behind', points: 88 },
    ],
    ['past its date', { targetOn: ago(2) }, { level: 'rethink', reason: 'late', days: 2 }],
    ['just begun', { startsOn: ago(2), movedOn: ago(2), progress: 0 }, { level: 'onTrack', reason: 'early' }],
    ['complete', { progress: 100, targetOn: ago(9) }, { level: 'onTrack', reason: 'complete' }],
  ])('%s', (_, goal, health) => {
    expect(healthOf({ ...base, ...goal })).toMatchObject(health)
  })

  test('counts days of the owner’s zone', () => {
    const at = fromIso('2027-02-16T05:30:00Z')
    const in_ = (zone: string) =>
      healthOf({ ...base, movedOn: calendarDate('2027-02-01'), today: dateOf(at, zone) })
    expect(in_('America/Mexico_City').days).toBe(14)
    expect(in_('Europe/Madrid').days).toBe(15)
  })
})

// @spec P.91
test('progress is a whole number from 0 to 100, and never falls on the way to the target, up or down', () => {
  const number = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(number, number, number, number, (baseline, target, first, second) => {
      fc.pre(baseline !== target)
      const goal = { measure: 'number', baseline, target } as const
      const [near, far] = [first, second].toSorted((a, b) => Math.abs(b - target) - Math.abs(a - target))
      const progress = [near!, far!].map((value) => progressOf(goal, value))
      expect(progress.every((each) => Number.isInteger(each) && each >= 0 && each <= 100)).toBe(true)
      // On the same side of the target, the nearer value is further on the way.
      if ((near! - target) * (far! - target) > 0)
        expect(progress[1]).toBeGreaterThanOrEqual(Math.min(progress[0]!, 100))
      expect(progressOf(goal, target)).toBe(100)
      expect(progressOf(goal, baseline)).toBe(0)
    }),
  )
})
