import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  ActionId,
  ClientId,
  DateOn,
  GoalId,
  IsoInstant,
  PageQuery,
  SessionId,
  line,
  pageOf,
} from './values.ts'

/** States of product §12; overdue is derived. */
export const ActionStatus = z.enum(['pending', 'inProgress', 'done', 'wontDo'])
export type ActionStatus = z.infer<typeof ActionStatus>

/** A new to-do of the coached person (product §12). */
export const NewAction = z.strictObject({ text: line(3, 200), dueOn: DateOn.optional() })
export type NewAction = z.infer<typeof NewAction>

export const ActionDto = z.object({
  id: ActionId,
  clientId: ClientId,
  sessionId: SessionId.nullable(),
  /** The goal it is a step of: their own, or one of a group they are in. */
  goalId: GoalId.nullable(),
  text: z.string(),
  dueOn: DateOn.nullable(),
  status: ActionStatus,
  /** Past its due date in the client's zone and still open. */
  overdue: z.boolean(),
  completedAt: IsoInstant.nullable(),
  /** Who changed the status last; null if it never changed. */
  changedBy: z.enum(['coach', 'client']).nullable(),
  /** The statuses the viewer may set now. */
  allowedStatuses: z.array(ActionStatus),
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

/** A new action outside of a closing; a client's own needs no `clientId`. */
export const NewActionBody = NewAction.extend({
  clientId: ClientId.optional(),
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
  errors: ['client.not_found', 'goal.not_found', 'action.process_ended', 'action.too_many'],
})

export const setActionStatus = endpoint({
  method: 'PUT',
  path: '/v1/action/:actionId/status',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Changes the status of an action; the same status again changes nothing',
  params: z.strictObject({ actionId: ActionId }),
  body: z.strictObject({ status: ActionStatus }),
  response: ActionDto,
  errors: ['action.not_found', 'action.wrong_state'],
})
