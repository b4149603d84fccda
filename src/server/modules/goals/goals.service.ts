import type { Kysely, Transaction } from 'kysely'
import type { GoalBody, GoalDetail, GoalDto, GoalListQuery, NewGoalBody } from '#contract/goals/goals.ts'
import { measuredOf, numberErrors } from '#contract/goals/goal-measures.ts'
import type { ClientStatus } from '#contract/clients.ts'
import type { GroupStatus } from '#contract/groups.ts'
import type { ClientId, DateOn, GoalId, GroupId, MilestoneId } from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import * as goalPolicy from '../../policy/work/goal.policy.ts'
import type { Actor, CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found, refuseFields } from '../../refusal.ts'
import { repeatsSince } from '../actions/actions.domain.ts'
import { openActionsOfGoal } from '../actions/actions.service.ts'
import { forgetCheckIns, listCheckIns } from './check-ins/check-ins.repository.ts'
import * as parts from './goal-parts.repository.ts'
import {
  MOST_OPEN,
  clientTakesGoals,
  dateErrors,
  groupTakesGoals,
  isCrowded,
  isOpen,
  isStoredList,
} from './goals.domain.ts'
import { presentDetail, presentGoal, subjectOf } from './goals.presenter.ts'
import * as owners from './goal-owners.repository.ts'
import * as goals from './goals.repository.ts'

/** GET: a page of a client's goals with those of their groups, or of a group's goals. */
export async function listGoals(deps: Deps, actor: Actor, owner: owners.OwnerKey, query: GoalListQuery) {
  const scope = scopeOf(actor)
  const [list, whose] = await Promise.all([
    goals.listGoals(deps.db, scope, owner, query.status, query),
    owners.findOwner(deps.db, scope, owner),
  ])
  const { process, active } = found(whose, missing(owner))
  const now = deps.clock.now()
  return {
    data: list.rows.map((row) => presentGoal(row, actor, now, deps.texts)),
    total: list.total,
    page: query.page,
    items: query.items,
    active,
    crowded: isCrowded(active),
    canAdd: mayAdd(actor, owner, process),
  }
}

/** GET: one goal with everything around it. */
export function getGoal(deps: Deps, actor: Actor, id: GoalId): Promise<GoalDetail> {
  return answerGoal(deps, deps.db, actor, id)
}

/**
 * POST: a new goal. The same one again, as when an answer was lost, is the one that was added.
 * @throws Refusal `client.not_found`, `group.not_found`, `goal.process_ended`, `goal.too_many`; `auth.forbidden` for a
 * member's group; fields that its measure does not take, and dates that have passed
 */
export function createGoal(deps: Deps, actor: Actor, body: NewGoalBody): Promise<GoalDetail> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const owner = found(goalPolicy.ownerOf(actor, body), 'client.not_found')
    const whose = found(await owners.lockOwner(tx, scope, owner), missing(owner))
    if (actor.userType === 'client' && 'groupId' in owner) throw new Refusal('auth.forbidden')
    if (!mayAdd(actor, owner, whose.process)) throw new Refusal('goal.process_ended')
    const today = dateOf(now, whose.timezone)
    const fields = newFields(body, today)
    const { open, repeated } = await owners.countOpenAndFind(
      tx,
      owner,
      { ...body, title: fields.title },
      repeatsSince(now),
    )
    if (repeated !== null) return answerGoal(deps, tx, actor, repeated)
    if (open >= MOST_OPEN) throw new Refusal('goal.too_many')
    const id = deps.newId<GoalId>()
    const { coachId, userType: createdBy } = actor
    await goals.insertGoal(tx, { id, coachId, owner, measure: body.measure, createdBy, fields }, now)
    const milestones = body.milestones.map((each) => milestoneOf(deps, each, null))
    await parts.replaceMilestones(tx, { coachId, goalId: id }, milestones)
    const key = { clientId: null, groupId: null, ...owner }
    await record(deps, tx, { type: 'goal.created', ...eventOf(actor, id, key) })
    return answerGoal(deps, tx, actor, id)
  })
}

/** The columns of a new goal. @throws Refusal for dates that have passed */
function newFields(body: NewGoalBody, today: DateOn) {
  const { measure, startDate: startsOn = today, targetDate: targetOn = null } = body
  const measured = measuredOf(measure, body)
  refuseFields(dateErrors({ startsOn, targetOn }, today, true))
  return {
    title: body.title.normalize('NFC'),
    why: body.why?.trim() || null,
    area: body.area || null,
    baseline: measured.baseline,
    target: measured.target,
    unit: body.unit || null,
    starts_on: startsOn,
    target_on: targetOn,
    moved_on: startsOn > today ? startsOn : today,
  }
}

/**
 * PUT: changes the given fields of an open goal; how it was worded before is kept.
 * @throws Refusal `goal.not_found`, `goal.wrong_state`, `auth.forbidden`; `goal.conflict` if the milestones were edited
 * after what the new ones were written on
 */
export function putGoal(deps: Deps, actor: Actor, id: GoalId, body: GoalBody): Promise<GoalDetail> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const goal = await lockWritable(tx, actor, id)
    if (!isOpen(goal.status)) throw new Refusal('goal.wrong_state')
    const after = changed(goal, body, dateOf(now, goal.timezone))
    const ofGoal = { coachId: goal.coachId, goalId: id }
    if (isReworded(goal, after)) {
      const wording = { ...goal, id: deps.newId<string>(), changedBy: actor.userType }
      await parts.insertWording(tx, ofGoal, wording, now)
    }
    const milestones = editedMilestones(goal, body)
    const worded = actor.userType === 'client' && { client_worded: true }
    await goals.updateGoal(tx, scope, id, { ...after, ...worded }, now)
    if (milestones) {
      const known = new Map(goal.milestones.map((each) => [each.id, each]))
      const kept = milestones.map((each) => milestoneOf(deps, each, known))
      await parts.replaceMilestones(tx, ofGoal, kept)
    }
    await record(deps, tx, { type: 'goal.changed', ...eventOf(actor, id, goal) })
    return answerGoal(deps, tx, actor, id)
  })
}

/** The columns of a changed goal. @throws Refusal for fields that its measure does not take, and dates */
function changed(goal: goals.GoalRow, body: GoalBody, today: DateOn) {
  const { startDate: startsOn = goal.startsOn, targetDate: targetOn = goal.targetOn } = body
  const given = { baseline: body.baseline, target: body.target, unit: body.unit }
  const { baseline = goal.baseline, target = goal.target } = body
  const milestones = body.milestones ?? goal.milestones
  refuseFields({
    ...numberErrors({ measure: goal.measure, baseline, target }, given),
    ...dateErrors({ startsOn, targetOn }, today, targetOn !== goal.targetOn),
    ...(goal.measure === 'milestones' && milestones.length === 0 && { milestones: 'milestone_required' }),
  })
  return {
    title: body.title?.normalize('NFC') ?? goal.title,
    why: body.why === undefined ? goal.why : body.why || null,
    area: body.area === undefined ? goal.area : body.area || null,
    baseline,
    target,
    unit: body.unit === undefined ? goal.unit : body.unit || null,
    starts_on: startsOn,
    target_on: targetOn,
  }
}

function isReworded(goal: goals.GoalRow, after: ReturnType<typeof changed>): boolean {
  return (
    goal.title !== after.title ||
    goal.why !== after.why ||
    goal.target !== after.target ||
    goal.targetOn !== after.target_on
  )
}

/**
 * The milestones that an edit puts in the place of those stored, if they differ: ticks make no other list.
 * @throws Refusal `goal.conflict`
 */
function editedMilestones({ milestones: stored }: goals.GoalRow, body: GoalBody): GoalBody['milestones'] {
  const { milestones, milestonesBasedOn: basedOn } = body
  if (milestones === undefined || isStoredList(milestones, stored)) return undefined
  if (basedOn !== undefined && !isStoredList(basedOn, stored)) throw new Refusal('goal.conflict')
  return milestones
}

type TypedMilestone = { id?: MilestoneId | undefined; text: string; date?: DateOn | null | undefined }

/**
 * A milestone to store: a known one keeps its id and whether it is reached, any other is new. Taken from the known ones,
 * so that one that is listed twice is new the second time.
 */
function milestoneOf(
  deps: Deps,
  { id, text, date }: TypedMilestone,
  known: Map<MilestoneId, parts.MilestoneRow> | null,
): parts.MilestoneRow {
  const before = id && known?.get(id)
  if (before) known?.delete(before.id)
  return {
    id: before?.id ?? deps.newId<MilestoneId>(),
    text,
    date: date ?? null,
    doneOn: before?.doneOn ?? null,
  }
}

/** DELETE: deletes a goal, which can be restored; its actions stay. */
export function deleteGoal(deps: Deps, actor: Actor, id: GoalId): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    const goal = await lockWritable(tx, actor, id)
    await goals.markDeleted(tx, scopeOf(actor), id, deps.clock.now())
    await record(deps, tx, { type: 'goal.deleted', ...eventOf(actor, id, goal) })
  })
}

/**
 * POST restore: puts a deleted goal back.
 * @throws Refusal `goal.not_found`, `goal.wrong_state`, `goal.too_many`; `auth.forbidden` for a member
 */
export function restoreGoal(deps: Deps, actor: Actor, id: GoalId): Promise<GoalDetail> {
  return deps.db.transaction().execute(async (tx) => {
    // Before the goal, which is the order of an addition.
    await owners.lockOwnerOf(tx, scopeOf(actor), id)
    const goal = await lockWritable(tx, actor, id, true)
    const comesBack = isOpen(goal.status)
    if (comesBack && (await owners.countOpen(tx, owners.ownerKeyOf(goal))) >= MOST_OPEN) {
      throw new Refusal('goal.too_many')
    }
    await goals.markDeleted(tx, scopeOf(actor), id, null)
    await record(deps, tx, { type: 'goal.restored', ...eventOf(actor, id, goal) })
    return answerGoal(deps, tx, actor, id)
  })
}

/** The open goals of some people, or of a group that they meet in. */
export async function openGoalsOf(
  deps: Deps,
  actor: CoachActor,
  of: { people: readonly ClientId[]; groupId: GroupId | null },
): Promise<GoalDto[]> {
  const rows = await goals.listOpenOf(deps.db, scopeOf(actor), of)
  const now = deps.clock.now()
  return rows.map((row) => presentGoal(row, actor, now, deps.texts))
}

/** Removes goals that were deleted long ago. */
export const forgetDeletedGoals = goals.forgetGoals

/** Removes what was noted and taken back long ago. */
export const forgetTakenBack = forgetCheckIns

/**
 * A goal that the actor may write, locked.
 * @throws Refusal `goal.not_found`; `goal.wrong_state` once the person's process has ended; `auth.forbidden` for a member
 */
export async function lockWritable(
  tx: Transaction<DB>,
  actor: Actor,
  id: GoalId,
  deleted = false,
): Promise<goals.GoalRow> {
  const goal = found(await goals.lockGoal(tx, scopeOf(actor), id, deleted), 'goal.not_found')
  if (goalPolicy.can(actor, 'write', subjectOf(goal))) return goal
  throw new Refusal(goal.groupId === null ? 'goal.wrong_state' : 'auth.forbidden')
}

/** A goal with everything around it, read through `db`: the transaction that changed it, or the pool. */
export async function answerGoal(deps: Deps, db: Kysely<DB>, actor: Actor, id: GoalId): Promise<GoalDetail> {
  const scope = scopeOf(actor)
  const row = found(await goals.findGoal(db, scope, id), 'goal.not_found')
  const ofGoal = { coachId: row.coachId, goalId: id }
  const [noted, wordings, sessions, actions] = await Promise.all([
    listCheckIns(db, ofGoal),
    parts.listWordings(db, ofGoal),
    parts.listSessions(db, scope, id),
    openActionsOfGoal(deps, db, actor, id),
  ])
  return presentDetail(row, { noted, wordings, sessions, actions }, actor, deps.clock.now(), deps.texts)
}

/** The parts of an event of a goal that are the same for all of them. */
export function eventOf(
  { coachId, userId: actorUserId, userType: by }: Actor,
  subjectId: GoalId,
  { clientId, groupId }: { clientId: ClientId | null; groupId: GroupId | null },
) {
  return { coachId, actorUserId, subjectId, payload: { clientId, groupId, by } }
}

const missing = (owner: owners.OwnerKey) => ('clientId' in owner ? 'client.not_found' : 'group.not_found')

/** Whether somebody may add a goal to an owner whose process is in this state. */
function mayAdd(actor: Actor, owner: owners.OwnerKey, process: ClientStatus | GroupStatus): boolean {
  const takes =
    'clientId' in owner ? clientTakesGoals(process as ClientStatus) : groupTakesGoals(process as GroupStatus)
  const subject = { coachId: actor.coachId, clientId: null, groupId: null, ...owner, process }
  return takes && goalPolicy.can(actor, 'write', { ...subject, isMember: actor.userType === 'client' })
}
