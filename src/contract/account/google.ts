import { z } from 'zod'
import { LinkedIdentity, Proof } from './accounts.ts'
import { GoogleData, RegisterBody, SignedIn } from './auth.ts'
import { endpoint } from '../endpoint.ts'
import { InvitationParams } from '../invitations.ts'
import { ClientId, LinkToken, UserId, line } from '../values.ts'

/** Why a sign-in through the provider failed: `#google_error={code}` of the page it ends at. */
export const GoogleError = z.enum([
  'cancelled',
  'expired',
  'failed',
  'unavailable',
  'unverified',
  'off',
  'other',
  'otherEmail',
  'unconfirmed',
  'tooMany',
])
export type GoogleError = z.infer<typeof GoogleError>

/** The address of the provider's account chooser. */
const Chooser = z.object({ url: z.string() })

export const startGoogle = endpoint({
  method: 'GET',
  path: '/v1/auth/google/start',
  access: 'public',
  summary: 'Leads the browser to the account chooser of the provider; `to` is where to go once signed in',
  query: z.strictObject({ to: z.string().max(500).optional() }),
  status: 302,
  errors: [],
})

export const finishGoogle = endpoint({
  method: 'GET',
  path: '/v1/auth/google/callback',
  access: 'public',
  summary:
    'Where the provider sends the browser back; ends at /#google={ticket}&new=0|1 or /#google_error={code}',
  // A provider may add other parameters, which must be ignored (RFC 6749 §4.1.2).
  query: z.record(z.string().max(100), z.string().max(4_000)),
  status: 302,
  errors: [],
})

export const GoogleProfile = z.object({
  name: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The open invitation of this address: it is accepted instead of becoming a coach (product §1 D2). */
  invitation: z.object({ clientId: ClientId, token: z.string() }).nullable(),
})
export type GoogleProfile = z.infer<typeof GoogleProfile>

export const getGoogleProfile = endpoint({
  method: 'POST',
  path: '/v1/auth/google/profile',
  access: 'public',
  summary: 'What the provider says about a new person, to prefill the registration; the ticket stays valid',
  body: z.strictObject({ googleData: GoogleData }),
  response: GoogleProfile,
  errors: ['auth.google_ticket', 'auth.google_unverified', 'auth.google_elsewhere'],
})

export const signInWithGoogle = endpoint({
  method: 'POST',
  path: '/v1/auth/user/google',
  access: 'public',
  summary: 'Signs in with the ticket of the callback',
  body: z.strictObject({ googleData: GoogleData }),
  response: SignedIn,
  errors: [
    'auth.google_ticket',
    'auth.google_unverified',
    'auth.google_new',
    'auth.google_elsewhere',
    'auth.invitation_pending',
  ],
})

/** Names that the provider did not send, or that are too short, are given here. */
export const RegisterGoogleBody = RegisterBody.omit({ email: true, password: true }).extend({
  googleData: GoogleData,
  isCoach: z.literal(true),
  name: line(2, 60).optional(),
  lastName: line(2, 80).optional(),
})
export type RegisterGoogleBody = z.infer<typeof RegisterGoogleBody>

export const registerWithGoogle = endpoint({
  method: 'POST',
  path: '/v1/auth/register/google',
  access: 'public',
  summary: 'Registers a coach with the ticket of the callback and signs them in',
  body: RegisterGoogleBody,
  response: SignedIn,
  status: 201,
  errors: [
    'auth.google_ticket',
    'auth.google_unverified',
    'auth.google_elsewhere',
    'auth.email_taken',
    'auth.invitation_pending',
  ],
})

export const startGoogleForInvitation = endpoint({
  method: 'POST',
  path: '/v1/invitation/:clientId/google',
  access: 'public',
  owner: 'secret',
  summary: 'Begins a sign-in through the provider that answers this invitation; needs the token of its link',
  params: InvitationParams,
  body: z.strictObject({ token: LinkToken }),
  response: Chooser,
  errors: [
    'invitation.not_found',
    'invitation.expired',
    'invitation.used',
    'invitation.declined',
    'auth.google_off',
    'auth.google_away',
  ],
})

const UserParams = z.strictObject({ userId: UserId })

export const listIdentities = endpoint({
  method: 'GET',
  path: '/v1/user/:userId/google',
  access: 'signedIn',
  owner: 'self',
  summary: 'The accounts of the provider that open the signed-in one',
  params: UserParams,
  response: z.object({ data: z.array(LinkedIdentity) }),
  errors: ['user.not_found'],
})

export const startGoogleLink = endpoint({
  method: 'POST',
  path: '/v1/user/:userId/google',
  access: 'signedIn',
  owner: 'self',
  summary: 'Begins linking an account of the provider to the signed-in one; ends at /profile/account',
  params: UserParams,
  body: Proof,
  response: Chooser,
  errors: [
    'user.not_found',
    'auth.google_unconfirmed',
    'auth.google_off',
    'auth.google_away',
    'auth.too_many_attempts',
    'auth.sign_in_again',
  ],
})

export const unlinkGoogle = endpoint({
  method: 'DELETE',
  path: '/v1/user/:userId/google',
  access: 'signedIn',
  owner: 'self',
  summary: 'Unlinks the account of the provider; refused for an account without a password',
  params: UserParams,
  body: Proof,
  errors: ['user.not_found', 'auth.password_needed', 'auth.too_many_attempts', 'auth.sign_in_again'],
})
