import { z } from 'zod'
import { MOST_OCCURRENCES } from '#time/recurrence.ts'
import { ActionDto } from '../actions/actions.ts'
import { Channel } from '#contract/calendar/calendar.ts'
import { endpoint } from '../endpoint.ts'
import { SessionGoal } from '../goals/check-ins.ts'
import { RecurrenceRule } from '#contract/calendar/recurrence.ts'
import {
  AgendaItemId,
  ClientId,
  CoacheeType,
  GroupId,
  HttpsUrl,
  IsoInstant,
  PageQuery,
  Photo,
  SeriesId,
  SessionId,
  UserId,
  line,
  pageOf,
  paragraph,
} from '../values.ts'

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

/** The phase of a confirmed session (product §9); null in every other state. */
export const SessionPhase = z.enum(['upcoming', 'inProgress', 'toClose'])
export type SessionPhase = z.infer<typeof SessionPhase>

/** What a person may do with a session. */
export const SessionAction = z.enum([
  'confirm',
  'propose',
  'reject',
  /** Choose one of the proposed times. */
  'accept',
  /** Move it to another time, effective at once. */
  'reschedule',
  /** Ask the coach to move it: the new time is held until they answer. */
  'requestMove',
  'acceptMove',
  'declineMove',
  /** Withdraw the request to move it. */
  'withdrawMove',
  /** Title, objective, where to meet. */
  'edit',
  'editAgenda',
  'prepare',
  'cancel',
  /** A group's member says that they cannot come. */
  'excuse',
  /** Withdraws the excuse. */
  'withdrawExcuse',
  'close',
  'correct',
  /** Say how it was. */
  'rate',
])
export type SessionAction = z.infer<typeof SessionAction>

/** `place` is in person, `phone` by telephone, every other channel online. */
export const Modality = z.enum(['online', 'inPerson', 'phone'])
export type Modality = z.infer<typeof Modality>

/** A participant, with their zone so that both local times can be shown. */
export const Party = z.object({
  id: z.string(),
  name: z.string(),
  lastName: z.string(),
  photo: Photo.nullable(),
  timezone: z.string(),
})
export type Party = z.infer<typeof Party>

/** The group of a session of type Group. */
export const SessionGroup = z.object({ id: GroupId, name: z.string(), photo: Photo.nullable() })
export type SessionGroup = z.infer<typeof SessionGroup>

/** A length of time. */
export const IsoInterval = z.object({ startsAt: IsoInstant, endsAt: IsoInstant })
export type IsoInterval = z.infer<typeof IsoInterval>

export const SessionListItem = z.object({
  id: SessionId,
  type: CoacheeType,
  coachId: UserId,
  clientId: ClientId.nullable(),
  groupId: GroupId.nullable(),
  coach: Party,
  /** One of the two is null, by `type`. */
  client: Party.nullable(),
  group: SessionGroup.nullable(),
  seriesId: SeriesId.nullable(),
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
  /** The time the client asks to move to, held until the coach answers. */
  moveRequest: IsoInterval.extend({ at: IsoInstant }).nullable(),
  /** Whether the reader, a member of the group, is excused. */
  excused: z.boolean(),
  allowedActions: z.array(SessionAction),
  createdAt: IsoInstant,
  updatedAt: IsoInstant,
})
export type SessionListItem = z.infer<typeof SessionListItem>

export const AttendanceState = z.enum(['present', 'late', 'absent', 'excused'])
export type AttendanceState = z.infer<typeof AttendanceState>

export const SessionOutcome = SessionStatus.extract(['completed', 'noShowClient', 'noShowCoach'])
export type SessionOutcome = z.infer<typeof SessionOutcome>

/** Most minutes that a session took. */
export const MOST_REAL_MINUTES = 1440

/** A person who is expected or attended; `state` is null while unknown. */
export const Attendee = z.object({
  personId: ClientId,
  name: z.string(),
  lastName: z.string(),
  photo: Photo.nullable(),
  state: AttendanceState.nullable(),
  /** The reason given with the excuse. */
  reason: z.string().nullable(),
  /** When they came into the video room for the first time and left it for the last; null if they were never in it. */
  joinedAt: IsoInstant.nullable(),
  leftAt: IsoInstant.nullable(),
})
export type Attendee = z.infer<typeof Attendee>

export const AgendaItem = z.object({
  id: AgendaItemId,
  text: z.string(),
  done: z.boolean(),
  addedBy: z.enum(['coach', 'client']),
  /** Whether the viewer may edit and remove it: a coach all points, a client their own. Both may tick them. */
  editable: z.boolean(),
})
export type AgendaItem = z.infer<typeof AgendaItem>

const score = z.int().min(0).max(10)

/** The questions of "Preparación" (product §9) in their order; a missing one is not answered. */
export const PreparationAnswers = z.strictObject({
  progress: paragraph(2000).optional(),
  setbacks: paragraph(2000).optional(),
  learnings: paragraph(2000).optional(),
  focus: paragraph(2000).optional(),
  mood: z.int().min(1).max(10).nullable().optional(),
  notes: paragraph(2000).optional(),
})
export type PreparationAnswers = z.infer<typeof PreparationAnswers>

/** A participant's rating of a session (product §9, "Ending"). */
export const FeedbackAnswers = z.strictObject({
  heard: score,
  focus: score,
  clarity: score,
  progress: score,
  comment: paragraph(2000),
})
export type FeedbackAnswers = z.infer<typeof FeedbackAnswers>

export const SessionDto = SessionListItem.extend({
  cancellation: z
    .object({
      by: z.enum(['coach', 'client']),
      at: IsoInstant,
      reason: z.string(),
      late: z.boolean(),
    })
    .nullable(),
  /** The client's last declined request to move, as long as the session has not been moved since. */
  declinedMove: z.object({ startsAt: IsoInstant, at: IsoInstant, by: z.enum(['coach', 'clock']) }).nullable(),
  /** For the coach: its client has not accepted their invitation, so that they cannot see it yet. */
  awaitsAcceptance: z.boolean(),
  /** Whether it is the first session with this client or group. */
  first: z.boolean(),
  /** The times the coach offers while `proposed`; empty otherwise. */
  proposals: z.array(IsoInterval),
  /** When a request or proposal expires; null in every other state. */
  expiresAt: IsoInstant.nullable(),
  agenda: z.array(AgendaItem),
  /** Everybody who is expected, by name, for the coach; a client gets only their own entry. */
  attendance: z.array(Attendee),
  /**
   * For the coach, until it is closed: how long they and at least one client were in the video room together; null if they
   * were not.
   */
  call: z.object({ minutes: z.int() }).nullable(),
  /** For the coach all of them; for a client only their own. */
  preparations: z.array(z.object({ personId: ClientId, answers: PreparationAnswers, updatedAt: IsoInstant })),
  feedback: z.array(FeedbackAnswers.extend({ personId: ClientId, updatedAt: IsoInstant })),
  /** Null until closed. `privateNotes` is only present for the coach. */
  closing: z
    .object({
      outcome: SessionOutcome,
      realMinutes: z.int(),
      summary: z.string(),
      privateNotes: z.string().optional(),
      closedAt: IsoInstant,
      correctedAt: IsoInstant.nullable(),
      /** Whether a correction now requires a reason. */
      needsReason: z.boolean(),
    })
    .nullable(),
  /** The actions agreed in this session that the viewer may see. */
  actions: z.array(ActionDto),
  /** The goals that were worked on, as the viewer may see them; none until it is closed. */
  goals: z.array(SessionGoal),
})
export type SessionDto = z.infer<typeof SessionDto>

/** Where to meet. A link for online channels, a place for `place`; both may be added later. */
export const meeting = {
  channel: Channel.optional(),
  /** If left out, the coach's own address for the channel is used; null means no address. */
  meetingUrl: HttpsUrl.nullable().optional(),
  place: line(2, 200).optional(),
}

export const SessionIdParams = z.strictObject({ sessionId: SessionId })

/** How far back a session may be recorded: five years with at most two leap days. */
export const RECORDED_DAYS_BACK = 5 * 365 + 2

export const NewSessionBody = z.strictObject({
  type: CoacheeType,
  startsAt: IsoInstant,
  endsAt: IsoInstant,
  objective: line(0, 500).optional(),
  clientId: ClientId.optional(),
  groupId: GroupId.optional(),
  /** Coach only: book outside the offered hours. */
  outsideHours: z.boolean().optional(),
  title: line(2, 120).optional(),
  /** Coach only: repeats it. `startsAt` is the first; the others keep its wall time in the coach's zone. */
  recurrence: RecurrenceRule.optional(),
  /** For a series: starts that are left out, and starts that are moved, by index (0 is the first). */
  skip: z.array(z.int().min(0).max(MOST_OCCURRENCES)).max(MOST_OCCURRENCES).optional(),
  moved: z
    .array(z.strictObject({ position: z.int().min(0).max(MOST_OCCURRENCES), startsAt: IsoInstant }))
    .max(MOST_OCCURRENCES)
    .optional(),
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
    'session.group_inactive',
  ],
})

export const getSession = endpoint({
  method: 'GET',
  path: '/v1/session/:sessionId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'One session with its record; private notes for the coach alone',
  params: SessionIdParams,
  response: SessionDto,
  errors: ['session.not_found'],
})

/** Sessions that overlap [from, to), by start; with both given, also those with a request to move there. */
export const SessionListQuery = PageQuery.extend({
  /** In the title and the names of people and groups; ignores accents and case. */
  search: line(0, 120).optional(),
  from: IsoInstant.optional(),
  to: IsoInstant.optional(),
  status: SessionStatus.optional(),
  /** One of the list's tabs (product §9); `toClose` waits for the coach's closing. */
  tab: z.enum(['coming', 'toClose', 'past', 'cancelled']).optional(),
  /** Only sessions the reader has not rated yet; none for a coach. */
  toRate: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
})
export type SessionListQuery = z.infer<typeof SessionListQuery>

export const listCoachSessions = endpoint({
  method: 'GET',
  path: '/v1/session/coach/:coachId',
  access: 'paidCoach',
  owner: 'practice',
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
  owner: 'scope',
  summary: "A page of a client's sessions by start, their groups' included",
  params: z.strictObject({ clientId: ClientId }),
  query: SessionListQuery,
  response: pageOf(SessionListItem),
  errors: ['client.not_found'],
})

export const listGroupSessions = endpoint({
  method: 'GET',
  path: '/v1/session/Group/:groupId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: "A page of a group's sessions by start, for its coach and who is in it",
  params: z.strictObject({ groupId: GroupId }),
  query: SessionListQuery,
  response: pageOf(SessionListItem),
  errors: ['group.not_found'],
})
