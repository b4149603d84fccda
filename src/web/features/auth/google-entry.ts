import { completeSignIn } from '#web/api/auth-session.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { resetSession } from '#web/store/store.ts'
import { paths } from '#web/paths.ts'
import type { GoogleArrival } from '#web/widgets/sign-in/google-arrival.ts'
import { rememberGoogle } from '#web/widgets/sign-in/google-memory.ts'
import { keepLink } from '#web/widgets/sign-in/invitation-memory.ts'

/**
 * Handles the result of the Google sign-in: signs in, or leads a new account to the registration and an invited person
 * to their invitation (product §1 D2). `goTo` navigates. It continues when the landing screen is rebuilt meanwhile.
 */
export async function enterFromGoogle(
  { outcome }: GoogleArrival,
  goTo: (path: string) => void,
): Promise<void> {
  if (outcome.kind === 'linked') return
  if (outcome.kind === 'error') return rememberGoogle({ error: outcome.error })
  rememberGoogle({ entering: true })
  try {
    await (outcome.isNew ? welcome(outcome.ticket, goTo) : signIn(outcome.ticket))
  } catch (failure) {
    // A rejected Google sign-in resets the session (spec §4).
    resetSession()
    rememberGoogle({})
    showFailure(failure, { dialog: (text) => rememberGoogle({ failure: text }) })
  }
}

async function signIn(ticket: string): Promise<void> {
  const { token } = await call('POST /v1/auth/user/google', { body: { googleData: { ticket } } })
  await completeSignIn(token, () => rememberGoogle({}))
}

async function welcome(ticket: string, goTo: (path: string) => void): Promise<void> {
  const profile = await call('POST /v1/auth/google/profile', { body: { googleData: { ticket } } })
  rememberGoogle({ ticket, profile })
  if (!profile.invitation) return goTo(paths.register())
  const { clientId } = profile.invitation
  keepLink(profile.invitation)
  goTo(paths.invitation({ clientId }))
}
