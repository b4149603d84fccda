import { z } from 'zod'
import { ColorScheme, Language, SessionUser } from './auth.ts'
import { endpoint } from '../endpoint.ts'
import { Link, MeetingAddress, Telephone } from '#contract/links/link.ts'
import { TimeZoneId, UserId, line } from '../values.ts'
import { NewsPreferences, NewsPreferencesPart } from './news-preferences.ts'

/** The contact links of the session user (spec §3), with the three of product §1 D12. */
export const CONTACT_LINKS = [
  'facebook',
  'instagram',
  'twitter',
  'linkedIn',
  'teams',
  'meet',
  'zoom',
  'skype',
  'whatsapp',
  'facetime',
  'phone',
] as const
export type ContactLink = (typeof CONTACT_LINKS)[number]

const link = Link.optional()
const meeting = MeetingAddress.optional()
const telephone = Telephone.optional()

/** The schema's message for a missing country or zone (spec §5); the screen shows "Campo requerido". */
export const REQUIRED = 'Required'

/** Where a person lives. The schema itself says "Required" for country and zone (spec §5, product §1 D20). */
export const ResidenceSettings = z.strictObject({
  country: z.string(REQUIRED).trim().min(1, REQUIRED).max(80),
  city: line(1, 80),
  timezone: z.string(REQUIRED).min(1, REQUIRED).pipe(TimeZoneId),
})

/** Links, all optional text: a missing one is kept, an empty one is cleared. */
export const ContactLinks = z.strictObject({
  facebook: link,
  instagram: link,
  twitter: link,
  linkedIn: link,
  teams: meeting,
  meet: meeting,
  zoom: meeting,
  skype: link,
  whatsapp: telephone,
  facetime: link,
  phone: telephone,
} satisfies Record<ContactLink, typeof link>)

/**
 * The settings payload of spec §3 plus the account form of spec §5. Only id, country, city and timezone are required;
 * missing fields are kept.
 */
export const SettingsBody = z.strictObject({
  id: UserId,
  ...ResidenceSettings.shape,
  language: Language.optional(),
  colorScheme: ColorScheme.optional(),
  ...ContactLinks.shape,
})
export type SettingsBody = z.infer<typeof SettingsBody>

/** Any part of the settings, so that the language or telephone can be changed without the required fields. */
export const SettingsPart = SettingsBody.omit({ id: true })
  .partial()
  .extend({ news: NewsPreferencesPart.optional() })
export type SettingsPart = z.infer<typeof SettingsPart>

const UserIdParams = z.strictObject({ userId: UserId })

export const getSettings = endpoint({
  method: 'GET',
  path: '/v1/user/:userId',
  access: 'signedIn',
  owner: 'self',
  summary: 'The signed-in person with their settings',
  params: UserIdParams,
  response: SessionUser,
  errors: ['user.not_found'],
})

export const putSettings = endpoint({
  method: 'PUT',
  path: '/v1/user/:userId',
  // An unpaid coach may read their settings but not change them (product §1 D6).
  access: 'clientOrPaidCoach',
  owner: 'self',
  summary: 'Changes the settings of the signed-in person; answers the updated session user',
  params: UserIdParams,
  body: SettingsBody,
  response: SessionUser,
  errors: ['user.not_found'],
})

export const getPreferences = endpoint({
  method: 'GET',
  path: '/v1/user/:userId/preferences',
  access: 'clientOrPaidCoach',
  owner: 'self',
  summary: 'Through which channels and when the signed-in person is told of what',
  params: UserIdParams,
  response: z.object({ news: NewsPreferences }),
  errors: ['user.not_found'],
})

export const putSettingsPart = endpoint({
  method: 'PUT',
  path: '/v1/user/:userId/preferences',
  access: 'clientOrPaidCoach',
  owner: 'self',
  summary: 'Changes what is given of the settings of the signed-in person, and nothing else',
  params: UserIdParams,
  body: SettingsPart,
  response: SessionUser,
  errors: ['user.not_found'],
})
