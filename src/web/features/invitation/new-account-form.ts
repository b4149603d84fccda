import { z } from 'zod'
import { DEFAULT_COUNTRY } from '#contract/default-country.ts'
import { AcceptInvitationBody } from '#contract/invitations.ts'
import { REPEATED, isRepeated } from '#web/widgets/sign-in/repeated-password.ts'

/** What accepting requires for a new account, with the password repeated (product §4). */
export const NewAccountForm = AcceptInvitationBody.omit({ token: true, googleData: true, code: true })
  .required({ password: true, country: true, timezone: true })
  .extend({ repeated: z.string() })
  .refine(isRepeated, REPEATED)

/** The same for a person whose address Google has confirmed: without a password. */
export const GoogleAccountForm = AcceptInvitationBody.pick({
  country: true,
  timezone: true,
  city: true,
  acceptTerms: true,
  acceptPrivacy: true,
}).required({ country: true, timezone: true })

/** Values during input: boxes may still be unticked, which the contract's type excludes. */
export type NewAccountValues = {
  password: string
  repeated: string
  country: string
  timezone: string
  city?: string
  acceptTerms: boolean
  acceptPrivacy: boolean
}

export const emptyAccount = (timezone: string, city: string | null): NewAccountValues => ({
  password: '',
  repeated: '',
  country: DEFAULT_COUNTRY,
  timezone,
  city: city ?? '',
  acceptTerms: false,
  acceptPrivacy: false,
})
