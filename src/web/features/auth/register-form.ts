import { z } from 'zod'
import { RegisterBody } from '#contract/account/auth.ts'
import { DEFAULT_COUNTRY } from '#contract/default-country.ts'
import { REPEATED, isRepeated } from '#web/widgets/sign-in/repeated-password.ts'

/** The registration of the contract, with the password repeated (product §3). */
export const RegisterForm = RegisterBody.extend({ repeated: z.string() }).refine(isRepeated, REPEATED)
export type RegisterForm = z.input<typeof RegisterForm>

/** Values during input: boxes may still be unticked, which the contract's type excludes. */
export type RegisterValues = Omit<RegisterForm, 'acceptTerms' | 'acceptPrivacy' | 'acceptNews'> & {
  acceptTerms: boolean
  acceptPrivacy: boolean
  acceptNews: boolean
}

/** An empty form: country Mexico, and the browser's zone (product §3). */
export function emptyRegistration(timezone: string): RegisterValues {
  return {
    name: '',
    lastName: '',
    email: '',
    password: '',
    repeated: '',
    country: DEFAULT_COUNTRY,
    timezone,
    city: '',
    jobOcuppation: '',
    acceptTerms: false,
    acceptPrivacy: false,
    acceptNews: false,
  }
}
