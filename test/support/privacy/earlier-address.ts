import type { UserId } from '#contract/values.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { TestApp } from '../app.ts'
import { good } from '../groups.ts'
import { PASSWORD, newEmail } from '../people.ts'

type Person = { userId: UserId; token: string; email: string }

/** Gives a person another address, by the code that is mailed there. @returns the one before */
export async function changeAddress(app: TestApp, person: Person): Promise<string> {
  const { userId, token, email: before } = person
  const email = newEmail('nueva')
  const at = { params: { userId } }
  good(
    await app.call('POST /v1/user/:userId/email', { ...at, body: { email, password: PASSWORD } }, token),
    202,
  )
  await app.settle()
  const mails = await app.mails(email)
  const code = /\b\d{6}\b/.exec(mails.find(({ text }) => text.includes('para usar este correo'))!.text)![0]
  await app.call('PUT /v1/user/:userId/email', { ...at, body: { code } }, token)
  person.email = email
  return before
}

/** What else is stored under an address: that a coach wrote there, and which mails nobody wants there. */
export async function useAddress(app: TestApp, coachId: UserId, email: string): Promise<void> {
  const at = app.clock.now()
  await app.deps.db
    .insertInto('invitation_mails')
    .values({ coach_id: coachId, email, sent_at: toTimestamp(at) })
    .execute()
  await app.deps.db
    .insertInto('channel_preferences')
    .values({ email, event: 'invitations', channel: 'email', muted_at: toTimestamp(at) })
    .execute()
}
