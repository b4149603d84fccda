import { z } from 'zod'
import { ClientRole } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { ClientId, Email, IsoInstant, PageQuery, Photo, TimeZoneId, UserId, line, pageOf } from './values.ts'

/** States of product §4 and §6. */
export const ClientStatus = z.enum([
  'notInvited',
  'invited',
  'active',
  'declined',
  'expired',
  'paused',
  'finished',
  'archived',
])
export type ClientStatus = z.infer<typeof ClientStatus>

/** What the viewer may do with a client now. */
export const ClientAction = z.enum(['invite', 'resendInvitation', 'book'])
export type ClientAction = z.infer<typeof ClientAction>

export const ClientDto = z.object({
  id: ClientId,
  name: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  role: ClientRole,
  status: ClientStatus,
  photo: Photo.nullable(),
  timezone: z.string(),
  invitedAt: IsoInstant.nullable(),
  acceptedAt: IsoInstant.nullable(),
  nextSessionAt: IsoInstant.nullable(),
  lastSessionAt: IsoInstant.nullable(),
  openActions: z.int(),
  allowedActions: z.array(ClientAction),
  createdAt: IsoInstant,
  updatedAt: IsoInstant,
})
export type ClientDto = z.infer<typeof ClientDto>

/** One client alone: what lists show, and what the person wrote for their coach (product §18, `/profile/about`). */
export const ClientDetail = ClientDto.extend({
  aboutMe: z.string().nullable(),
  expectations: z.string().nullable(),
})
export type ClientDetail = z.infer<typeof ClientDetail>

export const NewClientBody = z.strictObject({
  name: line(2, 60),
  lastName: line(2, 80),
  email: Email,
  timezone: TimeZoneId.optional(),
  invite: z.boolean().default(false),
})
export type NewClientBody = z.infer<typeof NewClientBody>

const CoachIdParams = z.strictObject({ coachId: UserId })
const ClientIdParams = z.strictObject({ clientId: ClientId })

export const createClient = endpoint({
  method: 'POST',
  path: '/v1/client',
  access: 'paidCoach',
  summary: 'Creates a client and, when asked, mails the invitation',
  body: NewClientBody,
  response: ClientDetail,
  status: 201,
  errors: ['client.email_taken', 'client.own_email', 'auth.email_unverified'],
})

export const createClientOfCoach = endpoint({
  method: 'POST',
  path: '/v1/client/:coachId',
  access: 'paidCoach',
  summary: 'Creates a client under the coach id of the path (spec §7)',
  params: CoachIdParams,
  body: NewClientBody,
  response: ClientDetail,
  status: 201,
  errors: ['coach.not_found', 'client.email_taken', 'client.own_email', 'auth.email_unverified'],
})

export const getClient = endpoint({
  method: 'GET',
  path: '/v1/client/:clientId',
  access: 'paidCoach',
  summary: 'One client',
  params: ClientIdParams,
  response: ClientDetail,
  errors: ['client.not_found'],
})

export const ClientListQuery = PageQuery.extend({
  search: line(0, 120).optional(),
  status: ClientStatus.optional(),
})
export type ClientListQuery = z.infer<typeof ClientListQuery>

export const listClients = endpoint({
  method: 'GET',
  path: '/v1/client/coach/:coachId',
  access: 'paidCoach',
  summary: "A page of the coach's clients by name; archived ones only when asked for",
  params: CoachIdParams,
  query: ClientListQuery,
  response: pageOf(ClientDto),
  errors: ['coach.not_found'],
})

export const listActiveClients = endpoint({
  method: 'GET',
  path: '/v1/client/coach/:coachId/active',
  access: 'paidCoach',
  summary: "A page of the coach's active and paused clients",
  params: CoachIdParams,
  query: ClientListQuery.omit({ status: true }),
  response: pageOf(ClientDto),
  errors: ['coach.not_found'],
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/v1/client/:clientId/resendinvitation',
  access: 'paidCoach',
  summary: 'Mails a fresh invitation; links sent before stop working',
  params: ClientIdParams,
  response: ClientDetail,
  errors: ['client.not_found', 'client.wrong_state', 'client.resend_too_soon', 'auth.email_unverified'],
})
