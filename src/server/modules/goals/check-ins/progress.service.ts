import type { Transaction } from 'kysely'
import { valueErrors } from '#contract/goals/goal-measures.ts'
import type { CheckInBody, NotedMilestone } from '#contract/goals/check-ins.ts'
import type { GoalDetail, GoalStatusBody } from '#contract/goals/goals.ts'
import type { CheckInId, ClientId, DateOn, GoalId, GroupId, SessionId } from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import * as goalPolicy from '#server/policy/work/goal.policy.ts'
import type { Actor, CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { Refusal, found, refuseFields } from '#server/refusal.ts'
import { dayAfter, isSameContent, progressAfter } from './check-ins.domain.ts'
import * as checkIns from './check-ins.repository.ts'
import * as parts from '../goal-parts.repository.ts'
import { canBecome, isOpen, notedOnErrors, progressOf } from '../goals.domain.ts'
import { subjectOf } from '../goals.presenter.ts'
import * as goals from '../goals.repository.ts'
import { answerGoal, eventOf, lockWritable } from '../goals.service.ts'

/**
 * POST checkin: notes progress of an active goal, by its coach, its client or a member of its group. Sent again with its
 * key, as when an answer was lost, it is what was noted.
 * @throws Refusal `goal.not_found`, `goal.wrong_state`, `goal.check_in_differs`; fields outside the measure
 */
export function checkInGoal(
  deps: Deps,
  actor: Actor,
  id: GoalId,
  body: CheckInBody,
): Promise<GoalDetail & { checkInId: CheckInId }> {
  return deps.db.transaction().execute(async (tx) => {
    const goal = found(await goals.lockGoal(tx, scopeOf(actor), id), 'goal.not_found')
    const known = await findSent(tx, actor, goal, body)
    const checkInId = known ?? (await note(deps, tx, actor, goal, body, null))
    return { ...(await answerGoal(deps, tx, actor, id)), checkInId }
  })
}

/** What was noted with the key of a body. @throws Refusal `goal.check_in_differs` if that was something else */
async function findSent(
  tx: Transaction<DB>,
  actor: Actor,
  { id: goalId, coachId }: goals.GoalRow,
  { clientKey, value, comment, date, milestones = [] }: CheckInBody,
): Promise<CheckInId | undefined> {
  if (clientKey === undefined) return undefined
  const stored = await checkIns.findCheckIn(tx, { coachId, goalId }, { clientKey })
  if (!stored) return undefined
  const sent = { value: value ?? null, comment: comment || null, date, ticks: milestones }
  const ticks = (stored.milestones ?? []).flatMap(({ id, tick }) => (tick ? { id, done: tick.done } : []))
  if (stored.clientId === authorOf(actor) && isSameContent(sent, { ...stored, ticks })) return stored.id
  throw new Refusal('goal.check_in_differs')
}

const authorOf = (actor: Actor) => (actor.userType === 'client' ? actor.clientId : null)

/** What is noted of one goal while a session is closed. */
export type SessionCheckIn = Omit<CheckInBody, 'date' | 'clientKey'> & { goalId: GoalId }

/**
 * Notes progress of goals while a session is closed, in the caller's transaction: of its person, or of its group.
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

/**
 * Stores progress of a goal that is locked.
 * @returns the id of what was noted
 * @throws Refusal `goal.wrong_state`; fields outside the measure
 */
async function note(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  goal: goals.GoalRow,
  { value, comment, milestones: ticked = [], date: given, clientKey }: CheckInBody,
  sessionId: SessionId | null,
): Promise<CheckInId> {
  const now = deps.clock.now()
  const today = dateOf(now, goal.timezone)
  const date = given ?? today
  const isAllowed = goal.status === 'active' && goalPolicy.can(actor, 'checkIn', subjectOf(goal))
  if (!isAllowed) throw new Refusal('goal.wrong_state')
  refuseFields({
    ...valueErrors(goal.measure, value),
    ...notedOnErrors(date, goal.startsOn, today),
    ...milestoneErrors(goal, ticked),
    ...(value === undefined && !comment && ticked.length === 0 && { value: 'required' }),
  })
  const ofGoal = { coachId: goal.coachId, goalId: goal.id }
  const milestones = ticked.length > 0 ? notedMilestones(goal, ticked) : null
  const id = deps.newId<CheckInId>()
  await checkIns.insertCheckIn(
    tx,
    ofGoal,
    {
      id,
      clientId: authorOf(actor),
      sessionId,
      clientKey: clientKey ?? null,
      date,
      value: value ?? null,
      comment: comment || null,
      progress: progressThen(goal, { value, date, milestones }),
      milestones,
    },
    now,
  )
  if (milestones) await parts.replaceMilestones(tx, ofGoal, reached(goal, milestones, date))
  const moved = date > goal.movedOn ? { moved_on: date } : {}
  await goals.updateGoal(tx, scopeOf(actor), goal.id, moved, now)
  await record(deps, tx, { type: 'goal.checked_in', ...eventOf(actor, goal.id, goal) })
  return id
}

/** How far a goal is with what is noted, by its measure of now; null for words, and milestones beside another measure. */
function progressThen(
  goal: goals.GoalRow,
  {
    value,
    date,
    milestones,
  }: { value: number | undefined; date: DateOn; milestones: NotedMilestone[] | null },
): number | null {
  if (goal.measure === 'milestones') return milestones && progressAfter({ date, counts: true, milestones })
  return value === undefined ? null : progressOf(goal, value)
}

type Ticked = NonNullable<CheckInBody['milestones']>

function milestoneErrors(goal: goals.GoalRow, ticked: Ticked): Record<string, string> {
  const known = new Set(goal.milestones.map(({ id }) => id))
  const strange = ticked.findIndex(({ id }) => !known.has(id))
  return strange === -1 ? {} : { [`milestones.${strange}.id`]: 'milestone_unknown' }
}

/** All milestones of a goal as they are, with what is ticked now. */
function notedMilestones(goal: goals.GoalRow, ticked: Ticked): NotedMilestone[] {
  const done = new Map(ticked.map((each) => [each.id, each.done]))
  return goal.milestones.map(({ id, text, doneOn: was }) => {
    const isDone = done.get(id)
    return { id, was, ...(isDone !== undefined && { tick: { done: isDone, text } }) }
  })
}

/** The milestones of a goal after some were ticked. */
function reached(goal: goals.GoalRow, noted: readonly NotedMilestone[], date: DateOn): parts.MilestoneRow[] {
  const days = new Map(noted.map((each) => [each.id, dayAfter(each, date)]))
  return goal.milestones.map((each) => ({ ...each, doneOn: days.get(each.id) ?? null }))
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
