import type { CoachPage } from '#contract/coaches.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { photoOf } from '../files/files.service.ts'
import { chosenContacts, shownContacts } from './coaches.domain.ts'
import type { CoachRow } from './coaches.repository.ts'

/** The page's data besides the coach. */
export type AroundCoach = Pick<CoachPage, 'policy' | 'nextSession' | 'canBook'>

/** A coach as their clients see them; only the coach reads which contacts were chosen. */
export function presentCoach(deps: Deps, actor: Actor, row: CoachRow, around: AroundCoach): CoachPage {
  return {
    id: row.id,
    name: row.name,
    lastName: row.lastName,
    fullName: `${row.name} ${row.lastName}`,
    photo: photoOf(deps, row.photoId),
    jobOcuppation: row.jobOccupation,
    companyName: row.companyName,
    colorUI: row.colorUI,
    companyPhoto: photoOf(deps, row.logoId),
    timezone: row.timezone,
    country: row.country,
    city: row.city,
    bio: row.bio,
    specialities: row.specialities,
    spokenLanguages: row.spokenLanguages,
    credentials: row.credentials,
    practisingSince: row.practisingSince,
    contacts: shownContacts(row, row.shownContacts),
    ...(actor.userType === 'coach' && { shownContacts: chosenContacts(row.shownContacts) }),
    ...around,
  }
}
