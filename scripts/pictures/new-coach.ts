// A coach who registers through the API while the pictures are prepared, and the mails that answer.
import { setTimeout as pause } from 'node:timers/promises'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Routes } from '#contract/api.ts'
import { listOutbox } from '#server/platform/mails/outbox.ts'

/** Calls the API of the shown server, signed in or not. */
export type CallApi = <R extends keyof Routes>(
  route: R,
  input: InputOf<Routes[R]>,
  token?: string,
) => Promise<OutputOf<Routes[R]>>

export const PASSWORD = 'girasol-violeta-41'
export const ACCEPTED = { acceptTerms: true, acceptPrivacy: true } as const

type Person = { name: string; lastName: string; email: string }

/** Registers a coach, who has not paid yet, and confirms the address. @returns the token of their sign-in */
export async function registerCoach(call: CallApi, outbox: string, person: Person): Promise<string> {
  const { email } = person
  const { token } = await call('POST /v1/auth/register', {
    body: { ...person, password: PASSWORD, country: 'Mexico', timezone: 'America/Mexico_City', ...ACCEPTED },
  })
  const code = await mailed(outbox, /\b\d{6}\b/, email)
  await call('POST /v1/auth/verifyemail', { body: { email, code } })
  return token
}

/** What a pattern finds in a mail, to this address or to anybody; waits for it. */
export async function mailed(outbox: string, pattern: RegExp, email?: string): Promise<string> {
  for (let look = 0; look < 100; look += 1) {
    const mails = (await listOutbox(outbox, 100)).filter(({ to }) => email === undefined || to === email)
    const found = mails.map(({ text }) => pattern.exec(text)?.[0]).find((text) => text !== undefined)
    if (found !== undefined) return found
    await pause(100)
  }
  throw new Error(`No mail to ${email ?? 'anybody'} says ${pattern}`)
}
