import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { IsoInstant, SessionId } from '../values.ts'

/** The address from which a calendar program reads a person's sessions. It is only returned when it is created. */
export const FeedDto = z.object({
  createdAt: IsoInstant.nullable(),
  lastReadAt: IsoInstant.nullable(),
  /** Only in the response that created it. */
  url: z.string().optional(),
})
export type FeedDto = z.infer<typeof FeedDto>

export const getFeed = endpoint({
  method: 'GET',
  path: '/v1/calendar/feed',
  access: 'clientOrPaidCoach',
  summary: 'Whether there is a feed, and when it was last read; never its address',
  response: FeedDto,
  errors: [],
})

export const createFeed = endpoint({
  method: 'POST',
  path: '/v1/calendar/feed',
  access: 'clientOrPaidCoach',
  summary: 'Makes the feed, or a new address for it: the old one stops working',
  response: FeedDto,
  status: 201,
  errors: [],
})

export const deleteFeed = endpoint({
  method: 'DELETE',
  path: '/v1/calendar/feed',
  access: 'signedIn',
  summary: 'Takes the feed away; without one nothing changes',
  errors: [],
})

export const readFeed = endpoint({
  method: 'GET',
  path: '/v1/calendar/feed/:file',
  access: 'public',
  owner: 'secret',
  summary: 'The sessions of the person the secret belongs to, as an iCalendar file',
  params: z.strictObject({ file: z.string().max(128) }),
  answers: 'text/calendar',
  // Programs of many people may share an address, but no single program reads this often.
  perMinute: 120,
  errors: ['calendar.feed_not_found'],
})

export const getSessionIcs = endpoint({
  method: 'GET',
  path: '/v1/session/:sessionId/ics',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'One session as an iCalendar file',
  params: z.strictObject({ sessionId: SessionId }),
  answers: 'text/calendar',
  errors: ['session.not_found'],
})

/** Busy time read from an external calendar (product §8). Its address is a secret: only its host is shown. */
export const ImportedCalendarDto = z.object({
  /** Null if no calendar is imported. */
  host: z.string().nullable(),
  lastTriedAt: IsoInstant.nullable(),
  lastSuccessAt: IsoInstant.nullable(),
  /** Why the last attempt failed; null after a success. */
  lastError: z.enum(['unreachable', 'refused', 'too_large', 'not_calendar', 'too_many_redirects']).nullable(),
  events: z.int(),
})
export type ImportedCalendarDto = z.infer<typeof ImportedCalendarDto>

export const getImportedCalendar = endpoint({
  method: 'GET',
  path: '/v1/calendar/import',
  access: 'paidCoach',
  summary: 'Which calendar is imported and how its last reading went',
  response: ImportedCalendarDto,
  errors: [],
})

export const putImportedCalendar = endpoint({
  method: 'PUT',
  path: '/v1/calendar/import',
  access: 'paidCoach',
  summary: 'Reads busy time from an address now and from then on; null stops it and forgets what was read',
  body: z.strictObject({ url: z.string().trim().max(2000).nullable() }),
  response: ImportedCalendarDto,
  errors: ['calendar.import_refused', 'calendar.import_failed'],
})
