import { z } from 'zod'
import { Acceptance, ColorUI, GoogleData, NewPassword, SignedIn } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { ClientId, Country, LinkToken, Photo, TimeZoneId } from './values.ts'

export const InvitationParams = z.strictObject({ clientId: ClientId })

export const InvitationDto = z.object({
  clientId: ClientId,
  coach: z.object({
    name: z.string(),
    lastName: z.string(),
    companyName: z.string().nullable(),
    colorUI: ColorUI,
    companyPhoto: Photo.nullable(),
  }),
  name: z.string(),
  email: z.string(),
  timezone: z.string(),
  /** What the mail was written in: the coach's language. */
  language: z.string(),
  /** The invited address already has an account: the person signs in instead of choosing a password. */
  accountExists: z.boolean(),
})
export type InvitationDto = z.infer<typeof InvitationDto>

const refusals = [
  'invitation.not_found',
  'invitation.expired',
  'invitation.used',
  'invitation.declined',
] as const

export const getInvitation = endpoint({
  method: 'GET',
  path: '/v1/invitation/:clientId',
  access: 'public',
  summary: 'What the invited person sees; needs the token of the mailed link',
  params: InvitationParams,
  query: z.strictObject({ t: LinkToken }),
  response: InvitationDto,
  errors: refusals,
})

export const AcceptInvitationBody = z.strictObject({
  token: LinkToken,
  password: NewPassword.optional(),
  /** In the place of a password or a bearer: the invited address, proved by the provider. */
  googleData: GoogleData.optional(),
  acceptTerms: Acceptance,
  acceptPrivacy: Acceptance,
  country: Country.optional(),
  timezone: TimeZoneId.optional(),
})
export type AcceptInvitationBody = z.infer<typeof AcceptInvitationBody>

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/v1/invitation/:clientId',
  access: 'public',
  summary:
    'Accepts the invitation and signs the person in; with a bearer or googleData, joins the existing account',
  params: InvitationParams,
  body: AcceptInvitationBody,
  response: SignedIn,
  errors: [
    ...refusals,
    'invitation.account_exists',
    'invitation.other_account',
    'invitation.other_google',
    'auth.google_ticket',
    'auth.google_elsewhere',
  ],
})

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/v1/invitation/:clientId/decline',
  access: 'public',
  summary: 'Declines the invitation and tells the coach',
  params: InvitationParams,
  body: z.strictObject({ token: LinkToken }),
  errors: refusals,
})
