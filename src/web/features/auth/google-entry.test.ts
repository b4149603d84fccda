import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '#contract/account/auth.ts'
import { sessionOf, setSession, signedOut, useStore } from '#web/store/store.ts'
import type { GoogleArrival } from '#web/widgets/sign-in/google-arrival.ts'
import { useGoogleMemory } from '#web/widgets/sign-in/google-memory.ts'
import { enterFromGoogle } from './google-entry.ts'

// Other files of this process ask real servers.
afterAll(() => {
  vi.unstubAllGlobals()
})

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const goTo = vi.fn<(path: string) => void>()

const arrival = (isNew: boolean): GoogleArrival => ({
  outcome: { kind: 'ticket', ticket: 'once', isNew },
  to: null,
  linkToken: null,
})

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  const user = { id: 'u1' } as SessionUser
  setSession(sessionOf({ user, userType: 'coach' } as never, 't'))
})

// spec §4, §7; product §3: googleData carries the ticket alone
// @spec 4.4, 4.8
test('an existing user is signed in with the ticket; a refusal resets the session', async () => {
  const refusal = { error: 'Vuelve a intentarlo.', code: 'google.ticket_invalid', requestId: 'r' }
  fetched.mockResolvedValue(Response.json(refusal, { status: 409 }))
  await enterFromGoogle(arrival(false), goTo)
  const [url, init] = fetched.mock.calls[0]!
  expect([url, init.body]).toEqual(['/v1/auth/user/google', '{"googleData":{"ticket":"once"}}'])
  expect(useStore.getState().session).toEqual(signedOut)
  expect(useGoogleMemory.getState()).toMatchObject({ failure: 'Vuelve a intentarlo.', entering: false })
})

// @spec 4.8
test('a new user is led to the registration, the ticket in memory', async () => {
  fetched.mockResolvedValue(Response.json({ name: 'Sofía', lastName: 'Ríos', invitation: null }))
  await enterFromGoogle(arrival(true), goTo)
  expect(goTo).toHaveBeenCalledWith('/register')
  expect(useGoogleMemory.getState().ticket).toBe('once')
})
