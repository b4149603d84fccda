import { z } from 'zod'
import { ColorScheme, Language, type SessionUser } from '#contract/account/auth.ts'
import { DEFAULT_COUNTRY } from '#contract/default-country.ts'
import {
  CONTACT_LINKS,
  type ContactLink,
  ContactLinks,
  ResidenceSettings,
  type SettingsBody,
  type SettingsPart,
} from '#contract/account/settings.ts'

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

/** Residence, language and contacts; a form shows a part of it. */
export const SettingsForm = z.object({
  ...ResidenceSettings.shape,
  language: Language,
  colorScheme: ColorScheme,
  ...ContactLinks.shape,
})
/** The same for a screen without the residence. */
export const WithoutResidenceForm = SettingsForm.omit({ country: true, city: true, timezone: true })

export type SettingsForm = {
  country: string
  city: string
  timezone: string
  language: string
  colorScheme: ColorScheme
} & Record<ContactLink, string>

/** Fields that a form may leave out: they keep their value. */
export type OptionalSetting = ContactLink | 'language' | 'colorScheme'

/** The initial form; without a country, Mexico (spec §9). */
export function settingsOf(user: SessionUser): SettingsForm {
  const links = Object.fromEntries(CONTACT_LINKS.map((name) => [name, user[name] ?? '']))
  return {
    country: user.country || DEFAULT_COUNTRY,
    city: user.city ?? '',
    timezone: user.timezone,
    language: user.language,
    colorScheme: user.colorScheme,
    ...(links as Record<ContactLink, string>),
  }
}

/**
 * The settings payload of spec §3: id, country, city and timezone, and the other fields that the form shows. An emptied
 * link is sent as an empty text, which removes it; a link that is not sent stays.
 */
export function settingsBody(
  id: SettingsBody['id'],
  values: SettingsForm,
  shown: readonly OptionalSetting[],
): SettingsBody {
  const { country, city, timezone } = values
  return { id, country, city, timezone, ...partOf(values, shown) }
}

/** Only what the form shows: without the residence, for a person who has not entered one yet. */
export const partOf = (values: SettingsForm, shown: readonly OptionalSetting[]): SettingsPart =>
  Object.fromEntries(shown.map((name) => [name, values[name]]))
