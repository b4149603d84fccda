import { z } from 'zod'
import type { SessionUser } from '#contract/auth.ts'
import { DEFAULT_COUNTRY } from '#contract/fixed-names.ts'
import {
  CONTACT_LINKS,
  type ContactLink,
  ContactLinks,
  PlaceSettings,
  type SettingsBody,
} from '#contract/settings.ts'

/** The links of a coach's settings, in the order of spec §2; the last three by product D12. */
export const MEETING_LINKS = [
  'teams',
  'meet',
  'zoom',
  'skype',
  'whatsapp',
  'facetime',
  'phone',
] as const satisfies readonly ContactLink[]

/** Where somebody is and how they are reached; a form shows the links it is about. */
export const SettingsForm = z.object({ ...PlaceSettings.shape, ...ContactLinks.shape })
export type SettingsForm = { country: string; city: string; timezone: string } & Record<ContactLink, string>

/** The form as it opens; without a country yet, Mexico (spec §9). */
export function settingsOf(user: SessionUser): SettingsForm {
  const links = Object.fromEntries(CONTACT_LINKS.map((name) => [name, user[name] ?? '']))
  return {
    country: user.country || DEFAULT_COUNTRY,
    city: user.city ?? '',
    timezone: user.timezone,
    ...(links as Record<ContactLink, string>),
  }
}

/**
 * The settings payload of spec §3: id, country, city and timezone, and of the links those the form shows. One that was
 * emptied goes as an empty text, which takes it away; one that is not sent stays.
 */
export function settingsBody(
  id: SettingsBody['id'],
  values: SettingsForm,
  shown: readonly ContactLink[],
): SettingsBody {
  const { country, city, timezone } = values
  return { id, country, city, timezone, ...Object.fromEntries(shown.map((name) => [name, values[name]])) }
}
