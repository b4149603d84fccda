import type { UserType } from '#contract/account/auth.ts'
import type { ProfileBody } from '#contract/account/profiles.ts'
import type { CalendarDate } from '#time/calendar-date.ts'

/** Fields that only one side of a practice has (product §18, `/profile/about`). */
const FIELDS_OF: Readonly<Record<UserType, readonly (keyof ProfileBody)[]>> = {
  coach: ['bio', 'specialities', 'spokenLanguages', 'credentials', 'practisingSince'],
  client: ['aboutMe', 'expectations'],
}

/**
 * The invalid parts of a change, by field: the other side's fields, a birthday after `today` and a first year of
 * practice after this one. `today` is the date in the person's own zone. Empty if everything is valid.
 */
export function refusedFields(
  change: ProfileBody,
  side: UserType,
  today: CalendarDate,
): Record<string, string> {
  const refused: Record<string, string> = {}
  for (const field of FIELDS_OF[side === 'coach' ? 'client' : 'coach']) {
    if (change[field] !== undefined) refused[field] = 'unknown_key'
  }
  if (change.birthday && String(change.birthday) > today) refused['birthday'] = 'date_future'
  if (change.practisingSince && change.practisingSince > Number(today.slice(0, 4))) {
    refused['practisingSince'] ??= 'year_future'
  }
  return refused
}
