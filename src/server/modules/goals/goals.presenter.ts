import type { ActionDto } from '#contract/actions/actions.ts'
import type { CheckInDto } from '#contract/goals/check-ins.ts'
import type { GoalAction, GoalDetail, GoalDto, GoalPoint } from '#contract/goals/goals.ts'
import { toWire } from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import * as goalPolicy from '../../policy/work/goal.policy.ts'
import type { Actor } from '../../policy/actor.ts'
import type { Texts } from '../../platform/texts.ts'
import { areaIn } from './goal-areas.presenter.ts'
import { healthOf } from './goal-health.domain.ts'
import { isOpen, milestoneProgress, pointsOf, progressOf, statusActions } from './goals.domain.ts'
import type { GoalRow } from './goals.repository.ts'
import { ticksOf } from './session-goals.domain.ts'
import type * as checkIns from './check-ins/check-ins.repository.ts'
import type * as parts from './goal-parts.repository.ts'

/** Points that a list shows of each goal. */
const MOST_POINTS = 30

/** A goal as the rules of its policy see it. */
export function subjectOf(row: GoalRow): goalPolicy.GoalSubject {
  // A client's scope holds their own goals and those of the groups they are in, so a group's row is one of a member.
  return { ...row, isMember: row.groupId !== null }
}

/** A goal as one side reads it, with its health on this day of its owner's zone and its area in their language. */
export function presentGoal(row: GoalRow, viewer: Actor, now: EpochMs, texts: Texts): GoalDto {
  const { milestones, noted, measure } = row
  const value = noted.at(-1)?.value ?? null
  const progress = measure === 'milestones' ? milestoneProgress(milestones) : progressOf(row, value)
  const next = milestones.filter(({ doneOn }) => doneOn === null).toSorted(byDate)
  return {
    id: row.id,
    clientId: row.clientId,
    group: row.groupId && { id: row.groupId, name: row.groupName! },
    title: row.title,
    why: row.why,
    area: areaIn(texts, viewer.language, row.area),
    measure,
    baseline: row.baseline,
    target: row.target,
    unit: row.unit,
    startDate: row.startsOn,
    targetDate: row.targetOn,
    status: row.status,
    value,
    progress,
    health: row.status === 'active' ? healthOf({ ...row, progress, today: dateOf(now, row.timezone) }) : null,
    milestones,
    nextMilestone: next[0] ?? null,
    points: pointsOf(row, noted, milestones).slice(-MOST_POINTS),
    openActions: row.openActions,
    reflection: row.reflection,
    score: row.score,
    closedAt: toWire(row.closedAt),
    allowedActions: allowedActions(row, viewer),
    createdBy: row.createdBy,
    createdAt: toWire(row.createdAt),
    updatedAt: toWire(row.updatedAt),
  }
}

/** What the detail of a goal adds to it. */
export type Parts = {
  noted: Awaited<ReturnType<typeof checkIns.listCheckIns>>
  wordings: Awaited<ReturnType<typeof parts.listWordings>>
  sessions: Awaited<ReturnType<typeof parts.listSessions>>
  actions: readonly ActionDto[]
}

/** One goal with everything around it. All that was noted is there, so its points are not cut off. */
export function presentDetail(
  row: GoalRow,
  { noted, wordings, sessions, actions }: Parts,
  viewer: Actor,
  now: EpochMs,
  texts: Texts,
): GoalDetail {
  const points: GoalPoint[] = pointsOf(row, noted.toReversed(), row.milestones)
  return {
    ...presentGoal(row, viewer, now, texts),
    points,
    checkIns: noted.map((each) => presentCheckIn(row, each, viewer)),
    wordings: wordings.map(({ title, why, target, targetOn, changedAt, changedBy }) => ({
      title,
      why,
      target,
      targetDate: targetOn,
      until: toWire(changedAt),
      changedBy,
    })),
    sessions: sessions.map(({ id, startsAt }) => ({ id, startsAt: toWire(startsAt) })),
    actions: [...actions],
  }
}

function presentCheckIn(
  goal: GoalRow,
  { clientId, name, milestones, ...noted }: Parts['noted'][number],
  viewer: Actor,
): CheckInDto {
  return {
    ...noted,
    milestones: ticksOf(milestones),
    by: clientId === null ? 'coach' : 'client',
    name: clientId === null ? null : name,
    canTakeBack: isOpen(goal.status) && goalPolicy.canTakeBack(viewer, subjectOf(goal), clientId),
  }
}

/** What the viewer may do now: what the goal's state allows, as far as they may write it. */
function allowedActions(row: GoalRow, viewer: Actor): GoalAction[] {
  const subject = subjectOf(row)
  const possible = statusActions(row.status)
  if (goalPolicy.can(viewer, 'write', subject)) return possible
  return goalPolicy.can(viewer, 'checkIn', subject) ? possible.filter((each) => each === 'checkIn') : []
}

// Undated ones come last, in the order in which they were written.
function byDate(a: { date: string | null }, b: { date: string | null }): number {
  return (a.date ?? '9') < (b.date ?? '9') ? -1 : Number((a.date ?? '9') > (b.date ?? '9'))
}
