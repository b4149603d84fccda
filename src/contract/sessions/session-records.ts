import { z } from 'zod'
import { ActionDto, NewAction } from '../actions/actions.ts'
import { MemorandumDto } from '../memorandums/memorandums.ts'
import { endpoint } from '../endpoint.ts'
import { CheckInBody } from '../goals/check-ins.ts'
import { GoalDto } from '../goals/goals.ts'
import {
  AttendanceState,
  FeedbackAnswers,
  MOST_REAL_MINUTES,
  PreparationAnswers,
  SessionDto,
  SessionIdParams,
  SessionListItem,
  SessionOutcome,
} from './sessions.ts'
import { ActionId, AgendaItemId, ClientId, GoalId, IsoInstant, line, paragraph } from '../values.ts'

const record = {
  outcome: SessionOutcome,
  realMinutes: z.int().min(0).max(MOST_REAL_MINUTES),
  attendance: z.array(z.strictObject({ personId: ClientId, state: AttendanceState })).max(200),
  summary: paragraph(10_000),
  privateNotes: paragraph(20_000),
}

/** What happens to an open action: *Hecha / Sigue / Ya no va* (product §9); the others are continued. */
const CarriedAction = z.strictObject({ id: ActionId, status: z.enum(['done', 'wontDo']) })

export const CloseSessionBody = z.strictObject({
  ...record,
  /**
   * New ones; for a group session, one for each of `personIds` (all who attended by default). A goal is the client's, or
   * of a group they are in; for a group session it is one of that group.
   */
  actions: z
    .array(NewAction.extend({ personIds: z.array(ClientId).max(200).optional(), goalId: GoalId.optional() }))
    .max(20),
  carried: z.array(CarriedAction).max(100).optional(),
  /** Progress of goals, noted for today; those that did not move are left out. */
  goals: z
    .array(CheckInBody.omit({ date: true, clientKey: true }).extend({ goalId: GoalId }))
    .max(50)
    .optional(),
})
export type CloseSessionBody = z.infer<typeof CloseSessionBody>

export const closeSession = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/close',
  access: 'paidCoach',
  owner: 'scope',
  largeBody: true,
  summary: 'Closes a session from its start on: attendance, shared summary, private notes, new actions',
  params: SessionIdParams,
  body: CloseSessionBody,
  response: SessionDto,
  errors: [
    'session.not_found',
    'session.wrong_state',
    'action.not_found',
    'action.wrong_state',
    'goal.not_found',
    'goal.wrong_state',
  ],
})

export const correctSession = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/correct',
  access: 'paidCoach',
  owner: 'scope',
  largeBody: true,
  summary: 'Corrects the record: freely for 48 hours after the closing, later with a reason; both are logged',
  params: SessionIdParams,
  body: z.strictObject({ ...record, reason: line(3, 300).optional() }),
  response: SessionDto,
  /** `session.overlap`: a session that did not take place freed its time, and that time is taken by now. */
  errors: ['session.not_found', 'session.wrong_state', 'session.reason_required', 'session.overlap'],
})

export const mailSummary = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/summary',
  access: 'paidCoach',
  owner: 'scope',
  summary:
    'Mails the shared summary, the agreed actions and the goals to those who attended; never anything private',
  params: SessionIdParams,
  status: 202,
  errors: ['session.not_found', 'session.wrong_state', 'session.nothing_to_mail'],
})

export const getSessionPdf = endpoint({
  method: 'GET',
  path: '/v1/session/:sessionId/pdf',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'The shared summary as a PDF; the same for both sides, nothing private',
  params: SessionIdParams,
  answers: 'application/pdf',
  errors: ['session.not_found', 'session.wrong_state'],
})

export const putPreparation = endpoint({
  method: 'PUT',
  path: '/v1/session/:sessionId/preparation',
  access: 'client',
  owner: 'scope',
  summary: 'Keeps the preparation, whole; from 24 hours before the start until it is closed',
  params: SessionIdParams,
  body: PreparationAnswers,
  response: z.object({ answers: PreparationAnswers, updatedAt: IsoInstant }),
  errors: ['session.not_found', 'session.wrong_state'],
})

export const putFeedback = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/feedback',
  access: 'client',
  owner: 'scope',
  summary: 'Says how a session was; saying it again replaces it, for 14 days',
  params: SessionIdParams,
  body: FeedbackAnswers,
  response: SessionDto,
  errors: ['session.not_found', 'session.wrong_state'],
})

/**
 * One change of the agenda. Both sides may write at the same time; each change is applied separately, so none undoes
 * another.
 */
export const AgendaChange = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('add'), text: line(2, 200) }),
  z.strictObject({ op: z.literal('edit'), id: AgendaItemId, text: line(2, 200) }),
  z.strictObject({ op: z.literal('tick'), id: AgendaItemId, done: z.boolean() }),
  z.strictObject({ op: z.literal('remove'), id: AgendaItemId }),
  z.strictObject({ op: z.literal('restore'), id: AgendaItemId }),
])
export type AgendaChange = z.infer<typeof AgendaChange>

export const putAgenda = endpoint({
  method: 'PUT',
  path: '/v1/session/:sessionId/agenda',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary:
    'Adds, rewrites, ticks, removes or restores points of the agenda, at most 30; a client removes only their own',
  params: SessionIdParams,
  body: z.strictObject({ changes: z.array(AgendaChange).min(1).max(30) }),
  response: SessionDto,
  errors: [
    'session.not_found',
    'session.wrong_state',
    'session.agenda_item_not_found',
    'session.agenda_full',
  ],
})

/** One entry of a session's history. */
export const HistoryEntry = z.object({
  id: z.string(),
  what: z.enum([
    'requested',
    'booked',
    'confirmed',
    'proposed',
    'rejected',
    'cancelled',
    'expired',
    'rescheduled',
    'moveRequested',
    'moveDeclined',
    'moveWithdrawn',
    'excused',
    'excuseWithdrawn',
    'edited',
    'closed',
    'corrected',
    'summaryMailed',
  ]),
  at: IsoInstant,
  /** Who did it; `clock` for automatic changes. */
  by: z.enum(['coach', 'client', 'clock']),
  name: z.string().nullable(),
  /** The resulting or affected time, the time before a move, and the text that was given. */
  startsAt: IsoInstant.nullable(),
  fromStartsAt: IsoInstant.nullable(),
  reason: z.string().nullable(),
  /** Cancelled with less than the required notice. */
  late: z.boolean(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const getSessionHistory = endpoint({
  method: 'GET',
  path: '/v1/session/:sessionId/history',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary:
    "Everything that happened to a session, oldest first; a group's member reads no other member's part",
  params: SessionIdParams,
  response: z.object({ data: z.array(HistoryEntry) }),
  errors: ['session.not_found'],
})

/**
 * What a coach writes for themselves before a session; nobody else reads it (product §20). The revision is 0 while
 * nothing was written, and grows with every change.
 */
export const BriefNotes = z.object({ text: z.string(), revision: z.int().min(0) })
export type BriefNotes = z.infer<typeof BriefNotes>

export const PutBriefNotesBody = z.strictObject({
  text: paragraph(20_000),
  /** The revision it was written on. */
  basedOn: z.int().min(0),
})
export type PutBriefNotesBody = z.infer<typeof PutBriefNotesBody>

export const putBriefNotes = endpoint({
  method: 'PUT',
  path: '/v1/session/:sessionId/brief/notes',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Keeps what the coach writes for themselves before a session, whole; refused on an older revision',
  params: SessionIdParams,
  body: PutBriefNotesBody,
  response: BriefNotes,
  errors: ['session.not_found', 'session.notes_outdated'],
})

/** The coach's page before a session (product §9, "Ficha de la sesión"). */
export const SessionBrief = z.object({
  session: SessionDto,
  notes: BriefNotes,
  /** The last closed session with this client or group. */
  last: SessionListItem.extend({ summary: z.string(), actions: z.array(ActionDto) }).nullable(),
  /** Open actions of everybody who is expected, oldest first; `ageDays` in calendar days of the coach's zone since they were agreed. */
  openActions: z.array(ActionDto.extend({ name: z.string(), ageDays: z.int(), sessionsOpen: z.int() })),
  /** The coach's open memorandums about the session, its client or its group, by their time. */
  memorandums: z.array(MemorandumDto),
  /** Open goals of everybody who is expected, or of the group; each with its trend. */
  goals: z.array(GoalDto.extend({ name: z.string().nullable() })),
  /** The last ratings, newest first. */
  ratings: z.array(FeedbackAnswers.extend({ name: z.string(), at: IsoInstant })),
})
export type SessionBrief = z.infer<typeof SessionBrief>

export const getSessionBrief = endpoint({
  method: 'GET',
  path: '/v1/session/:sessionId/brief',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'What a coach wants to have read before a session',
  params: SessionIdParams,
  response: SessionBrief,
  errors: ['session.not_found'],
})
