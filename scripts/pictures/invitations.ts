// Invitations in every state. The demo practice keeps one open; those that were answered or replaced belong to another
// coach, so that they do not appear in its lists.
import { setTimeout as pause } from 'node:timers/promises'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Routes } from '#contract/api.ts'
import { listOutbox } from '#server/platform/outbox.ts'

/** Paths with their tokens, by the state of the invitation. */
export type Invitations = { open: string; shared: string; expired: string; declined: string; used: string }

/** Calls the API of the shown server, signed in or not. */
export type CallApi = <R extends keyof Routes>(
  route: R,
  input: InputOf<Routes[R]>,
  token?: string,
) => Promise<OutputOf<Routes[R]>>

const PASSWORD = 'girasol-violeta-41'
const ACCEPTED = { acceptTerms: true, acceptPrivacy: true } as const

/** The path of the one open invitation of the demo, as it was mailed. */
export function openInvitation(outbox: string): Promise<string> {
  return mailed(outbox, /\/invitation\/[\w-]+\?t=[\w-]+/)
}

/** Invitations of a new coach that were sent again, declined and used. */
export async function closedInvitations(
  call: CallApi,
  outbox: string,
): Promise<Omit<Invitations, 'open' | 'shared'>> {
  const coach = await newCoach(call, outbox)
  const [expired, declined, used] = await Promise.all(
    ['vencida', 'rechazada', 'usada'].map((who) => invite(call, outbox, coach, `${who}@correo.example`)),
  )
  await call('POST /v1/client/:clientId/resendinvitation', { params: { clientId: expired!.clientId } }, coach)
  const { clientId, token } = declined!
  await call('POST /v1/invitation/:clientId/decline', { params: { clientId }, body: { token } })
  await call('POST /v1/invitation/:clientId', {
    params: { clientId: used!.clientId },
    body: { token: used!.token, password: PASSWORD, ...ACCEPTED },
  })
  return { expired: expired!.path, declined: declined!.path, used: used!.path }
}

async function newCoach(call: CallApi, outbox: string): Promise<string> {
  const email = 'paula.rios@correo.example'
  const person = { name: 'Paula', lastName: 'Ríos', country: 'Mexico', timezone: 'America/Mexico_City' }
  const { token } = await call('POST /v1/auth/register', {
    body: { ...person, email, password: PASSWORD, ...ACCEPTED },
  })
  const code = await mailed(outbox, /\b\d{6}\b/, email)
  await call('POST /v1/auth/verifyemail', { body: { email, code } })
  const { checkoutId } = await call(
    'POST /v1/payment/checkout',
    { body: { planId: 'monthly', method: 'card' } },
    token,
  )
  await call('POST /v1/payment/sandbox/:checkoutId', {
    params: { checkoutId },
    body: { outcome: 'success' },
  })
  return token
}

async function invite(call: CallApi, outbox: string, coach: string, email: string) {
  const body = { name: 'Irene', lastName: 'Soto', email, role: 'client', invite: true } as const
  const { id: clientId } = await call('POST /v1/client', { body }, coach)
  const path = await mailed(outbox, /\/invitation\/[\w-]+\?t=[\w-]+/, email)
  return { clientId, path, token: path.split('?t=')[1]! }
}

async function mailed(outbox: string, pattern: RegExp, email?: string): Promise<string> {
  for (let look = 0; look < 100; look += 1) {
    const mails = (await listOutbox(outbox, 100)).filter(({ to }) => email === undefined || to === email)
    const found = mails.map(({ text }) => pattern.exec(text)?.[0]).find((text) => text !== undefined)
    if (found !== undefined) return found
    await pause(100)
  }
  throw new Error(`No mail to ${email ?? 'anybody'} says ${pattern}`)
}
