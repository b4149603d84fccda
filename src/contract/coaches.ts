import { z } from 'zod'
import { ColorUI } from './account/auth.ts'
import { endpoint } from './endpoint.ts'
import { SessionListItem } from './sessions/sessions.ts'
import { Photo, UserId } from './values.ts'

/** Contact details that a coach may show to clients (product §18). */
export const ContactKind = z.enum([
  'email',
  'whatsapp',
  'phone',
  'meet',
  'zoom',
  'teams',
  'skype',
  'facetime',
  'facebook',
  'instagram',
  'twitter',
  'linkedIn',
])
export type ContactKind = z.infer<typeof ContactKind>

/** The coach as their clients see them (`/coach`, product §18). */
export const CoachPage = z.object({
  id: UserId,
  name: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  photo: Photo.nullable(),
  jobOcuppation: z.string().nullable(),
  companyName: z.string().nullable(),
  colorUI: ColorUI,
  companyPhoto: Photo.nullable(),
  timezone: z.string(),
  country: z.string(),
  city: z.string().nullable(),
  bio: z.string().nullable(),
  specialities: z.array(z.string()),
  spokenLanguages: z.array(z.string()),
  credentials: z.array(z.string()),
  practisingSince: z.int().nullable(),
  /** The contacts that are shown and filled in, in the order of `ContactKind`. */
  contacts: z.array(z.object({ kind: ContactKind, value: z.string() })),
  /** The kinds the coach has chosen to show, filled in or not; for the coach only. */
  shownContacts: z.array(ContactKind).optional(),
  /** Minutes of notice to cancel, and to book. */
  policy: z.object({ cancelNoticeMin: z.int(), minNoticeMin: z.int() }),
  /** The viewer's next session; null for the coach. */
  nextSession: SessionListItem.nullable(),
  /** False while the coach takes no requests (product §1 D6) or the viewer's process is not active. */
  canBook: z.boolean(),
})
export type CoachPage = z.infer<typeof CoachPage>

const CoachIdParams = z.strictObject({ coachId: UserId })

export const getCoach = endpoint({
  method: 'GET',
  path: '/v1/coach/:coachId',
  access: 'clientOrPaidCoach',
  owner: 'practice',
  summary: 'The coach as their clients see them; a coach reads their own page',
  params: CoachIdParams,
  response: CoachPage,
  errors: ['coach.not_found'],
})

export const putCoach = endpoint({
  method: 'PUT',
  path: '/v1/coach/:coachId',
  access: 'paidCoach',
  owner: 'practice',
  summary: 'Which ways to reach the coach their clients see',
  params: CoachIdParams,
  body: z.strictObject({ shownContacts: z.array(ContactKind).max(ContactKind.options.length) }),
  response: CoachPage,
  errors: ['coach.not_found'],
})
