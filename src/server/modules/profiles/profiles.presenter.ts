import type { UserType } from '#contract/account/auth.ts'
import type { Profile } from '#contract/account/profiles.ts'
import type { ProfileRow } from './profiles.repository.ts'

/** A person's profile as they see it themselves, with the fields of their side. */
export function presentProfile(row: ProfileRow, side: UserType): Profile {
  const isCoach = side === 'coach'
  return {
    id: row.id,
    name: row.name,
    lastName: row.lastName,
    jobOcuppation: row.jobOccupation,
    birthday: row.birthday,
    aboutMe: isCoach ? null : row.aboutMe,
    expectations: isCoach ? null : row.expectations,
    bio: isCoach ? row.bio : null,
    specialities: (isCoach && row.specialities) || [],
    spokenLanguages: (isCoach && row.spokenLanguages) || [],
    credentials: (isCoach && row.credentials) || [],
    practisingSince: isCoach ? row.practisingSince : null,
  }
}
