import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GoalMeasure } from '#contract/goals/goal-measures.ts'
import type { CheckInId, GoalId, MilestoneId, UserId } from '#contract/values.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { addDays, dateOf } from '#time/calendar-date.ts'
import { epochMs } from '#time/clock.ts'
import { scopeOfPractice } from '../../policy/scope.ts'
import * as checkIns from './check-ins/check-ins.repository.ts'
import { replaceMilestones } from './goal-parts.repository.ts'
import { milestoneProgress, progressOf } from './goals.domain.ts'
import { insertGoal, updateGoal } from './goals.repository.ts'

// The progress that the database keeps of each goal (ADR 59), compared with the rules of goals.domain.

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const TODAY = dateOf(ROWS_AT, 'UTC')
const DAYS = 3

type Noted = { id: CheckInId; value: number | null; daysAgo: number; counts: boolean }
/** What the rules see of a goal. */
type Model = {
  measure: GoalMeasure
  baseline: number | null
  target: number | null
  noted: Noted[]
  milestones: boolean[]
}

const value = fc.integer({ min: -3, max: 13 })
const numbers = fc
  .tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -10, max: 10 }))
  .filter(([, way]) => way !== 0)
  .map(([baseline, way]) => ({ baseline, target: baseline + way }))
const step = fc.oneof(
  fc.record({
    note: fc.record({
      value: fc.option(value, { nil: null }),
      daysAgo: fc.nat({ max: DAYS }),
    }),
  }),
  fc.record({ takeBack: fc.nat({ max: 5 }) }),
  fc.record({ putBack: fc.nat({ max: 5 }) }),
  fc.record({ forget: fc.constant(true) }),
  fc.record({ change: numbers }),
  fc.record({ milestones: fc.array(fc.boolean(), { maxLength: 4 }) }),
)
const measure = fc.constantFrom<GoalMeasure>('percent', 'number', 'yesNo', 'milestones')

function progress({ noted, milestones, ...measured }: Model): number {
  if (measured.measure === 'milestones') {
    return milestoneProgress(milestones.map((done) => ({ doneOn: done ? TODAY : null })))
  }
  const counted = noted
    .filter((each) => each.counts && each.value !== null)
    .toSorted((a, b) => b.daysAgo - a.daysAgo)
  return progressOf(measured, counted.at(-1)?.value ?? null)
}

async function newGoal(coachId: UserId, model: Model): Promise<GoalId> {
  const { clientId } = await clientRow(database, coachId)
  const id = newId<GoalId>()
  const { measure: by, baseline, target } = model
  const fields = { title: 'Meta', starts_on: TODAY, moved_on: TODAY, baseline, target }
  const row = { id, coachId, owner: { clientId }, measure: by, createdBy: 'coach' as const, fields }
  await database.db.transaction().execute((tx) => insertGoal(tx, row, ROWS_AT))
  return id
}

/** Makes a change in the database and in the model. */
async function apply(
  coachId: UserId,
  goalId: GoalId,
  model: Model,
  change: typeof step extends fc.Arbitrary<infer Step> ? Step : never,
) {
  const of = { coachId, goalId }
  await database.db.transaction().execute(async (tx) => {
    if ('note' in change) {
      const id = newId<CheckInId>()
      const { note } = change
      const rest = { clientId: null, sessionId: null, clientKey: null, comment: null, progress: null }
      const date = addDays(TODAY, -note.daysAgo)
      // Later ones have later instants: of a day the last counts.
      const at = epochMs(ROWS_AT + model.noted.length)
      await checkIns.insertCheckIn(tx, of, { ...rest, id, date, value: note.value, milestones: null }, at)
      model.noted.push({ id, ...note, counts: true })
    } else if ('takeBack' in change || 'putBack' in change) {
      const [at, counts] = 'takeBack' in change ? [change.takeBack, false] : [change.putBack, true]
      const noted = model.noted[at]
      if (!noted) return
      await checkIns.markTakenBack(tx, of, noted.id, counts ? null : ROWS_AT)
      noted.counts = counts
    } else if ('forget' in change) {
      await checkIns.forgetCheckIns(tx, epochMs(ROWS_AT + 1), 100)
      model.noted = model.noted.filter(({ counts }) => counts)
    } else if ('change' in change) {
      if (model.baseline === null) return
      await updateGoal(tx, scopeOfPractice(coachId), goalId, change.change, ROWS_AT)
      Object.assign(model, change.change)
    } else {
      const rows = change.milestones.map((done) => ({
        id: newId<MilestoneId>(),
        text: 'Hito',
        date: null,
        doneOn: done ? TODAY : null,
      }))
      await replaceMilestones(tx, of, rows)
      model.milestones = change.milestones
    }
  })
}

async function kept(goalId: GoalId): Promise<number> {
  const row = await database.db
    .selectFrom('goals')
    .where('id', '=', goalId)
    .select('progress')
    .executeTakeFirstOrThrow()
  return row.progress
}

// @spec P.121
test('a goal has the progress of the rules after whatever was noted, taken back or changed', async () => {
  const { coachId } = await coachRow(database)
  let moved = 0
  await fc.assert(
    fc.asyncProperty(
      measure,
      numbers,
      fc.array(step, { minLength: 5, maxLength: 12 }),
      async (by, given, steps) => {
        const bare = by === 'yesNo' || by === 'milestones'
        const measured = bare ? { baseline: null, target: null } : given
        const model: Model = { measure: by, ...measured, noted: [], milestones: [] }
        const goalId = await newGoal(coachId, model)
        for (const each of steps) {
          await apply(coachId, goalId, model, each)
          expect(await kept(goalId)).toBe(progress(model))
          moved += Number(progress(model) > 0)
        }
      },
    ),
    { numRuns: 40, seed: 59 },
  )
  expect(moved).toBeGreaterThan(20)
})
