import { z } from 'zod'
import { NewMember } from '#contract/groups.ts'
import type { PastedPerson } from './pasted-people.ts'

export const nobody: PastedPerson = { name: '', lastName: '', email: '' }

/** The most people one request accepts (contract). */
export const MOST_PEOPLE = 200

/** New people; each address once, with an error at every row that repeats one. */
export const PeopleForm = z
  .object({ people: z.array(NewMember).min(1).max(MOST_PEOPLE) })
  .superRefine(({ people }, context) => {
    const seen = new Set<string>()
    for (const [index, { email }] of people.entries()) {
      if (seen.has(email)) {
        context.addIssue({ code: 'custom', path: ['people', index, 'email'], message: 'email_repeated' })
      }
      seen.add(email)
    }
  })
export type PeopleForm = { people: PastedPerson[] }
