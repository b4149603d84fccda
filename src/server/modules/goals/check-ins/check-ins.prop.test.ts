import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NotedMilestone } from '#contract/goals/check-ins.ts'
import type { DateOn, MilestoneId } from '#contract/values.ts'
import { addDays } from '#time/calendar-date.ts'
import {
  type Step,
  dayAfter,
  isSameContent,
  movedOnOf,
  progressAfter,
  progressBefore,
  retell,
} from './check-ins.domain.ts'

const START = '2027-02-02' as DateOn
const day = fc.integer({ min: 0, max: 40 }).map((days): DateOn => addDays(START, days))
const IDS = ['a', 'b', 'c', 'd'] as MilestoneId[]

type Ticks = { date: DateOn; ticks: Record<string, boolean> }

const story = fc.record({
  began: fc.array(fc.option(day, { nil: null }), { minLength: 4, maxLength: 4 }),
  noted: fc.array(
    fc.record({ date: day, ticks: fc.dictionary(fc.constantFrom(...IDS), fc.boolean(), { minKeys: 1 }) }),
    { minLength: 1, maxLength: 8 },
  ),
})

type Days = ReadonlyMap<MilestoneId, DateOn | null>

/** One after the other, as they are noted. */
function told(began: readonly (DateOn | null)[], noted: readonly Ticks[]): { steps: Step[]; days: Days } {
  const days = new Map(IDS.map((id, index) => [id, began[index] ?? null]))
  const steps = noted.map(({ date, ticks }): Step => {
    const milestones = IDS.map((id): NotedMilestone => {
      const done = ticks[id]
      return { id, was: days.get(id)!, ...(done !== undefined && { tick: { done, text: id } }) }
    })
    for (const each of milestones) days.set(each.id, dayAfter(each, date))
    return { date, counts: true, milestones }
  })
  return { steps, days }
}

const withSome = fc.tuple(story, fc.infiniteStream(fc.boolean())).map(([{ began, noted }, kept]) => ({
  began,
  noted: noted.map((each) => ({ ...each, counts: kept.next().value as boolean })),
}))

// @spec P.141
describe('progress that is taken back (product §11)', () => {
  test('leaves what there would be if it had never been noted', () => {
    fc.assert(
      fc.property(withSome, ({ began, noted }) => {
        const whole = told(began, noted)
        const some = retell(whole.steps.map((step, index) => ({ ...step, counts: noted[index]!.counts })))
        const never = told(
          began,
          noted.filter(({ counts }) => counts),
        )
        expect([...some.days]).toEqual([...never.days])
        expect(some.steps.filter(({ counts }) => counts)).toEqual(never.steps)
      }),
    )
  })

  test('comes back as it was, in whatever order', () => {
    fc.assert(
      fc.property(withSome, ({ began, noted }) => {
        const whole = told(began, noted)
        let steps = whole.steps
        for (const [index, { counts }] of noted.entries()) {
          steps = retell(steps.map((step, at) => (at === index ? { ...step, counts } : step))).steps
        }
        for (const index of noted.keys()) {
          const at = noted.length - 1 - index
          steps = retell(steps.map((step, each) => (each === at ? { ...step, counts: true } : step))).steps
        }
        expect(steps).toEqual(whole.steps)
      }),
    )
  })

  test('is told the same once its row was purged', () => {
    fc.assert(
      fc.property(withSome, ({ began, noted }) => {
        const whole = told(began, noted)
        const some = retell(whole.steps.map((step, index) => ({ ...step, counts: noted[index]!.counts })))
        const left = some.steps.filter(({ counts }) => counts)
        fc.pre(left.length > 0)
        const purged = retell(left)
        expect(purged.steps).toEqual(left)
        expect([...purged.days]).toEqual([...some.days])
      }),
    )
  })

  test('does not count for how far the goal was after it', () => {
    fc.assert(
      fc.property(story, ({ began, noted }) => {
        for (const step of told(began, noted).steps) {
          expect(progressAfter({ ...step, counts: false })).toBe(progressBefore(step))
        }
      }),
    )
  })
})

test('a goal moved on the last of its days, and never before it began', () => {
  const maybe = fc.option(day, { nil: null })
  fc.assert(
    fc.property(day, maybe, fc.array(maybe), (begunOn, notedOn, days) => {
      const milestones = days.map((doneOn) => ({ doneOn }))
      const movedOn = movedOnOf({ begunOn, notedOn, milestones })
      const all = [begunOn, notedOn, ...days].filter((each) => each !== null)
      expect(all).toContain(movedOn)
      expect(all.every((each) => each <= movedOn)).toBe(true)
    }),
  )
})

// @spec P.142
test('what is sent again is the same in each of its parts, its ticks in any order', () => {
  const [a, b] = IDS as [MilestoneId, MilestoneId]
  const ticks = [
    { id: a, done: true },
    { id: b, done: false },
  ]
  const stored = { value: 4, comment: 'Ya', date: START, ticks }
  expect(isSameContent({ ...stored, ticks: ticks.toReversed() }, stored)).toBe(true)
  expect(isSameContent({ ...stored, date: undefined }, stored)).toBe(true)
  for (const other of [
    { value: null },
    { comment: null },
    { date: addDays(START, 1) },
    { ticks: [ticks[0]!] },
    { ticks: [ticks[0]!, { id: b, done: true }] },
  ]) {
    expect(isSameContent({ ...stored, ...other }, stored)).toBe(false)
  }
})
