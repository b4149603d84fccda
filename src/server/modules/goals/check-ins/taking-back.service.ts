import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { GoalDetail } from '#contract/goals/goals.ts'
import type { CheckInId, GoalId } from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import * as goalPolicy from '#server/policy/work/goal.policy.ts'
import type { Actor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { Refusal, found } from '#server/refusal.ts'
import { movedOnOf, progressAfter, retell } from './check-ins.domain.ts'
import * as checkIns from './check-ins.repository.ts'
import * as parts from '../goal-parts.repository.ts'
import { isOpen } from '../goals.domain.ts'
import { subjectOf } from '../goals.presenter.ts'
import * as goals from '../goals.repository.ts'
import { answerGoal, eventOf } from '../goals.service.ts'

type Of = { goalId: GoalId; checkInId: CheckInId }

/**
 * DELETE checkin: takes noted progress back, and computes again what followed from it: the milestones, how far the goal
 * was, and when it last moved. Its row is kept until the purge, so that it can be put back.
 * @throws Refusal `goal.not_found`, `goal.check_in_not_found`; `goal.check_in_kept` once the goal has ended, which it
 * may have ended with; `goal.wrong_state` once the process has; `auth.forbidden` for what somebody else noted
 */
export function takeBackCheckIn(deps: Deps, actor: Actor, of: Of): Promise<GoalDetail> {
  return deps.db.transaction().execute(async (tx) => {
    const { goal, noted } = await lockNoted(tx, actor, of)
    if (noted.deletedAt !== null) throw new Refusal('goal.check_in_not_found')
    const ofGoal = { coachId: goal.coachId, goalId: goal.id }
    const now = deps.clock.now()
    await checkIns.markTakenBack(tx, ofGoal, noted.id, now)
    const milestones = noted.milestones ? await retellMilestones(tx, goal) : goal.milestones
    const { notedOn, resumedAt } = await checkIns.findMoves(tx, ofGoal)
    const begunOn = [goal.startsOn, ...[goal.createdAt, resumedAt].flatMap((at) => at ?? [])]
      .map((at) => (typeof at === 'number' ? dateOf(at, goal.timezone) : at))
      .reduce((last, day) => (day > last ? day : last))
    const movedOn = movedOnOf({ begunOn, notedOn, milestones })
    // Of times that no row tells of, such as a later start, only what is known remains.
    const moved = movedOn < goal.movedOn ? { moved_on: movedOn } : {}
    await goals.updateGoal(tx, scopeOf(actor), goal.id, moved, now)
    await record(deps, tx, { type: 'goal.check_in_taken_back', ...eventOf(actor, goal.id, goal) })
    return answerGoal(deps, tx, actor, goal.id)
  })
}

/** POST restore: puts it back, with what followed from it. */
export function restoreCheckIn(deps: Deps, actor: Actor, of: Of): Promise<GoalDetail> {
  return deps.db.transaction().execute(async (tx) => {
    const { goal, noted } = await lockNoted(tx, actor, of)
    if (noted.deletedAt === null) throw new Refusal('goal.check_in_not_found')
    await checkIns.markTakenBack(tx, { coachId: goal.coachId, goalId: goal.id }, noted.id, null)
    if (noted.milestones) await retellMilestones(tx, goal)
    const moved = noted.date > goal.movedOn ? { moved_on: noted.date } : {}
    await goals.updateGoal(tx, scopeOf(actor), goal.id, moved, deps.clock.now())
    await record(deps, tx, { type: 'goal.check_in_restored', ...eventOf(actor, goal.id, goal) })
    return answerGoal(deps, tx, actor, goal.id)
  })
}

/** What was noted and its goal, locked, if the actor may take it back. */
async function lockNoted(tx: Transaction<DB>, actor: Actor, { goalId, checkInId }: Of) {
  const goal = found(await goals.lockGoal(tx, scopeOf(actor), goalId), 'goal.not_found')
  const ofGoal = { coachId: goal.coachId, goalId }
  const noted = found(await checkIns.findCheckIn(tx, ofGoal, { id: checkInId }), 'goal.check_in_not_found')
  if (!isOpen(goal.status)) throw new Refusal('goal.check_in_kept')
  const subject = subjectOf(goal)
  if (!goalPolicy.can(actor, 'checkIn', subject)) throw new Refusal('goal.wrong_state')
  if (!goalPolicy.canTakeBack(actor, subject, noted.clientId)) throw new Refusal('auth.forbidden')
  return { goal, noted }
}

/** Stores the milestones of a goal, and of its steps, as they are with those that count. */
async function retellMilestones(tx: Transaction<DB>, goal: goals.GoalRow): Promise<parts.MilestoneRow[]> {
  const ofGoal = { coachId: goal.coachId, goalId: goal.id }
  const before = await checkIns.listSteps(tx, ofGoal)
  const { steps, days } = retell(before)
  for (const [at, step] of steps.entries()) {
    const progress = goal.measure === 'milestones' ? progressAfter(step) : step.progress
    const told = { ...step, progress }
    if (!isDeepStrictEqual(told, before[at])) await checkIns.updateStep(tx, ofGoal, told)
  }
  const milestones = goal.milestones.map((each) => {
    const day = days.get(each.id)
    return day === undefined ? each : { ...each, doneOn: day }
  })
  await parts.replaceMilestones(tx, ofGoal, milestones)
  return milestones
}
