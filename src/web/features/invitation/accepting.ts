import { completeSignIn } from '#web/api/auth-session.ts'
import { call, type Input } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { rememberGoogle } from '#web/widgets/sign-in/google-memory.ts'
import { setPhase } from '#web/widgets/sign-in/invitation-memory.ts'

// These continue when the screen is rebuilt meanwhile (see invitation-memory.ts), so they are not mutations of it.

type NewAccount = Omit<
  Input<'POST /v1/invitation/:clientId'>['body'],
  'token' | 'acceptTerms' | 'acceptPrivacy'
>

/**
 * Accepts and signs in: with a new account, with the one of `as`, or else with the account signed in here. Throws only
 * while the invitation is unanswered; a sign-in that fails after accepting is reported in the toast.
 */
export async function accept(
  clientId: string,
  token: string,
  account: NewAccount = {},
  as?: string,
): Promise<void> {
  const { token: bearer } = await call(
    'POST /v1/invitation/:clientId',
    { params: { clientId }, body: { ...account, token, acceptTerms: true, acceptPrivacy: true } },
    as === undefined ? {} : { as },
  )
  setPhase('entering')
  // The ticket, if one was used, is used up.
  rememberGoogle({})
  try {
    await completeSignIn(bearer)
    setPhase('inside')
  } catch (failure) {
    setPhase('open')
    showFailure(failure)
  }
}

/**
 * Proves ownership of the invited address by signing in, and accepts with that. This temporary sign-in is ended:
 * accepting opens another.
 */
export async function signInAndAccept(
  clientId: string,
  token: string,
  credentials: { email: string; password: string },
  code: { code?: string } = {},
): Promise<void> {
  const { token: proof } = await call('POST /v1/auth/user', { body: credentials })
  try {
    await accept(clientId, token, code, proof)
  } finally {
    void call('POST /v1/auth/logout', {}, { as: proof }).catch(() => undefined)
  }
}
