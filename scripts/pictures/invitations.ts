// Invitations in every state. The demo practice keeps one open; those that were answered or replaced belong to another
// coach, so that they do not appear in its lists.
import { type CallApi, ACCEPTED, PASSWORD, mailed, registerCoach } from './new-coach.ts'

/** Paths with their tokens, by the state of the invitation. */
export type Invitations = { open: string; shared: string; expired: string; declined: string; used: string }

/** The path of the one open invitation of the demo, as it was mailed. */
export function openInvitation(outbox: string): Promise<string> {
  return mailed(outbox, /\/invitation\/[\w-]+\?t=[\w-]+/)
}

/** Invitations of a new coach that were sent again, declined and used. */
export async function closedInvitations(
  call: CallApi,
  outbox: string,
): Promise<Omit<Invitations, 'open' | 'shared'>> {
  const coach = await paidCoach(call, outbox)
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

async function paidCoach(call: CallApi, outbox: string): Promise<string> {
  const person = { name: 'Paula', lastName: 'Ríos', email: 'paula.rios@correo.example' }
  const token = await registerCoach(call, outbox, person)
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
