import { z } from 'zod'
import { ActionDto, NewActionBody } from './actions.ts'
import { endpoint } from '../endpoint.ts'
import { ClientId, GroupId, PageQuery, pageOf } from '../values.ts'

/** What a group was asked for at once: the words, and the action of each person who got them. */
const Assignment = z.object({
  /** The same for all actions that were given together. */
  id: z.uuid(),
  text: z.string(),
  actions: z.array(ActionDto),
})

/** A person of the group as a row of its actions; `isIn` is false for somebody who left. */
const GroupPerson = z.object({ clientId: ClientId, name: z.string(), isIn: z.boolean() })

export const listGroupActions = endpoint({
  method: 'GET',
  path: '/v1/action/Group/:groupId',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'A page of what a group was asked for, the latest first, with the action of each person',
  params: z.strictObject({ groupId: GroupId }),
  query: PageQuery,
  /** `people` are all who have one of these actions or are in the group; `canAdd` whether it can get new ones. */
  response: pageOf(Assignment).extend({ people: z.array(GroupPerson), canAdd: z.boolean() }),
  errors: ['group.not_found'],
})

/** Without `people` everybody who is in the group gets an action. Its goal is one of the group. */
export const GroupActionBody = NewActionBody.omit({ clientId: true }).extend({
  people: z.array(ClientId).min(1).max(200).optional(),
})
export type GroupActionBody = z.infer<typeof GroupActionBody>

export const assignToGroup = endpoint({
  method: 'POST',
  path: '/v1/action/Group/:groupId',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Gives an action to everybody of a group, or to some: one row each, all or nothing',
  params: z.strictObject({ groupId: GroupId }),
  body: GroupActionBody,
  response: z.object({ data: z.array(ActionDto) }),
  status: 201,
  errors: [
    'group.not_found',
    'session.not_found',
    'goal.not_found',
    'group.wrong_state',
    'group.nobody_in',
    'action.too_many',
  ],
})
