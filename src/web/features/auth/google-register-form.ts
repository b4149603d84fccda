import type { z } from 'zod'
import { DEFAULT_COUNTRY } from '#contract/default-country.ts'
import { type GoogleProfile, RegisterGoogleBody } from '#contract/account/google.ts'

/** What a coach adds to Google's data; the names stay editable (product §3). */
export const GoogleRegisterForm = RegisterGoogleBody.omit({ googleData: true, isCoach: true }).required({
  name: true,
  lastName: true,
})

/** Values during input: boxes may still be unticked, which the contract's type excludes. */
export type GoogleRegisterValues = Omit<
  z.input<typeof GoogleRegisterForm>,
  'acceptTerms' | 'acceptPrivacy' | 'acceptNews'
> & {
  acceptTerms: boolean
  acceptPrivacy: boolean
  acceptNews: boolean
}

export function prefilled({ name, lastName }: GoogleProfile, timezone: string): GoogleRegisterValues {
  return {
    name,
    lastName,
    country: DEFAULT_COUNTRY,
    timezone,
    city: '',
    jobOcuppation: '',
    acceptTerms: false,
    acceptPrivacy: false,
    acceptNews: false,
  }
}
