import type { AcceptInvitationBody } from '#contract/invitations.ts'
import type { ClientId } from '#contract/values.ts'
import type { TestApp } from './app.ts'
import { type TestCoach, mailedInvitation, newEmail } from './people.ts'

/** Somebody whom a coach has invited by mail, and the token of that mail. */
export type Invited = { clientId: ClientId; email: string; token: string }

export async function inviteClient(app: TestApp, coach: TestCoach, change: object = {}): Promise<Invited> {
  const email = newEmail('client')
  const body = { name: 'Luz', lastName: 'Vega', email, timezone: 'America/Tijuana', invite: true, ...change }
  const created = await app.call('POST /v1/client', { body }, coach.token)
  if (created.status !== 201) throw new Error(`client: ${JSON.stringify(created.body)}`)
  const { id: clientId } = created.body
  return { clientId, email: created.body.email, token: await mailedInvitation(app, created.body.email) }
}

/** Invites an address twice and then gives its client another one: no client has it, yet it may not be invited now. */
export async function freedAfterTwoInvitations(app: TestApp, coach: TestCoach, email: string): Promise<void> {
  const { clientId } = await inviteClient(app, coach, { email })
  await answersOf(app).resend(clientId, coach)
  const change = { params: { clientId }, body: { email: newEmail('other') } }
  const freed = await app.call('PUT /v1/client/:clientId', change, coach.token)
  if (freed.status !== 200) throw new Error(`client: ${JSON.stringify(freed.body)}`)
}

/** The calls that answer an invitation. */
export function answersOf(app: TestApp) {
  return {
    look: (clientId: ClientId, t: string) =>
      app.call('GET /v1/invitation/:clientId', { params: { clientId }, query: { t } }),
    accept: (clientId: ClientId, body: Partial<AcceptInvitationBody>, bearer?: string) =>
      app.call(
        'POST /v1/invitation/:clientId',
        {
          params: { clientId },
          body: { acceptTerms: true, acceptPrivacy: true, ...body } as AcceptInvitationBody,
        },
        bearer,
      ),
    decline: (clientId: ClientId, body: { token: string; code?: string }, bearer?: string) =>
      app.call('POST /v1/invitation/:clientId/decline', { params: { clientId }, body }, bearer),
    renew: (clientId: ClientId, token: string) =>
      app.call('POST /v1/invitation/:clientId/renew', { params: { clientId }, body: { token } }),
    share: (clientId: ClientId, coach: TestCoach) =>
      app.call('POST /v1/client/:clientId/invitationlink', { params: { clientId } }, coach.token),
    resend: (clientId: ClientId, coach: TestCoach) =>
      app.call('POST /v1/client/:clientId/resendinvitation', { params: { clientId } }, coach.token),
  }
}

/** The secret of an invitation's address. */
export function tokenOf(url: string): string {
  const token = new URL(url).searchParams.get('t')
  if (!token) throw new Error(`No token in ${url}`)
  return token
}
