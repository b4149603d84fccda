import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientId } from '#contract/values.ts'
import { DAY_MS, MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { answersOf, inviteClient, tokenOf } from '#test/support/invitations.ts'
import { PASSWORD, type TestCoach, mailedInvitation, newCoach } from '#test/support/people.ts'

let app: TestApp
let coach: TestCoach
let calls: ReturnType<typeof answersOf>
beforeAll(async () => {
  app = await makeApp()
  calls = answersOf(app)
})
beforeEach(async () => {
  coach = await newCoach(app)
})
afterAll(() => app.close())

const refusalOf = ({ status, refusal }: { status: number; refusal: { code?: string } }) => [
  status,
  refusal.code,
]
const statusOf = async (clientId: ClientId) =>
  (
    await app.deps.db
      .selectFrom('clients')
      .select('status')
      .where('id', '=', clientId)
      .executeTakeFirstOrThrow()
  ).status
const mailsTo = async (email: string) => {
  await app.settle()
  return (await app.mails(email)).length
}

describe('asking for a new invitation (product §4)', () => {
  // @spec P.60
  test('with a link that has expired mails a fresh one to the same address', async () => {
    const { clientId, email, token } = await inviteClient(app, coach)
    const shared = tokenOf((await calls.share(clientId, coach)).body.url)
    app.clock.advance(14 * DAY_MS)
    expect(refusalOf(await calls.look(clientId, token))).toEqual([409, 'invitation.expired'])
    const { status, body } = await calls.renew(clientId, shared)
    expect([status, body]).toEqual([202, { asked: true }])
    const fresh = await mailedInvitation(app, email)
    expect(fresh).not.toBe(token)
    const [mail] = await app.mails(email)
    expect(mail).toMatchObject({
      subject: 'Ana López te invita a tu espacio de coaching',
      from: 'Ana López',
      replyTo: coach.email,
    })
    // It came by mail, so it asks for no code; the old ones stay dead.
    expect((await calls.look(clientId, fresh)).body).toMatchObject({ email, asksCode: false })
    for (const old of [token, shared]) {
      expect(refusalOf(await calls.look(clientId, old))).toEqual([409, 'invitation.expired'])
    }
    expect((await calls.accept(clientId, { token: fresh, password: PASSWORD })).status).toBe(200)
  })

  // @spec P.60
  test('with a link that a later one replaced does the same, within the limits of the coach', async () => {
    const { clientId, email, token } = await inviteClient(app, coach)
    await calls.resend(clientId, coach)
    const second = await mailedInvitation(app, email)
    const soon = await calls.renew(clientId, token)
    expect(refusalOf(soon)).toEqual([429, 'client.resend_too_soon'])
    expect(soon.refusal.error).toBe('Espera unos minutos antes de reenviar.')
    expect((await calls.look(clientId, second)).status).toBe(200)
    app.clock.advance(10 * MINUTE_MS)
    expect((await calls.renew(clientId, token)).status).toBe(202)
    expect(refusalOf(await calls.look(clientId, second))).toEqual([409, 'invitation.expired'])
    // And the coach waits as well.
    expect(refusalOf(await calls.resend(clientId, coach))).toEqual([429, 'client.resend_too_soon'])
  })

  test('many times at once mails one', async () => {
    const { clientId, email, token } = await inviteClient(app, coach)
    app.clock.advance(14 * DAY_MS)
    const before = await mailsTo(email)
    const answers = await Promise.all(Array.from({ length: 6 }, () => calls.renew(clientId, token)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      202, 429, 429, 429, 429, 429,
    ])
    expect(await mailsTo(email)).toBe(before + 1)
  })

  test('happens five times a day', async () => {
    const { clientId, token } = await inviteClient(app, coach)
    app.clock.advance(14 * DAY_MS)
    for (let count = 0; count < 5; count += 1) {
      expect((await calls.renew(clientId, token)).status).toBe(202)
      app.clock.advance(10 * MINUTE_MS)
    }
    expect(refusalOf(await calls.renew(clientId, token))).toEqual([429, 'client.resend_too_soon'])
  })

  test('with a link that still opens changes nothing', async () => {
    const { clientId, email, token } = await inviteClient(app, coach)
    const before = await mailsTo(email)
    expect((await calls.renew(clientId, token)).status).toBe(202)
    expect(await mailsTo(email)).toBe(before)
    expect((await calls.look(clientId, token)).status).toBe(200)
  })

  test('is refused once the invitation was answered', async () => {
    const used = await inviteClient(app, coach)
    await calls.accept(used.clientId, { token: used.token, password: PASSWORD })
    expect(refusalOf(await calls.renew(used.clientId, used.token))).toEqual([409, 'invitation.used'])
    const declined = await inviteClient(app, coach)
    await calls.decline(declined.clientId, { token: declined.token })
    expect(refusalOf(await calls.renew(declined.clientId, declined.token))).toEqual([
      409,
      'invitation.declined',
    ])
    expect(await statusOf(declined.clientId)).toBe('declined')
  })

  test('is for holders of a real link alone, and of a client who is still there', async () => {
    const { clientId, token } = await inviteClient(app, coach)
    const other = await inviteClient(app, coach)
    app.clock.advance(14 * DAY_MS)
    const nobody = '01890000-0000-7000-8000-000000000000' as ClientId
    const wrong: [ClientId, string][] = [
      [clientId, 'wrong'],
      [clientId, other.token],
      [nobody, token],
    ]
    for (const [id, secret] of wrong) {
      expect(refusalOf(await calls.renew(id, secret))).toEqual([404, 'invitation.not_found'])
    }
    const set = { status: 'archived', archived_from: 'invited' } as const
    await app.deps.db.updateTable('clients').set(set).where('id', '=', clientId).execute()
    expect(refusalOf(await calls.renew(clientId, token))).toEqual([404, 'invitation.not_found'])
  })
})
