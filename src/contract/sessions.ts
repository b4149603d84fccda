import { z } from 'zod'
import { ActionDto, NewAction } from './actions.ts'
import { Channel } from './calendar.ts'
import { endpoint } from './endpoint.ts'
import {
  ClientId,
  CoacheeType,
  GroupId,
  HttpsUrl,
  IsoInstant,
  PageQuery,
  Photo,
  SessionId,
  UserId,
  line,
  pageOf,
  paragraph,
} from './values.ts'

/** States of product §9. */
export const SessionStatus = z.enum([
  'requested',
  'proposed',
  'confirmed',
  'completed',
  'noShowClient',
  'noShowCoach',
  'cancelledByClient',
  'cancelledByCoach',
  'rejected',
  'expired',
])
export type SessionStatus = z.infer<typeof SessionStatus>

/** Where a confirmed session stands on the clock (product §9); null in every other state. */
export const SessionPhase = z.enum(['upcoming', 'inProgress', 'toClose'])
export type SessionPhase = z.infer<typeof SessionPhase>

/** What a person may do with a session. */
export const SessionAction = z.enum(['confirm', 'reject', 'cancel', 'close'])
export type SessionAction = z.infer<typeof SessionAction>

/** `place` is met in person, `phone` by telephone, every other channel online. */
export const Modality = z.enum(['online', 'inPerson', 'phone'])
export type Modality = z.infer<typeof Modality>

/** Somebody of a session, with their zone so that both local times can be shown. */
export const Party = z.object({
  id: z.string(),
  name: z.string(),
  lastName: z.string(),
  photo: Photo.nullable(),
  timezone: z.string(),
})
export type Party = z.infer<typeof Party>

export const SessionListItem = z.object({
  id: SessionId,
  type: CoacheeType,
  coachId: UserId,
  clientId: ClientId.nullable(),
  groupId: GroupId.nullable(),
  coach: Party,
  client: Party.nullable(),
  title: z.string(),
  objective: z.string().nullable(),
  startsAt: IsoInstant,
  endsAt: IsoInstant,
  timezone: z.string(),
  modality: Modality,
  channel: Channel,
  meetingUrl: z.string().nullable(),
  place: z.string().nullable(),
  status: SessionStatus,
  phase: SessionPhase.nullable(),
  allowedActions: z.array(SessionAction),
  createdAt: IsoInstant,
  updatedAt: IsoInstant,
})
export type SessionListItem = z.infer<typeof SessionListItem>

export const AttendanceState = z.enum(['present', 'late', 'absent', 'excused'])
export type AttendanceState = z.infer<typeof AttendanceState>

export const SessionOutcome = SessionStatus.extract(['completed', 'noShowClient', 'noShowCoach'])
export type SessionOutcome = z.infer<typeof SessionOutcome>

export const SessionDto = SessionListItem.extend({
  cancellation: z
    .object({
      by: z.enum(['coach', 'client']),
      at: IsoInstant,
      reason: z.string(),
      late: z.boolean(),
    })
    .nullable(),
  /** Null until closed. `privateNotes` is there for the coach alone. */
  closing: z
    .object({
      outcome: SessionOutcome,
      realMinutes: z.int(),
      attendance: z.array(z.object({ personId: ClientId, state: AttendanceState })),
      summary: z.string(),
      privateNotes: z.string().optional(),
      closedAt: IsoInstant,
    })
    .nullable(),
  /** The actions agreed in this session. */
  actions: z.array(ActionDto),
})
export type SessionDto = z.infer<typeof SessionDto>

/** Where to meet. A link for online channels, a place for `place`; both may come later. */
const meeting = {
  channel: Channel.optional(),
  meetingUrl: HttpsUrl.optional(),
  place: line(2, 200).optional(),
}

const SessionIdParams = z.strictObject({ sessionId: SessionId })

export const NewSessionBody = z.strictObject({
  type: CoacheeType,
  startsAt: IsoInstant,
  endsAt: IsoInstant,
  objective: line(0, 500).optional(),
  clientId: ClientId.optional(),
  groupId: GroupId.optional(),
  /** Coach only: book outside the offered hours, knowingly. */
  outsideHours: z.boolean().optional(),
  title: line(2, 120).optional(),
  ...meeting,
})
export type NewSessionBody = z.infer<typeof NewSessionBody>

export const createSession = endpoint({
  method: 'POST',
  path: '/v1/session',
  access: 'clientOrPaidCoach',
  summary: 'A client asks for an offered start; a coach books, knowingly outside the offer too',
  body: NewSessionBody,
  response: SessionDto,
  status: 201,
  errors: [
    'client.not_found',
    'group.not_found',
    'coach.unpaid',
    'session.not_offered',
    'session.overlap',
    'session.client_inactive',
  ],
})

export const getSession = endpoint({
  method: 'GET',
  path: '/v1/session/:sessionId',
  access: 'clientOrPaidCoach',
  summary: 'One session with its record; private notes for the coach alone',
  params: SessionIdParams,
  response: SessionDto,
  errors: ['session.not_found'],
})

/** Sessions that overlap [from, to), by start. */
export const SessionListQuery = PageQuery.extend({
  from: IsoInstant.optional(),
  to: IsoInstant.optional(),
  status: SessionStatus.optional(),
})
export type SessionListQuery = z.infer<typeof SessionListQuery>

export const listCoachSessions = endpoint({
  method: 'GET',
  path: '/v1/session/coach/:coachId',
  access: 'paidCoach',
  summary: "A page of the coach's sessions by start",
  params: z.strictObject({ coachId: UserId }),
  query: SessionListQuery,
  response: pageOf(SessionListItem),
  errors: ['coach.not_found'],
})

export const listClientSessions = endpoint({
  method: 'GET',
  path: '/v1/session/Client/:clientId',
  access: 'clientOrPaidCoach',
  summary: "A page of a client's sessions by start",
  params: z.strictObject({ clientId: ClientId }),
  query: SessionListQuery,
  response: pageOf(SessionListItem),
  errors: ['client.not_found'],
})

export const confirmSession = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/confirm',
  access: 'paidCoach',
  summary: 'Confirms a request, optionally saying where to meet',
  params: SessionIdParams,
  body: z.strictObject(meeting).optional(),
  response: SessionDto,
  errors: ['session.not_found', 'session.wrong_state'],
})

/** Why; the other side reads it (product §9: 3–300). */
const Reason = z.strictObject({ reason: line(3, 300) })

export const rejectSession = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/reject',
  access: 'paidCoach',
  summary: 'Turns a request down with a reason',
  params: SessionIdParams,
  body: Reason,
  response: SessionDto,
  errors: ['session.not_found', 'session.wrong_state'],
})

export const cancelSession = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/cancel',
  access: 'clientOrPaidCoach',
  summary: 'Cancels before the start, with a reason',
  params: SessionIdParams,
  body: Reason,
  response: SessionDto,
  errors: ['session.not_found', 'session.wrong_state'],
})

export const CloseSessionBody = z.strictObject({
  outcome: SessionOutcome,
  realMinutes: z.int().min(0).max(1440),
  attendance: z.array(z.strictObject({ personId: ClientId, state: AttendanceState })).max(200),
  summary: paragraph(10_000),
  privateNotes: paragraph(20_000),
  actions: z.array(NewAction).max(20),
})
export type CloseSessionBody = z.infer<typeof CloseSessionBody>

export const closeSession = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/close',
  access: 'paidCoach',
  summary: 'Closes a session from its start on: attendance, shared summary, private notes, new actions',
  params: SessionIdParams,
  body: CloseSessionBody,
  response: SessionDto,
  errors: ['session.not_found', 'session.wrong_state'],
})
