import type { Transaction } from 'kysely'
import { valueErrors } from '#contract/goals/goal-measures.ts'
import type { CheckInBody, GoalDetail, GoalStatusBody } from '#contract/goals/goals.ts'
import type { CheckInId, ClientId, DateOn, GoalId, GroupId, SessionId } from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import * as goalPolicy from '../../policy/work/goal.policy.ts'
import type { Actor, CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found, refuseFields } from '../../refusal.ts'
import * as parts from './goal-parts.repository.ts'
import { canBecome, isOpen, notedOnErrors } from './goals.domain.ts'
import { subjectOf } from './goals.presenter.ts'
import * as goals from './goals.repository.ts'
import { answerGoal, eventOf, lockWritable } from './goals.service.ts'

/** POST checkin: notes progress of an active goal, by its coach, its client or a member of its group. */
export function checkInGoal(deps: Deps, actor: Actor, id: GoalId, body: CheckInBody): Promise<GoalDetail> {
  return deps.db.transaction().execute(async (tx) => {
    const goal = found(await goals.lockGoal(tx, scopeOf(actor), id), 'goal.not_found')
    await note(deps, tx, actor, goal, body, null)
    return answerGoal(deps, tx, actor, id)
  })
}

/** What is noted of one goal while a session is closed. */
export type SessionCheckIn = Omit<CheckInBody, 'date'> & { goalId: GoalId }

/**
 * Notes progress of goals while a session is closed, in the caller's transaction: of its person, or of the group and
 * the people who were expected.
 * @throws Refusal `goal.not_found` for a goal of anybody else, `goal.wrong_state`
 */
export async function checkInGoals(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  { id: sessionId, groupId, people }: { id: SessionId; groupId: GroupId | null; people: readonly ClientId[] },
  noted: readonly SessionCheckIn[],
): Promise<void> {
  // In the order of their ids, so that two closings cannot deadlock.
  for (const { goalId, ...body } of noted.toSorted((a, b) => (a.goalId < b.goalId ? -1 : 1))) {
    const goal = found(await goals.lockGoal(tx, scopeOf(actor), goalId), 'goal.not_found')
    const isPart = groupId === null ? people.includes(goal.clientId!) : goal.groupId === groupId
    if (!isPart) throw new Refusal('goal.not_found')
    await note(deps, tx, actor, goal, body, sessionId)
  }
}

/** Stores progress of a goal that is locked. @throws Refusal `goal.wrong_state`; fields outside the measure */
async function note(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  goal: goals.GoalRow,
  { value, comment, milestones = [], date: given }: CheckInBody,
  sessionId: SessionId | null,
): Promise<void> {
  const now = deps.clock.now()
  const today = dateOf(now, goal.timezone)
  const date = given ?? today
  const isAllowed = goal.status === 'active' && goalPolicy.can(actor, 'checkIn', subjectOf(goal))
  if (!isAllowed) throw new Refusal('goal.wrong_state')
  refuseFields({
    ...valueErrors(goal.measure, value),
    ...notedOnErrors(date, goal.startsOn, today),
    ...milestoneErrors(goal, milestones),
    ...(value === undefined && !comment && milestones.length === 0 && { value: 'required' }),
  })
  const ofGoal = { coachId: goal.coachId, goalId: goal.id }
  if (milestones.length > 0) await parts.replaceMilestones(tx, ofGoal, reached(goal, milestones, date))
  if (value !== undefined || comment) {
    const stored = {
      id: deps.newId<CheckInId>(),
      clientId: actor.userType === 'client' ? actor.clientId : null,
      sessionId,
      date,
      value: value ?? null,
      comment: comment || null,
    }
    await parts.insertCheckIn(tx, ofGoal, stored, now)
  }
  const moved = date > goal.movedOn ? { moved_on: date } : {}
  await goals.updateGoal(tx, scopeOf(actor), goal.id, moved, now)
  await record(deps, tx, { type: 'goal.checked_in', ...eventOf(actor, goal.id, goal) })
}

type Ticked = NonNullable<CheckInBody['milestones']>

function milestoneErrors(goal: goals.GoalRow, ticked: Ticked): Record<string, string> {
  const known = new Set(goal.milestones.map(({ id }) => id))
  const strange = ticked.findIndex(({ id }) => !known.has(id))
  return strange === -1 ? {} : { [`milestones.${strange}.id`]: 'milestone_unknown' }
}

/** The milestones after some were ticked: one that was reached before keeps its day. */
function reached(goal: goals.GoalRow, ticked: Ticked, date: DateOn): parts.MilestoneRow[] {
  const done = new Map(ticked.map((each) => [each.id, each.done]))
  return goal.milestones.map((each) => {
    const isDone = done.get(each.id)
    if (isDone === undefined) return each
    return { ...each, doneOn: isDone ? (each.doneOn ?? date) : null }
  })
}

/**
 * PUT status: pauses, takes up again or closes a goal; the same status again changes nothing.
 * @throws Refusal `goal.not_found`, `goal.wrong_state`
 */
export function setGoalStatus(
  deps: Deps,
  actor: Actor,
  id: GoalId,
  { status: to, reflection, score }: GoalStatusBody,
): Promise<GoalDetail> {
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const goal = await lockWritable(tx, actor, id)
    const from = goal.status
    if (from === to) return answerGoal(deps, tx, actor, id)
    if (!canBecome(from, to)) throw new Refusal('goal.wrong_state')
    const today = dateOf(now, goal.timezone)
    const closing = { reflection: reflection || null, score: score ?? null, closedAt: now }
    const fields = {
      status: to,
      ...(!isOpen(to) && closing),
      // A pause is no time without movement.
      ...(to === 'active' && today > goal.movedOn && { moved_on: today }),
    }
    await goals.updateGoal(tx, scopeOf(actor), id, fields, now)
    const { payload, ...event } = eventOf(actor, id, goal)
    await record(deps, tx, { type: 'goal.moved', ...event, payload: { ...payload, from, to } })
    return answerGoal(deps, tx, actor, id)
  })
}
