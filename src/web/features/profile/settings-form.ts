import { z } from 'zod'
import { ColorScheme, Language, type SessionUser } from '#contract/account/auth.ts'
import { DEFAULT_COUNTRY } from '#contract/fixed-names.ts'
import {
  CONTACT_LINKS,
  type ContactLink,
  ContactLinks,
  PlaceSettings,
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

/** Where somebody is, how they read and how they are reached; a form shows what it is about. */
export const SettingsForm = z.object({
  ...PlaceSettings.shape,
  language: Language,
  colorScheme: ColorScheme,
  ...ContactLinks.shape,
})
/** The same for a screen that shows nothing of the place. */
export const WithoutPlaceForm = SettingsForm.omit({ country: true, city: true, timezone: true })

export type SettingsForm = {
  country: string
  city: string
  timezone: string
  language: string
  colorScheme: ColorScheme
} & Record<ContactLink, string>

/** What a form may leave out: it stays as it is. */
export type OptionalSetting = ContactLink | 'language' | 'colorScheme'

/** The form as it opens; without a country yet, Mexico (spec §9). */
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
 * The settings payload of spec §3: id, country, city and timezone, and of the rest what the form shows. A link that
 * was emptied goes as an empty text, which takes it away; one that is not sent stays.
 */
export function settingsBody(
  id: SettingsBody['id'],
  values: SettingsForm,
  shown: readonly OptionalSetting[],
): SettingsBody {
  const { country, city, timezone } = values
  return { id, country, city, timezone, ...partOf(values, shown) }
}

/** Only what the form shows: without the place, for a person who has not given one yet. */
export const partOf = (values: SettingsForm, shown: readonly OptionalSetting[]): SettingsPart =>
  Object.fromEntries(shown.map((name) => [name, values[name]]))
