import { z } from 'zod'
import { ActionDto } from '../actions/actions.ts'
import { endpoint } from '../endpoint.ts'
import { CheckInBody, CheckInDto } from './check-ins.ts'
import { GoalMeasure, MOST_MILESTONES, amount, measuredOf, numberErrors } from './goal-measures.ts'
import {
  CheckInId,
  ClientId,
  DateOn,
  GoalId,
  GroupId,
  IsoInstant,
  MilestoneId,
  PageQuery,
  SessionId,
  line,
  pageOf,
  paragraph,
} from '../values.ts'

/** States of product §11. */
export const GoalStatus = z.enum(['active', 'paused', 'achieved', 'partial', 'dropped'])
export type GoalStatus = z.infer<typeof GoalStatus>

/** What a viewer may do with a goal now; the five in the middle are changes of its status. */
export const GoalAction = z.enum([
  'edit',
  'checkIn',
  'pause',
  'resume',
  'achieve',
  'achievePart',
  'drop',
  'delete',
])
export type GoalAction = z.infer<typeof GoalAction>

/** How a goal is doing, with its reason; `days` and `points` are numbers of the reason's text. */
export const GoalHealth = z.object({
  level: z.enum(['onTrack', 'attention', 'rethink']),
  reason: z.enum(['complete', 'early', 'onPace', 'moving', 'still', 'behind', 'late']),
  /** Days without movement (`still`), or since the target date (`late`). */
  days: z.int(),
  /** Percentage points behind the time that has passed (`behind`). */
  points: z.int(),
})
export type GoalHealth = z.infer<typeof GoalHealth>

export const MilestoneDto = z.object({
  id: MilestoneId,
  text: z.string(),
  date: DateOn.nullable(),
  /** Null while it is not reached. */
  doneOn: DateOn.nullable(),
})
export type MilestoneDto = z.infer<typeof MilestoneDto>

/** Progress from 0 to 100 at the end of a day. */
export const GoalPoint = z.object({ date: DateOn, progress: z.int() })
export type GoalPoint = z.infer<typeof GoalPoint>

export const GoalDto = z.object({
  id: GoalId,
  /** The client it belongs to; null for a goal of a group. */
  clientId: ClientId.nullable(),
  /** The group it belongs to; null for a goal of one person. */
  group: z.object({ id: GroupId, name: z.string() }).nullable(),
  title: z.string(),
  why: z.string().nullable(),
  area: z.string().nullable(),
  measure: GoalMeasure,
  /** Only of measures with numbers, as are `target` and `value`. */
  baseline: z.number().nullable(),
  target: z.number().nullable(),
  unit: z.string().nullable(),
  startDate: DateOn,
  targetDate: DateOn.nullable(),
  status: GoalStatus,
  /** The last value that was noted; null before the first. */
  value: z.number().nullable(),
  /** From 0 to 100. */
  progress: z.int(),
  /** Of active goals. */
  health: GoalHealth.nullable(),
  milestones: z.array(MilestoneDto),
  nextMilestone: MilestoneDto.nullable(),
  /** The last days on which progress was noted, oldest first. */
  points: z.array(GoalPoint),
  openActions: z.int(),
  reflection: z.string().nullable(),
  score: z.int().nullable(),
  closedAt: IsoInstant.nullable(),
  allowedActions: z.array(GoalAction),
  createdBy: z.enum(['coach', 'client']),
  createdAt: IsoInstant,
  updatedAt: IsoInstant,
})
export type GoalDto = z.infer<typeof GoalDto>

/** How a goal was worded until it was changed. */
export const GoalWording = z.object({
  title: z.string(),
  why: z.string().nullable(),
  target: z.number().nullable(),
  targetDate: DateOn.nullable(),
  until: IsoInstant,
  changedBy: z.enum(['coach', 'client']),
})
export type GoalWording = z.infer<typeof GoalWording>

export const GoalDetail = GoalDto.extend({
  /** Newest first. */
  checkIns: z.array(CheckInDto),
  /** Earlier wordings, newest first. */
  wordings: z.array(GoalWording),
  /** Sessions in which it was noted or an action for it was agreed, newest first. */
  sessions: z.array(z.object({ id: SessionId, startsAt: IsoInstant })),
  /** Its open actions that the viewer may see, by due date. */
  actions: z.array(ActionDto),
})
export type GoalDetail = z.infer<typeof GoalDetail>

const milestone = { text: line(2, 120), date: DateOn.nullish() }
const words = {
  why: paragraph(1000).nullish(),
  area: line(0, 40).nullish(),
  unit: line(0, 20).nullish(),
  targetDate: DateOn.nullish(),
}

/** The fields of a new goal, as a form fills them in. */
export const NewGoalFields = z.strictObject({
  clientId: ClientId.optional(),
  groupId: GroupId.optional(),
  title: line(5, 120),
  ...words,
  measure: GoalMeasure,
  baseline: amount.optional(),
  target: amount.optional(),
  startDate: DateOn.optional(),
  milestones: z.array(z.strictObject(milestone)).max(MOST_MILESTONES).default([]),
})

type MeasuredFields = Pick<z.infer<typeof NewGoalFields>, 'measure' | 'baseline' | 'target' | 'unit'> & {
  milestones: readonly unknown[]
}

/** Refuses numbers that a measure does not take, and a goal of milestones without any. */
export function refuseMeasure(fields: MeasuredFields, context: z.RefinementCtx): void {
  const { measure, milestones, ...typed } = fields
  const { baseline, target, unit } = typed
  const errors = numberErrors(measuredOf(measure, typed), { baseline, target, unit })
  if (measure === 'milestones' && milestones.length === 0) errors['milestones'] = 'milestone_required'
  for (const [field, message] of Object.entries(errors)) {
    context.addIssue({ code: 'custom', path: [field], message })
  }
}

/** A new goal; a client's own needs no `clientId`. */
export const NewGoalBody = NewGoalFields.superRefine(refuseMeasure).refine(
  ({ clientId, groupId }) => clientId === undefined || groupId === undefined,
  { path: ['groupId'], error: 'unknown_key' },
)
export type NewGoalBody = z.infer<typeof NewGoalBody>

/**
 * Given fields are changed; null clears one. `milestones` is the whole list: one that is left out is removed.
 * `milestonesBasedOn` is the list that it was written on; without it, it replaces what is there, whatever it is by now.
 */
export const GoalBody = z.strictObject({
  title: line(5, 120).optional(),
  ...words,
  baseline: amount.optional(),
  target: amount.optional(),
  startDate: DateOn.optional(),
  milestones: z
    .array(z.strictObject({ id: MilestoneId.optional(), ...milestone }))
    .max(MOST_MILESTONES)
    .optional(),
  milestonesBasedOn: z
    .array(z.strictObject({ id: MilestoneId, ...milestone }))
    .max(MOST_MILESTONES)
    .optional(),
})
export type GoalBody = z.infer<typeof GoalBody>

/** A change of status; words and a score come with the end of a goal. */
export const GoalStatusBody = z
  .strictObject({
    status: GoalStatus,
    reflection: paragraph(2000).optional(),
    score: z.int().min(1).max(10).optional(),
  })
  .superRefine(({ status, ...closing }, context) => {
    if (status !== 'active' && status !== 'paused') return
    for (const field of ['reflection', 'score'] as const) {
      if (closing[field] !== undefined)
        context.addIssue({ code: 'custom', path: [field], message: 'unknown_key' })
    }
  })
export type GoalStatusBody = z.infer<typeof GoalStatusBody>

export const GoalListQuery = PageQuery.extend({ status: z.enum(['open', 'closed']).optional() })
export type GoalListQuery = z.infer<typeof GoalListQuery>

/** `active`: how many of the person's or group's own goals are active; `crowded` if that is more than a few. */
const GoalPage = pageOf(GoalDto).extend({ active: z.int(), crowded: z.boolean(), canAdd: z.boolean() })

const GoalParams = z.strictObject({ goalId: GoalId })

export const createGoal = endpoint({
  method: 'POST',
  path: '/v1/goal',
  access: 'clientOrPaidCoach',
  summary:
    'A new goal, by the coach for a client or group or by a client for themselves. The same one sent again within ten minutes is added once',
  body: NewGoalBody,
  response: GoalDetail,
  status: 201,
  errors: ['client.not_found', 'group.not_found', 'goal.process_ended', 'goal.too_many'],
})

export const listClientGoals = endpoint({
  method: 'GET',
  path: '/v1/goal/Client/:clientId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: "A page of a client's goals, those of their groups included; open ones first, by target date",
  params: z.strictObject({ clientId: ClientId }),
  query: GoalListQuery,
  response: GoalPage,
  errors: ['client.not_found'],
})

export const listGroupGoals = endpoint({
  method: 'GET',
  path: '/v1/goal/Group/:groupId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: "A page of a group's goals, for its coach and its members",
  params: z.strictObject({ groupId: GroupId }),
  query: GoalListQuery,
  response: GoalPage,
  errors: ['group.not_found'],
})

export const getGoal = endpoint({
  method: 'GET',
  path: '/v1/goal/:goalId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'One goal with what was noted, its earlier wordings, its sessions and its open actions',
  params: GoalParams,
  response: GoalDetail,
  errors: ['goal.not_found'],
})

export const putGoal = endpoint({
  method: 'PUT',
  path: '/v1/goal/:goalId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary:
    'Changes what is given, while the goal is open; the wording before is kept. Milestones that were written on an older list are refused, and a list that is stored already changes nothing',
  params: GoalParams,
  body: GoalBody,
  response: GoalDetail,
  errors: ['goal.not_found', 'goal.wrong_state', 'goal.conflict'],
})

export const checkInGoal = endpoint({
  method: 'POST',
  path: '/v1/goal/:goalId/checkin',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary:
    'Notes progress of an active goal; the last value of a day counts. With a `clientKey` it is stored once, however often it is sent',
  params: GoalParams,
  body: CheckInBody,
  /** With the id of what was noted. */
  response: GoalDetail.extend({ checkInId: CheckInId }),
  errors: ['goal.not_found', 'goal.wrong_state', 'goal.check_in_differs'],
})

const CheckInParams = GoalParams.extend({ checkInId: CheckInId })

export const takeBackCheckIn = endpoint({
  method: 'DELETE',
  path: '/v1/goal/:goalId/checkin/:checkInId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary:
    'Takes noted progress of an open goal back, by who noted it or the coach; everything that follows from it is computed again',
  params: CheckInParams,
  response: GoalDetail,
  errors: ['goal.not_found', 'goal.check_in_not_found', 'goal.check_in_kept', 'goal.wrong_state'],
})

export const restoreCheckIn = endpoint({
  method: 'POST',
  path: '/v1/goal/:goalId/checkin/:checkInId/restore',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Puts noted progress back that was taken back',
  params: CheckInParams,
  response: GoalDetail,
  errors: ['goal.not_found', 'goal.check_in_not_found', 'goal.check_in_kept', 'goal.wrong_state'],
})

export const setGoalStatus = endpoint({
  method: 'PUT',
  path: '/v1/goal/:goalId/status',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'active ↔ paused → achieved, partial or dropped, with a reflection and a score',
  params: GoalParams,
  body: GoalStatusBody,
  response: GoalDetail,
  errors: ['goal.not_found', 'goal.wrong_state'],
})

export const deleteGoal = endpoint({
  method: 'DELETE',
  path: '/v1/goal/:goalId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Deletes a goal; it can be restored',
  params: GoalParams,
  errors: ['goal.not_found', 'goal.wrong_state'],
})

export const restoreGoal = endpoint({
  method: 'POST',
  path: '/v1/goal/:goalId/restore',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Puts a deleted goal back',
  params: GoalParams,
  response: GoalDetail,
  errors: ['goal.not_found', 'goal.wrong_state', 'goal.too_many'],
})
