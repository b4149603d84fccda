import { z } from 'zod'
import { ClientRole } from './account/auth.ts'
import { endpoint } from './endpoint.ts'
import { Telephone } from './links/link.ts'
import {
  ClientId,
  Country,
  DateOn,
  Email,
  IsoInstant,
  PageQuery,
  Photo,
  TimeZoneId,
  UserId,
  line,
  pageOf,
  paragraph,
} from './values.ts'

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

/** What the coach may do with a client now. `share` makes a link for WhatsApp or the clipboard (product §4). */
export const ClientAction = z.enum([
  'invite',
  'resendInvitation',
  'share',
  'book',
  'addAction',
  'pause',
  'resume',
  'finish',
  'reactivate',
  'archive',
  'restore',
])
export type ClientAction = z.infer<typeof ClientAction>

/**
 * How regularly a client works, shown to the coach only (product §6): *Al día*, *En riesgo*, *Sin ritmo*, by the whole
 * days since the last session held or the client's own last step; with overdue actions at best *En riesgo*.
 */
export const Rhythm = z.object({ level: z.enum(['onTrack', 'atRisk', 'lost']), days: z.int() })
export type Rhythm = z.infer<typeof Rhythm>

/**
 * Why a client needs attention (product §6). `number` is what the reason counts: days without progress, overdue
 * actions; null if it counts nothing.
 */
export const AttentionReason = z.object({
  kind: z.enum(['rhythm', 'overdueActions', 'invitationExpired', 'invitationDeclined']),
  number: z.int().nullable(),
})
export type AttentionReason = z.infer<typeof AttentionReason>

const optionalText = z.string().nullable()

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
  whatsapp: optionalText,
  phone: optionalText,
  companyName: optionalText,
  country: optionalText,
  tags: z.array(z.string()),
  invitedAt: IsoInstant.nullable(),
  acceptedAt: IsoInstant.nullable(),
  /** True once the person deleted their account: the record has no name and address any more, and is only read. */
  accountEnded: z.boolean(),
  nextSessionAt: IsoInstant.nullable(),
  lastSessionAt: IsoInstant.nullable(),
  openActions: z.int(),
  /** Null except for active clients. */
  rhythm: Rhythm.nullable(),
  /** Empty if no attention is needed. */
  attention: z.array(AttentionReason),
  allowedActions: z.array(ClientAction),
  createdAt: IsoInstant,
  updatedAt: IsoInstant,
})
export type ClientDto = z.infer<typeof ClientDto>

/** Entries of "Desde la última sesión": what changed since the last session held (product §6), newest first. */
export const ClientStep = z.object({
  kind: z.enum([
    'actionDone',
    'actionDropped',
    'actionAdded',
    'sessionAsked',
    'sessionCancelled',
    'goalAdded',
    'goalNoted',
    'goalAchieved',
    'goalEnded',
    'accepted',
  ]),
  at: IsoInstant,
  /** The action's text, or the title of the session or goal; null for other steps. */
  text: z.string().nullable(),
})
export type ClientStep = z.infer<typeof ClientStep>

/**
 * One client in full: all fields of product §6, and what the person wrote for their coach (product §18,
 * `/profile/about`).
 */
export const ClientDetail = ClientDto.extend({
  jobOcuppation: optionalText,
  city: optionalText,
  startDate: DateOn.nullable(),
  objective: optionalText,
  source: optionalText,
  emergencyContact: optionalText,
  aboutMe: optionalText,
  expectations: optionalText,
  /** At most twenty. */
  moves: z.array(ClientStep),
  /** True once the person has accepted: then only they can change e-mail and zone (product §4). */
  ownAccount: z.boolean(),
  /** When the person's account is deleted; null unless they asked for that. */
  accountEndsAt: IsoInstant.nullable(),
})
export type ClientDetail = z.infer<typeof ClientDetail>

/** Fields for the coach only (product §6, §20): absent when a client reads their own record. */
const COACH_ONLY = {
  tags: true,
  source: true,
  emergencyContact: true,
  rhythm: true,
  attention: true,
  moves: true,
  allowedActions: true,
} as const

/** One client as either side reads it; for a coach it is a whole `ClientDetail`. */
export const ClientRecord = ClientDetail.partial(COACH_ONLY)
export type ClientRecord = z.infer<typeof ClientRecord>

/** Most tags of one client (product §6). */
export const MAX_TAGS = 15

/** The optional fields of product §6. Null or an empty text clears a value. */
const details = {
  whatsapp: Telephone.nullable().optional(),
  phone: line(0, 40).nullable().optional(),
  jobOcuppation: line(0, 80).nullable().optional(),
  companyName: line(0, 80).nullable().optional(),
  country: Country.nullable().optional(),
  city: line(0, 80).nullable().optional(),
  startDate: DateOn.nullable().optional(),
  objective: paragraph(2000).nullable().optional(),
  tags: z.array(line(1, 40)).max(MAX_TAGS).optional(),
  source: line(0, 120).nullable().optional(),
  emergencyContact: paragraph(500).nullable().optional(),
}

export const NewClientBody = z.strictObject({
  name: line(2, 60),
  lastName: line(2, 80),
  email: Email,
  role: ClientRole.exclude(['member']).default('client'),
  timezone: TimeZoneId.optional(),
  ...details,
  invite: z.boolean().default(false),
})
export type NewClientBody = z.infer<typeof NewClientBody>

/** Given fields are changed, the others are kept. */
export const ClientBody = z.strictObject({
  name: line(2, 60).optional(),
  lastName: line(2, 80).optional(),
  email: Email.optional(),
  role: ClientRole.exclude(['member']).optional(),
  timezone: TimeZoneId.optional(),
  ...details,
})
export type ClientBody = z.infer<typeof ClientBody>

const CoachIdParams = z.strictObject({ coachId: UserId })
export const ClientIdParams = z.strictObject({ clientId: ClientId })

export const createClient = endpoint({
  method: 'POST',
  path: '/v1/client',
  access: 'paidCoach',
  summary: 'Creates a client and, when asked, mails the invitation',
  body: NewClientBody,
  response: ClientDetail,
  status: 201,
  errors: ['client.email_taken', 'client.own_email', 'client.resend_too_soon', 'auth.email_unverified'],
})

export const createClientOfCoach = endpoint({
  method: 'POST',
  path: '/v1/client/:coachId',
  access: 'paidCoach',
  owner: 'practice',
  summary: 'Creates a client under the coach id of the path (spec §7)',
  params: CoachIdParams,
  body: NewClientBody,
  response: ClientDetail,
  status: 201,
  errors: [
    'coach.not_found',
    'client.email_taken',
    'client.own_email',
    'client.resend_too_soon',
    'auth.email_unverified',
  ],
})

export const getClient = endpoint({
  method: 'GET',
  path: '/v1/client/:clientId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: "One client; a client reads their own record, without the coach's own fields",
  params: ClientIdParams,
  response: ClientRecord,
  errors: ['client.not_found'],
})

export const putClient = endpoint({
  method: 'PUT',
  path: '/v1/client/:clientId',
  access: 'paidCoach',
  owner: 'scope',
  summary:
    "Changes what is given. A changed e-mail ends the links mailed so far; e-mail and zone are the person's own once they have accepted",
  params: ClientIdParams,
  body: ClientBody,
  response: ClientDetail,
  errors: [
    'client.not_found',
    'client.email_taken',
    'client.own_email',
    'client.owned_by_person',
    'client.account_ended',
  ],
})

/** Sort keys of a list; `rhythm` sorts by days without progress, `recent` by when they were added, booked or met last. */
export const ClientSort = z.enum([
  'name',
  'status',
  'nextSession',
  'lastSession',
  'openActions',
  'rhythm',
  'createdAt',
  'recent',
])
export type ClientSort = z.infer<typeof ClientSort>

export const ClientListQuery = PageQuery.extend({
  /** In name, e-mail, company and tags; ignores accents and case. */
  search: line(0, 120).optional(),
  status: ClientStatus.optional(),
  /** Members of groups are left out unless requested (product §7). */
  role: ClientRole.optional(),
  tag: line(1, 40).optional(),
  /** Only clients who need attention. */
  attention: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
  /** Only people the coach can book (product §9). */
  bookable: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
  /** Only people who can be given an action (product §12). */
  assignable: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
  sort: ClientSort.default('name'),
})
export type ClientListQuery = z.infer<typeof ClientListQuery>

const ClientPage = pageOf(ClientDto)

export const listClients = endpoint({
  method: 'GET',
  path: '/v1/client/coach/:coachId',
  access: 'paidCoach',
  owner: 'practice',
  summary: "A page of the coach's clients by name; archived ones only when asked for",
  params: CoachIdParams,
  query: ClientListQuery,
  response: ClientPage,
  errors: ['coach.not_found'],
})

export const listActiveClients = endpoint({
  method: 'GET',
  path: '/v1/client/coach/:coachId/active',
  access: 'paidCoach',
  owner: 'practice',
  summary: "A page of the coach's active and paused clients",
  params: CoachIdParams,
  query: ClientListQuery.omit({ status: true }),
  response: ClientPage,
  errors: ['coach.not_found'],
})

export const listAllClients = endpoint({
  method: 'GET',
  path: '/v1/client/all/coach/:coachId',
  access: 'paidCoach',
  owner: 'practice',
  summary: "A page of all of the coach's clients, archived ones and members of groups included (spec §7)",
  params: CoachIdParams,
  query: ClientListQuery,
  response: ClientPage,
  errors: ['coach.not_found'],
})

export const countClientsInNeed = endpoint({
  method: 'GET',
  path: '/v1/client/coach/:coachId/attention',
  access: 'paidCoach',
  owner: 'practice',
  summary: 'How many clients of the practice need attention (product §6)',
  params: CoachIdParams,
  response: z.object({ count: z.int() }),
  errors: ['coach.not_found'],
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/v1/client/:clientId/resendinvitation',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Mails a fresh invitation; links sent before stop working',
  params: ClientIdParams,
  response: ClientDetail,
  errors: ['client.not_found', 'client.wrong_state', 'client.resend_too_soon', 'auth.email_unverified'],
})

export const shareInvitation = endpoint({
  method: 'POST',
  path: '/v1/client/:clientId/invitationlink',
  access: 'paidCoach',
  owner: 'scope',
  summary:
    'A second link of an open invitation, to be copied or sent by WhatsApp; accepting through it asks for a code mailed to the invited address (product §4)',
  params: ClientIdParams,
  response: z.object({
    url: z.string(),
    /** `https://wa.me/…` with the message filled in; addressed to the client's number if it is known. */
    whatsappUrl: z.string(),
  }),
  errors: ['client.not_found', 'client.wrong_state', 'client.resend_too_soon', 'auth.email_unverified'],
})

/** The name of the file field in the form of `postClientPhoto`. */
export const CLIENT_PHOTO_FIELD = 'photo'

export const postClientPhoto = endpoint({
  method: 'POST',
  path: '/v1/client/:clientId/photo',
  access: 'paidCoach',
  owner: 'scope',
  summary: "The coach's picture of a client; the person's own, once there is one, is shown before it",
  params: ClientIdParams,
  upload: CLIENT_PHOTO_FIELD,
  response: ClientDetail,
  errors: ['client.not_found', 'client.account_ended', 'upload.too_large'],
})

export const deleteClientPhoto = endpoint({
  method: 'DELETE',
  path: '/v1/client/:clientId/photo',
  access: 'paidCoach',
  owner: 'scope',
  summary: "Takes the coach's picture of a client away",
  params: ClientIdParams,
  response: ClientDetail,
  errors: ['client.not_found', 'client.account_ended'],
})
