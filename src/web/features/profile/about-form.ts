import { z } from 'zod'
import { type Profile, ProfileBody } from '#contract/account/profiles.ts'
import type { UserType } from '#contract/account/auth.ts'

const { bio, specialities, spokenLanguages, credentials, practisingSince, aboutMe, expectations } =
  ProfileBody.shape

/** A coach's description of their practice, validated against the current year. */
const coachForm = (thisYear: number) =>
  z.object({
    bio,
    specialities,
    spokenLanguages,
    credentials,
    practisingSince: practisingSince.unwrap().unwrap().max(thisYear).optional(),
  })

/** A client's description for their coach. */
const clientForm = z.object({ aboutMe, expectations })

/** The fields of both sides (product §18); each form shows its half. */
export type AboutForm = {
  bio: string
  specialities: string[]
  spokenLanguages: string[]
  credentials: string[]
  practisingSince: number | ''
  aboutMe: string
  expectations: string
}

export const aboutSchema = (side: UserType, thisYear: number) =>
  side === 'coach' ? coachForm(thisYear) : clientForm

export function aboutOf(profile: Profile): AboutForm {
  return {
    bio: profile.bio ?? '',
    specialities: profile.specialities,
    spokenLanguages: profile.spokenLanguages,
    credentials: profile.credentials,
    practisingSince: profile.practisingSince ?? '',
    aboutMe: profile.aboutMe ?? '',
    expectations: profile.expectations ?? '',
  }
}

/** The change for the API: only the fields of the side; an empty one is removed. */
export function aboutBody(
  side: UserType,
  { aboutMe: me, expectations: wishes, practisingSince: since, ...practice }: AboutForm,
): ProfileBody {
  return side === 'coach'
    ? { ...practice, practisingSince: since === '' ? null : since }
    : { aboutMe: me, expectations: wishes }
}
