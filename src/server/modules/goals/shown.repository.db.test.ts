import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GoalMeasure } from '#contract/goals/goal-measures.ts'
import type { CheckInId, GoalId, MilestoneId } from '#contract/values.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { read } from '#server/platform/postgres/reading.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { addDays, dateOf } from '#time/calendar-date.ts'
import { scopeOfPractice } from '../../policy/scope.ts'
import { healthOf } from './goal-health.domain.ts'
import { milestoneProgress, progressOf } from './goals.domain.ts'
import { insertGoal } from './goals.repository.ts'
import { readInNeed } from './shown.repository.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const TODAY = dateOf(ROWS_AT, 'America/Mexico_City')
const GOALS = 150

const goal = fc
  .record({
    measure: fc.constantFrom<GoalMeasure>('percent', 'number', 'yesNo', 'milestones'),
    started: fc.integer({ min: 0, max: 60 }),
    length: fc.option(fc.integer({ min: 0, max: 120 }), { nil: null }),
    still: fc.integer({ min: 0, max: 35 }),
    values: fc.array(fc.integer({ min: -2, max: 12 }), { maxLength: 3 }),
    reached: fc.array(fc.boolean(), { maxLength: 4 }),
    /** A last value that was taken back. */
    gone: fc.option(fc.integer({ min: -2, max: 12 }), { nil: null }),
    baseline: fc.integer({ min: -5, max: 5 }),
    way: fc.integer({ min: -10, max: 10 }).filter((way) => way !== 0),
  })
  .map(({ started, length, still, baseline, way, ...rest }) => {
    const startsOn = addDays(TODAY, -started)
    const bare = rest.measure === 'yesNo' || rest.measure === 'milestones'
    return {
      ...rest,
      startsOn,
      targetOn: length === null ? null : addDays(startsOn, length),
      movedOn: addDays(TODAY, -Math.min(still, started)),
      baseline: bare ? null : baseline,
      target: bare ? null : baseline + way,
    }
  })
type Goal = Parameters<Parameters<typeof goal.map>[0]>[0]

function progress({ measure, baseline, target, values, reached }: Goal): number {
  if (measure === 'milestones') {
    return milestoneProgress(reached.map((done) => ({ doneOn: done ? TODAY : null })))
  }
  return progressOf({ measure, baseline, target }, values.at(-1) ?? null)
}

// @spec P.121
test('the goals of a practice that need attention are those of the rule of health, with their progress', async () => {
  const { coachId } = await coachRow(database)
  const { clientId } = await clientRow(database, coachId)
  const goals = fc
    .sample(goal, { numRuns: GOALS, seed: 19 })
    .map((each) => ({ ...each, id: newId<GoalId>() }))
  await database.db.transaction().execute(async (tx) => {
    for (const each of goals) {
      const { id, measure, startsOn, targetOn, movedOn, baseline, target, values, reached, gone } = each
      const fields = {
        title: 'Meta',
        starts_on: startsOn,
        target_on: targetOn,
        moved_on: movedOn,
        baseline,
        target,
      }
      await insertGoal(tx, { id, coachId, owner: { clientId }, measure, createdBy: 'coach', fields }, ROWS_AT)
      const whose = { coach_id: coachId, goal_id: id }
      for (const value of values) {
        const noted = { noted_on: movedOn, value, created_at: toTimestamp(ROWS_AT) }
        await tx
          .insertInto('goal_check_ins')
          .values({ id: newId<CheckInId>(), ...whose, ...noted })
          .execute()
      }
      if (gone !== null) {
        const takenBack = { created_at: toTimestamp(ROWS_AT), deleted_at: toTimestamp(ROWS_AT) }
        await tx
          .insertInto('goal_check_ins')
          .values({ id: newId<CheckInId>(), ...whose, noted_on: movedOn, value: gone, ...takenBack })
          .execute()
      }
      for (const [position, done] of reached.entries()) {
        const milestone = { position, text: 'Hito', done_on: done ? movedOn : null }
        await tx
          .insertInto('goal_milestones')
          .values({ id: newId<MilestoneId>(), ...whose, ...milestone })
          .execute()
      }
    }
  })
  const expected = goals
    .map((each) => ({ id: each.id, progress: progress(each), health: healthOf(vitalsOf(each)) }))
    .filter(({ health }) => health.level !== 'onTrack')
  expect(expected.length).toBeGreaterThan(GOALS / 4)
  expect(expected.length).toBeLessThan(GOALS)

  const found = await read(database.db, readInNeed(scopeOfPractice(coachId), ROWS_AT, GOALS))
  expect(found.total).toBe(expected.length)
  const facts = found.rows.map((row) => ({ id: row.id, progress: row.progress, health: healthOf(row) }))
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  expect(facts.toSorted(byId)).toEqual(expected.toSorted(byId))
  const moves = found.rows.map(({ movedOn }) => movedOn)
  expect(moves).toEqual(moves.toSorted().toReversed())
  const few = await read(database.db, readInNeed(scopeOfPractice(coachId), ROWS_AT, 4))
  expect([few.rows.length, few.total]).toEqual([4, expected.length])
})

const vitalsOf = (each: Goal) => ({ ...each, progress: progress(each), today: TODAY })
