import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  AssignmentId,
  ClientId,
  DateOn,
  GroupId,
  PageQuery,
  ResourceId,
  SessionId,
  pageOf,
  paragraph,
} from '../values.ts'
import { AssignmentDto, GivenResource, ResourceDetail, ResourceState } from './resources.ts'

const params = z.strictObject({ resourceId: ResourceId })

/** Most people and groups of one call. */
export const MOST_ASSIGNED = 100

export const AssignBody = z.strictObject({
  clientIds: z.array(ClientId).max(MOST_ASSIGNED).default([]),
  groupIds: z.array(GroupId).max(MOST_ASSIGNED).default([]),
  /** With one of their sessions; without clients and groups it is for whom the session is. */
  sessionId: SessionId.optional(),
  message: paragraph(1_000).optional(),
  dueOn: DateOn.optional(),
})
export type AssignBody = z.infer<typeof AssignBody>

export const assignResource = endpoint({
  method: 'POST',
  path: '/v1/resource/:resourceId/assign',
  access: 'paidCoach',
  owner: 'scope',
  summary:
    'Gives a published resource to clients, groups or a session. Who has it already gets the new message and date',
  params,
  body: AssignBody,
  response: ResourceDetail,
  errors: [
    'resource.not_found',
    'resource.not_published',
    'client.not_found',
    'group.not_found',
    'session.not_found',
    'resource.process_ended',
    'resource.group_ended',
  ],
})

export const listAssignments = endpoint({
  method: 'GET',
  path: '/v1/resource/:resourceId/assign',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'A page of whom a resource was given to, the newest first, each with everybody it reaches by name',
  params,
  query: PageQuery,
  response: pageOf(AssignmentDto),
  errors: ['resource.not_found'],
})

const assignmentParams = params.extend({ assignmentId: AssignmentId })

export const withdrawResource = endpoint({
  method: 'DELETE',
  path: '/v1/resource/:resourceId/assign/:assignmentId',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Takes a resource back from whom it was given to; what they did with it is kept',
  params: assignmentParams,
  errors: ['resource.not_found', 'resource.assignment_not_found'],
})

export const giveBackResource = endpoint({
  method: 'POST',
  path: '/v1/resource/:resourceId/assign/:assignmentId/restore',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Undoes that',
  params: assignmentParams,
  response: ResourceDetail,
  errors: ['resource.not_found', 'resource.assignment_not_found'],
})

export const viewResource = endpoint({
  method: 'POST',
  path: '/v1/resource/:resourceId/view',
  access: 'client',
  owner: 'scope',
  summary: 'Notes that the person opened it; later times change nothing',
  params,
  response: ResourceDetail,
  errors: ['resource.not_found'],
})

export const completeResource = endpoint({
  method: 'POST',
  path: '/v1/resource/:resourceId/complete',
  access: 'client',
  owner: 'scope',
  summary: 'Marks it as completed, or takes that back',
  params,
  body: z.strictObject({ completed: z.boolean().default(true) }),
  response: ResourceDetail,
  errors: ['resource.not_found'],
})

/** `state` picks one; each answer counts all of them. */
const GivenQuery = PageQuery.extend({ state: ResourceState.optional() })
export type GivenQuery = z.infer<typeof GivenQuery>

const GivenPage = pageOf(GivenResource).extend({
  counts: z.object({ assigned: z.int(), viewed: z.int(), completed: z.int() }),
})

export const listClientResources = endpoint({
  method: 'GET',
  path: '/v1/resource/Client/:clientId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'A page of what a client has, of their groups too: what is due first, then the newest',
  params: z.strictObject({ clientId: ClientId }),
  query: GivenQuery,
  response: GivenPage,
  errors: ['client.not_found'],
})

/** What a group or a session was given. */
export const GroupResource = z.object({
  assignmentId: AssignmentId,
  resource: GivenResource.omit({
    state: true,
    overdue: true,
    viewedAt: true,
    completedAt: true,
  }),
  /** Of the people who have it by this: how many there are, have seen it and have completed it. */
  people: z.int(),
  viewed: z.int(),
  completed: z.int(),
})
export type GroupResource = z.infer<typeof GroupResource>

export const listGroupResources = endpoint({
  method: 'GET',
  path: '/v1/resource/Group/:groupId',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'A page of what a group has, the newest first',
  params: z.strictObject({ groupId: GroupId }),
  query: PageQuery,
  response: pageOf(GroupResource),
  errors: ['group.not_found'],
})

export const listSessionResources = endpoint({
  method: 'GET',
  path: '/v1/resource/Session/:sessionId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'What was given with a session, the newest first',
  params: z.strictObject({ sessionId: SessionId }),
  response: z.object({ data: z.array(GroupResource) }),
  errors: ['session.not_found'],
})
