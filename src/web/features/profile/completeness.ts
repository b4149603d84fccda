import type { SessionUser, UserType } from '#contract/account/auth.ts'
import type { Profile } from '#contract/account/profiles.ts'
import { leadsSomewhere } from '#contract/links/usable-links.ts'
import type { ProfileSection } from '#web/paths.ts'
import { keysOf } from '#contract/keys-of.ts'

/** What a complete profile contains. */
export type ProfileItem =
  | 'photo'
  | 'jobOcuppation'
  | 'reach'
  | 'meeting'
  | 'bio'
  | 'specialities'
  | 'companyName'
  | 'logo'
  | 'city'
  | 'aboutMe'
  | 'expectations'

/** The sections of each side's profile, with what each should contain (product §18). */
const SECTIONS = {
  coach: {
    info: ['photo', 'jobOcuppation'],
    contact: ['reach', 'meeting'],
    about: ['bio', 'specialities'],
    customization: ['companyName', 'logo'],
    account: ['city'],
  },
  client: {
    info: ['photo'],
    contact: ['reach'],
    about: ['aboutMe', 'expectations'],
    account: ['city'],
  },
} as const satisfies Record<UserType, Partial<Record<ProfileSection, readonly ProfileItem[]>>>

export type HubSection = keyof (typeof SECTIONS)['coach']

/** One card of the hub: a section and what it lacks. */
export type SectionState = { section: HubSection; missing: readonly ProfileItem[] }

/** The completeness of a profile in whole percent, and what each section lacks. */
export function completenessOf(
  side: UserType,
  user: SessionUser,
  profile: Profile,
): { percent: number; sections: readonly SectionState[] } {
  const has = presentItems(user, profile)
  const sections: Partial<Record<HubSection, readonly ProfileItem[]>> = SECTIONS[side]
  const wanted = keysOf(sections).map((section) => [section, sections[section] ?? []] as const)
  const items = wanted.flatMap(([, all]) => all)
  return {
    // Down, as the progress of goals: full is only what is complete.
    percent: Math.floor((items.filter((item) => has[item]).length / items.length) * 100),
    sections: wanted.map(([section, all]) => ({ section, missing: all.filter((item) => !has[item]) })),
  }
}

function presentItems(user: SessionUser, profile: Profile): Record<ProfileItem, boolean> {
  const any = (...texts: (string | null)[]) => texts.some(Boolean)
  const leads = (kinds: readonly Parameters<typeof leadsSomewhere>[0][]) =>
    kinds.some((kind) => leadsSomewhere(kind, user[kind]))
  return {
    photo: user.photo !== null,
    jobOcuppation: any(user.jobOcuppation),
    reach: leads(['phone', 'whatsapp']),
    meeting: leads(['teams', 'meet', 'zoom', 'skype', 'facetime']),
    bio: any(profile.bio),
    specialities: profile.specialities.length > 0,
    companyName: any(user.companyName),
    logo: user.companyPhoto !== null,
    city: any(user.city),
    aboutMe: any(profile.aboutMe),
    expectations: any(profile.expectations),
  }
}
