import { z } from 'zod'
import { DigitCode, NewPassword, SignedIn, TypedPassword } from './auth.ts'
import { endpoint } from '../endpoint.ts'
import { AuthSessionId, Email, IsoInstant, MembershipId, UserId } from '../values.ts'

const params = z.strictObject({ userId: UserId })

/** The response to every request for a mail, so that it reveals nothing about the address (product §3). */
export const Asked = z.object({ asked: z.literal(true) })
export type Asked = z.infer<typeof Asked>

export const askRecovery = endpoint({
  method: 'POST',
  path: '/v1/auth/recovery',
  access: 'public',
  summary: 'Mails a link to set a new password when the address has an account; always 202',
  body: z.strictObject({ email: Email }),
  response: Asked,
  status: 202,
  errors: [],
})

const recoveryToken = z.string().min(1).max(128)

/** An account of an identity provider that can sign in to this one, with its address there. */
export const LinkedIdentity = z.object({ email: z.string() })
export type LinkedIdentity = z.infer<typeof LinkedIdentity>

export const lookAtRecovery = endpoint({
  method: 'POST',
  path: '/v1/auth/recovery/link',
  access: 'public',
  summary:
    'What else opens the account of a recovery link, to be dropped with the old password; does not use the link up',
  body: z.strictObject({ token: recoveryToken }),
  response: z.object({ identities: z.array(LinkedIdentity) }),
  errors: ['auth.link_invalid'],
})

/** What a new password ended, and the other ways to sign in that remain (product §3). */
export const NewPasswordSet = z.object({
  endedFeeds: z.int(),
  identities: z.array(LinkedIdentity),
})
export type NewPasswordSet = z.infer<typeof NewPasswordSet>

/** Whether identity providers are unlinked together with the old password. */
const dropIdentities = z.boolean().optional()

/** The secret of a recovery link, and the new password. */
export const RecoverBody = z.strictObject({ token: recoveryToken, password: NewPassword, dropIdentities })
export type RecoverBody = z.infer<typeof RecoverBody>

export const recover = endpoint({
  method: 'PUT',
  path: '/v1/auth/recovery',
  access: 'public',
  summary: 'Sets a password through a mailed link, once; ends every sign-in and calendar feed and opens none',
  body: RecoverBody,
  response: NewPasswordSet,
  errors: ['auth.link_invalid'],
})

export const switchMembership = endpoint({
  method: 'POST',
  path: '/v1/auth/switch',
  access: 'signedIn',
  summary: 'Signs in to another membership of the same person; the sign-in it is asked with ends',
  body: z.strictObject({ membershipId: MembershipId }),
  response: SignedIn,
  errors: ['membership.not_found'],
})

export const ChangePasswordBody = z.strictObject({
  current: TypedPassword,
  password: NewPassword,
  dropIdentities,
})
export type ChangePasswordBody = z.infer<typeof ChangePasswordBody>

export const changePassword = endpoint({
  method: 'PUT',
  path: '/v1/user/:userId/password',
  access: 'signedIn',
  owner: 'self',
  summary: 'Changes the password; every other sign-in and every calendar feed of the person ends',
  params,
  body: ChangePasswordBody,
  response: NewPasswordSet,
  errors: ['user.not_found', 'user.no_password', 'auth.too_many_attempts'],
})

/**
 * Proof that the request comes from the account's person: the current password. An account without one needs a recent
 * sign-in through its provider (product §3).
 */
export const Proof = z.strictObject({ password: TypedPassword.optional() })
export type Proof = z.infer<typeof Proof>

export const AskEmailChangeBody = Proof.extend({ email: Email })
export type AskEmailChangeBody = z.infer<typeof AskEmailChangeBody>

export const askEmailChange = endpoint({
  method: 'POST',
  path: '/v1/user/:userId/email',
  access: 'signedIn',
  owner: 'self',
  summary: 'Mails a code to the address a person wants to have; answers the same for a taken one',
  params,
  body: AskEmailChangeBody,
  response: Asked,
  status: 202,
  errors: ['user.not_found', 'auth.too_many_attempts', 'auth.sign_in_again'],
})

export const confirmEmailChange = endpoint({
  method: 'PUT',
  path: '/v1/user/:userId/email',
  access: 'signedIn',
  owner: 'self',
  summary: 'Moves the account to the address that the code was mailed to',
  params,
  body: z.strictObject({ code: DigitCode }),
  errors: ['user.not_found', 'auth.code_invalid', 'user.email_taken', 'user.email_of_another_client'],
})

/** One open sign-in. Browser and system are names such as Chrome and Windows; null if unknown. */
export const SignInDto = z.object({
  id: AuthSessionId,
  browser: z.string().nullable(),
  system: z.string().nullable(),
  signedInAt: IsoInstant,
  lastUsedAt: IsoInstant,
  current: z.boolean(),
})
export type SignInDto = z.infer<typeof SignInDto>

export const listSignIns = endpoint({
  method: 'GET',
  path: '/v1/user/:userId/sessions',
  access: 'signedIn',
  owner: 'self',
  summary: 'The open sign-ins of the person, the present one first',
  params,
  response: z.object({ data: z.array(SignInDto) }),
  errors: ['user.not_found'],
})

export const endSignIns = endpoint({
  method: 'DELETE',
  path: '/v1/user/:userId/sessions',
  access: 'signedIn',
  owner: 'self',
  summary: 'Ends every sign-in of the person but the present one, or the one that `session` names',
  params,
  query: z.strictObject({ session: AuthSessionId.optional() }),
  body: Proof,
  errors: ['user.not_found', 'user.sign_in_not_found', 'auth.too_many_attempts', 'auth.sign_in_again'],
})
