import { z } from 'zod'
import { Asked } from './account/accounts.ts'
import { Acceptance, ColorUI, DigitCode, GoogleData, NewPassword, SignedIn } from './account/auth.ts'
import { endpoint } from './endpoint.ts'
import { IsoInterval } from './sessions/sessions.ts'
import { ClientId, Country, LinkToken, Photo, TimeZoneId, line } from './values.ts'

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
  /** As the coach entered it; the person may change it. */
  city: z.string().nullable(),
  /** The language of the mail, which is the coach's. */
  language: z.string(),
  /** The invited address already has an account: the person signs in instead of choosing a password. */
  accountExists: z.boolean(),
  /** The group of the invitation; null for an individual process. */
  group: z.object({ name: z.string() }).nullable(),
  /** The person's next session, if the coach booked one already. */
  nextSession: IsoInterval.nullable(),
  /**
   * The link was not mailed, so accepting requires a code sent to the address, unless the person's sign-in proves it.
   */
  asksCode: z.boolean(),
})
export type InvitationDto = z.infer<typeof InvitationDto>

const refusals = [
  'invitation.not_found',
  'invitation.expired',
  'invitation.used',
  'invitation.declined',
  'invitation.group_over',
] as const

export const getInvitation = endpoint({
  method: 'GET',
  path: '/v1/invitation/:clientId',
  access: 'public',
  owner: 'secret',
  summary: 'What the invited person sees; needs the token of the mailed link',
  params: InvitationParams,
  query: z.strictObject({ t: LinkToken }),
  response: InvitationDto,
  errors: refusals,
})

export const AcceptInvitationBody = z.strictObject({
  token: LinkToken,
  password: NewPassword.optional(),
  /** Instead of a password or a bearer token: the invited address, verified by the provider. */
  googleData: GoogleData.optional(),
  /** Mailed to the invited address when the link was copied or came by WhatsApp (product §4). */
  code: DigitCode.optional(),
  acceptTerms: Acceptance,
  acceptPrivacy: Acceptance,
  country: Country.optional(),
  timezone: TimeZoneId.optional(),
  city: line(0, 80).optional(),
})
export type AcceptInvitationBody = z.infer<typeof AcceptInvitationBody>

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/v1/invitation/:clientId',
  access: 'public',
  owner: 'secret',
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
    'invitation.code_required',
    'invitation.code_invalid',
    'group.full',
    'auth.google_ticket',
    'auth.google_elsewhere',
  ],
})

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/v1/invitation/:clientId/decline',
  access: 'public',
  owner: 'secret',
  summary:
    'Declines the invitation and tells the coach; through a shared link with the mailed code, like accepting',
  params: InvitationParams,
  body: z.strictObject({ token: LinkToken, code: DigitCode.optional() }),
  errors: [...refusals, 'invitation.code_required', 'invitation.code_invalid'],
})

export const renewInvitation = endpoint({
  method: 'POST',
  path: '/v1/invitation/:clientId/renew',
  access: 'public',
  owner: 'secret',
  summary:
    'Mails a new link to the invited address when the given one has expired, within the resend limits; a valid one changes nothing',
  params: InvitationParams,
  body: z.strictObject({ token: LinkToken }),
  response: Asked,
  status: 202,
  errors: [
    'invitation.not_found',
    'invitation.used',
    'invitation.declined',
    'invitation.group_over',
    'client.resend_too_soon',
  ],
})
