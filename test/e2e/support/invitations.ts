import { sql } from 'kysely'
import { SOON, type StagedCoach, callApi, mailed, newEmail } from './people.ts'
import { expect } from './fixtures.ts'
import type { TestServer } from './server.ts'

/** Somebody invited by mail; `link` is the mailed one. */
export type StagedInvitation = { clientId: string; email: string; link: string }

export async function stageInvitation(
  server: TestServer,
  coach: StagedCoach,
  { email = newEmail('invitada') } = {},
): Promise<StagedInvitation> {
  const { id: clientId } = await callApi<{ id: string }>(server, 'POST', '/v1/client', {
    token: coach.token,
    body: { name: 'Renata', lastName: 'Solís', email, invite: true },
  })
  return { clientId, email, link: await mailed(server, email, /http\S+\/invitation\/\S+\?t=[\w-]+/) }
}

/** A link that the coach shares, by the API. */
export async function stageSharedLink(server: TestServer, coach: StagedCoach, clientId: string) {
  const path = `/v1/client/${clientId}/invitationlink`
  return (await callApi<{ url: string }>(server, 'POST', path, { token: coach.token })).url
}

/** Answers an invitation with no, by the API. */
export async function stageDecline(server: TestServer, { clientId, link }: StagedInvitation) {
  const token = new URL(link).searchParams.get('t')
  await callApi(server, 'POST', `/v1/invitation/${clientId}/decline`, { body: { token } })
}

/** Lets fifteen days pass for one invitation and for nothing else. */
export async function expireInvitation(server: TestServer, clientId: string): Promise<void> {
  await server.inDatabase(async (db) => {
    await sql`update clients set invited_at = invited_at - interval '15 days' where id = ${clientId}`.execute(
      db,
    )
    await sql`update domain_events set occurred_at = occurred_at - interval '15 days'
      where subject_id = ${clientId}`.execute(db)
    await sql`update invitation_tokens set expires_at = expires_at - interval '15 days'
      where client_id = ${clientId}`.execute(db)
  })
}

/** The newest code mailed to an invited address, once `count` of them have arrived. */
export async function mailedInvitationCode(server: TestServer, email: string, count = 1): Promise<string> {
  const codes = async () => {
    const mails = await server.mails(email)
    return mails
      .filter(({ subject }) => subject.startsWith('Tu código'))
      .map(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? '')
  }
  await expect.poll(async () => (await codes()).length, SOON).toBe(count)
  return (await codes())[0]!
}
