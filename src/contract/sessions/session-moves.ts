import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SeriesScope } from '#contract/calendar/recurrence.ts'
import { SessionDto, SessionIdParams, meeting } from './sessions.ts'
import { IsoInstant, line } from '../values.ts'

/** The reason, which the other side reads (product §9: 3–300). */
const reason = line(3, 300)
const Reason = z.strictObject({ reason })

/** A chosen time. */
const span = { startsAt: IsoInstant, endsAt: IsoInstant }

export const confirmSession = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/confirm',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Confirms a request, optionally saying where to meet',
  params: SessionIdParams,
  body: z.strictObject(meeting).optional(),
  response: SessionDto,
  errors: ['session.not_found', 'session.wrong_state'],
})

export const proposeSession = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/propose',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Offers one to three other times instead of the one asked for; none of them is held',
  params: SessionIdParams,
  body: z.strictObject({ times: z.array(z.strictObject(span)).min(1).max(3) }),
  response: SessionDto,
  errors: ['session.not_found', 'session.wrong_state', 'session.overlap'],
})

export const acceptSession = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/accept',
  access: 'client',
  owner: 'scope',
  summary: 'Chooses one of the proposed times, which must still be free',
  params: SessionIdParams,
  body: z.strictObject({ startsAt: IsoInstant }),
  response: SessionDto,
  errors: [
    'session.not_found',
    'session.wrong_state',
    'session.overlap',
    'coach.unpaid',
    'session.client_inactive',
  ],
})

export const rejectSession = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/reject',
  access: 'paidCoach',
  owner: 'scope',
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
  owner: 'scope',
  summary:
    'Cancels before the start, with a reason; the coach also what follows in its series, or all that is ahead',
  params: SessionIdParams,
  body: z.strictObject({ reason, scope: SeriesScope.optional() }),
  response: SessionDto,
  errors: ['session.not_found', 'session.wrong_state'],
})

export const rescheduleSession = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/reschedule',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary:
    'Moves it: the coach anywhere free, a client early enough to an offered start, later only by asking',
  params: SessionIdParams,
  body: z.strictObject({
    ...span,
    /** Coach only: outside the offered hours; which sessions of a series; whether the other side gets a mail. */
    outsideHours: z.boolean().optional(),
    scope: SeriesScope.optional(),
    notify: z.boolean().optional(),
  }),
  response: SessionDto,
  errors: [
    'session.not_found',
    'session.wrong_state',
    'session.not_offered',
    'session.overlap',
    'coach.unpaid',
    'session.client_inactive',
    'session.group_inactive',
  ],
})

export const acceptMove = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/move/accept',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Moves it to the time the client asked for',
  params: SessionIdParams,
  response: SessionDto,
  errors: ['session.not_found', 'session.wrong_state', 'session.overlap'],
})

export const declineMove = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/move/decline',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Leaves it where it is and gives the asked time back',
  params: SessionIdParams,
  response: SessionDto,
  errors: ['session.not_found', 'session.wrong_state'],
})

export const withdrawMove = endpoint({
  method: 'DELETE',
  path: '/v1/session/:sessionId/move',
  access: 'client',
  owner: 'scope',
  summary: 'Takes back the wish to move it; the asked time is free again',
  params: SessionIdParams,
  response: SessionDto,
  errors: ['session.not_found', 'session.wrong_state'],
})

export const excuseSession = endpoint({
  method: 'POST',
  path: '/v1/session/:sessionId/excuse',
  access: 'client',
  owner: 'scope',
  summary: "A group's member says that they cannot come",
  params: SessionIdParams,
  body: Reason,
  response: SessionDto,
  errors: ['session.not_found', 'session.wrong_state'],
})

export const withdrawExcuse = endpoint({
  method: 'DELETE',
  path: '/v1/session/:sessionId/excuse',
  access: 'client',
  owner: 'scope',
  summary: "A group's member can come after all; until it begins",
  params: SessionIdParams,
  response: SessionDto,
  errors: ['session.not_found', 'session.wrong_state'],
})

export const putSession = endpoint({
  method: 'PUT',
  path: '/v1/session/:sessionId',
  access: 'paidCoach',
  owner: 'scope',
  summary:
    'Changes title, objective and where to meet, of one or of its series; null or an empty text takes away',
  params: SessionIdParams,
  body: z.strictObject({
    title: line(2, 120).optional(),
    objective: line(0, 500).nullable().optional(),
    channel: meeting.channel,
    meetingUrl: meeting.meetingUrl,
    place: meeting.place.unwrap().nullable().optional(),
    scope: SeriesScope.optional(),
  }),
  response: SessionDto,
  errors: ['session.not_found', 'session.wrong_state'],
})
