import { z } from 'zod'
import { NewMember } from '#contract/groups.ts'
import { ClientId } from '#contract/values.ts'
import type { PastedPerson } from './pasted-people.ts'

/** An existing client of the coach. */
export const ClientForm = z.object({ clientId: ClientId })
export type ClientForm = { clientId: string }

/** One new person. */
export const PersonForm = NewMember
export type PersonForm = PastedPerson

export const nobody: PersonForm = { name: '', lastName: '', email: '' }

/** The most people one request accepts (contract). */
export const MOST_PEOPLE = 200

/** Several new people; each address once, with an error at every row that repeats one. */
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
export type PeopleForm = { people: PersonForm[] }
