import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  ActionId,
  ClientId,
  DateOn,
  GoalId,
  GroupId,
  IsoInstant,
  PageQuery,
  Photo,
  SessionId,
  UserId,
  line,
  pageOf,
  paragraph,
} from '../values.ts'

/** States of product §12; overdue is derived. */
export const ActionStatus = z.enum(['pending', 'inProgress', 'done', 'wontDo'])
export type ActionStatus = z.infer<typeof ActionStatus>

/** A new to-do of the coached person (product §12). */
export const NewAction = z.strictObject({ text: line(3, 200), dueOn: DateOn.optional() })
export type NewAction = z.infer<typeof NewAction>

/** What a viewer may do with an action besides changing its status. */
const ActionPermission = z.enum(['edit', 'comment', 'delete'])
export type ActionPermission = z.infer<typeof ActionPermission>

export const ActionDto = z.object({
  id: ActionId,
  clientId: ClientId,
  sessionId: SessionId.nullable(),
  /** The goal it is a step of: their own, or one of a group they are in. */
  goalId: GoalId.nullable(),
  /** The group it was given to; each of its people has a separate action. */
  groupId: GroupId.nullable(),
  text: z.string(),
  detail: z.string(),
  /** How it went, in the owner's words. */
  comment: z.string(),
  /** Why it was dropped. */
  reason: z.string(),
  dueOn: DateOn.nullable(),
  /** Whether the owner is reminded at 9:00 of that day, in their zone. */
  reminds: z.boolean(),
  status: ActionStatus,
  /** Past its due date in the client's zone and still open. */
  overdue: z.boolean(),
  completedAt: IsoInstant.nullable(),
  createdBy: z.enum(['coach', 'client']),
  /** For an open one how many sessions were held since it was agreed, else 0. */
  sessionsOpen: z.int(),
  /** Who changed the status last; null if it never changed. */
  changedBy: z.enum(['coach', 'client']).nullable(),
  /** The statuses the viewer may set now. */
  allowedStatuses: z.array(ActionStatus),
  allowedActions: z.array(ActionPermission),
  createdAt: IsoInstant,
  updatedAt: IsoInstant,
})
export type ActionDto = z.infer<typeof ActionDto>

export const listClientActions = endpoint({
  method: 'GET',
  path: '/v1/action/Client/:clientId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: "A page of a client's actions, by due date; open ones first",
  params: z.strictObject({ clientId: ClientId }),
  query: PageQuery.extend({ status: z.enum(['open', 'closed']).optional() }),
  /** `canAdd`: whether the viewer may add one now. */
  response: pageOf(ActionDto).extend({ canAdd: z.boolean() }),
  errors: ['client.not_found'],
})

/** Most characters of what an action asks for in detail, and of a comment on how it went. */
export const MOST_DETAIL = 2_000

/** How many sessions an action has been open for when its people are asked to make it smaller (product §12). */
export const SESSIONS_TOO_MANY = 3

const words = { detail: paragraph(MOST_DETAIL).optional(), reminds: z.boolean().optional() }

/**
 * A new action outside of a closing; a client's own needs no `clientId`. `sessionId` is the session in which it was agreed on
 * while it went on: it is part of that session's record. A client's is taken from an hour before until the session is closed.
 */
export const NewActionBody = NewAction.extend({
  ...words,
  clientId: ClientId.optional(),
  sessionId: SessionId.optional(),
  goalId: GoalId.optional(),
})
export type NewActionBody = z.infer<typeof NewActionBody>

export const createAction = endpoint({
  method: 'POST',
  path: '/v1/action',
  access: 'clientOrPaidCoach',
  summary:
    'Adds an action, by the coach for a client or by a client for themselves. The same one sent again within ten minutes is added once',
  body: NewActionBody,
  response: ActionDto,
  status: 201,
  errors: [
    'client.not_found',
    'session.not_found',
    'goal.not_found',
    'action.process_ended',
    'action.too_many',
  ],
})

const ActionIdParams = z.strictObject({ actionId: ActionId })

export const getAction = endpoint({
  method: 'GET',
  path: '/v1/action/:actionId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'One action',
  params: ActionIdParams,
  response: ActionDto,
  errors: ['action.not_found'],
})

/** The given fields of an action change; null takes the date or the goal away. */
export const ActionBody = z.strictObject({
  text: NewAction.shape.text.optional(),
  dueOn: DateOn.nullable().optional(),
  goalId: GoalId.nullable().optional(),
  comment: paragraph(MOST_DETAIL).optional(),
  ...words,
})
export type ActionBody = z.infer<typeof ActionBody>

export const putAction = endpoint({
  method: 'PUT',
  path: '/v1/action/:actionId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Changes the given fields: what it asks for while it is open, a comment always',
  params: ActionIdParams,
  body: ActionBody,
  response: ActionDto,
  errors: ['action.not_found', 'goal.not_found', 'action.wrong_state'],
})

export const deleteAction = endpoint({
  method: 'DELETE',
  path: '/v1/action/:actionId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Deletes an action; a client only one they added. It can be restored',
  params: ActionIdParams,
  errors: ['action.not_found', 'action.wrong_state'],
})

export const restoreAction = endpoint({
  method: 'POST',
  path: '/v1/action/:actionId/restore',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Puts a deleted action back as it was',
  params: ActionIdParams,
  response: ActionDto,
  errors: ['action.not_found', 'action.wrong_state', 'action.too_many'],
})

export const setActionStatus = endpoint({
  method: 'PUT',
  path: '/v1/action/:actionId/status',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Changes the status of an action; the same status again changes nothing',
  params: ActionIdParams,
  /** `reason` is kept for a dropped one. */
  body: z.strictObject({ status: ActionStatus, reason: paragraph(300).optional() }),
  response: ActionDto,
  errors: ['action.not_found', 'action.wrong_state', 'action.too_many'],
})

/** Which actions of a practice: open ones by due date, those past it, or closed ones, the latest first. */
export const PracticeActionsQuery = PageQuery.extend({
  status: z.enum(['open', 'overdue', 'closed']).default('open'),
  clientId: ClientId.optional(),
  groupId: GroupId.optional(),
  goalId: GoalId.optional(),
  search: line(0, 100).optional(),
})
export type PracticeActionsQuery = z.infer<typeof PracticeActionsQuery>

/** An action as its coach reads it among those of others. */
export const PracticeAction = ActionDto.extend({
  name: z.string(),
  photo: Photo.nullable(),
  groupName: z.string().nullable(),
})
export type PracticeAction = z.infer<typeof PracticeAction>

export const listCoachActions = endpoint({
  method: 'GET',
  path: '/v1/action/coach/:coachId',
  access: 'paidCoach',
  owner: 'practice',
  summary: 'A page of the actions of all clients',
  params: z.strictObject({ coachId: UserId }),
  query: PracticeActionsQuery,
  response: pageOf(PracticeAction),
  errors: ['coach.not_found'],
})
