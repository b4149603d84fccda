import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientId } from '#contract/values.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { answersOf, inviteClient, tokenOf } from '#test/support/invitations.ts'
import { PASSWORD, type TestCoach, newCoach, newEmail } from '#test/support/people.ts'
import { MINUTE_MS } from '#time/clock.ts'
import { OFFERED, book, close, goTo, hours, lifeOf, made } from '#test/support/sessions.ts'

// Coaches book people who have not accepted their invitation yet (product §9).
let app: TestApp
let coach: TestCoach
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
})

type Person = Parameters<typeof book>[2] & { clientId: ClientId; email: string }

/** A record of somebody whom nobody has invited. */
async function notInvited(): Promise<Person> {
  const email = newEmail('client')
  const body = { name: 'Luz', lastName: 'Vega', email, timezone: 'America/Tijuana', invite: false }
  const { body: created } = await app.call('POST /v1/client', { body }, coach.token)
  return { clientId: created.id, email } as Person
}

async function invited(): Promise<Person & { token: string }> {
  const person = await inviteClient(app, coach)
  // What happens at the moment of the invitation is told in it.
  app.clock.advance(MINUTE_MS)
  return person as unknown as Person & { token: string }
}

/** Subjects of the mails to an address, oldest first. */
async function subjectsTo({ email }: { email: string }): Promise<string[]> {
  await app.settle()
  return (await app.mails(email)).map(({ subject }) => subject).toReversed()
}

async function newestTo({ email }: { email: string }) {
  await app.settle()
  const [mail] = await app.mails(email)
  if (!mail) throw new Error(`No mail to ${email}`)
  return mail
}

/** The token of the invitation that a mail's button leads to; undefined if it has no such button. */
const invitationIn = (text: string): string | undefined => {
  const url = /https?:\S+\/invitation\/\S+/.exec(text)?.[0]
  return url && tokenOf(url)
}

const transition = (clientId: ClientId, step: 'archive' | 'restore') =>
  app.call(`POST /v1/client/:clientId/${step}`, { params: { clientId } }, coach.token)
const clientOf = async (clientId: ClientId) =>
  (await app.call('GET /v1/client/:clientId', { params: { clientId } }, coach.token)).body

describe('somebody who was never invited', () => {
  test('can be booked, and hears nothing of it', async () => {
    const person = await notInvited()
    expect((await clientOf(person.clientId)).allowedActions).toContain('book')
    const session = await made(book(app, coach, person))
    expect(session).toMatchObject({ status: 'confirmed', awaitsAcceptance: true })
    await lifeOf(app).reschedule(coach, session.id, '2027-02-05T15:00:00.000Z')
    await goTo(app, '2027-02-05T14:59:00.000Z', coach)
    expect(await subjectsTo(person)).toEqual([])
  })

  test('is in the lists of who can be booked', async () => {
    const person = await notInvited()
    const { body } = await app.call(
      'GET /v1/client/coach/:coachId',
      { params: { coachId: coach.userId }, query: { bookable: 'true' } },
      coach.token,
    )
    expect(body.data.map(({ id }) => id)).toContain(person.clientId)
  })

  test('reads of the session in the invitation, and finds it on accepting', async () => {
    const person = await notInvited()
    const later = await made(book(app, coach, person, '2027-02-05T15:00:00.000Z'))
    const next = await made(book(app, coach, person, OFFERED))
    await answersOf(app).resend(person.clientId, coach)
    // The booking before it is not told again.
    expect(await subjectsTo(person)).toEqual(['Ana López te invita a tu espacio de coaching'])
    const { text } = await newestTo(person)
    expect(text).toContain(
      'Tu próxima sesión: jueves 4 de febrero, 7:00–8:00\u00a0h para ti · 9:00–10:00\u00a0h para tu coach',
    )

    const token = invitationIn(text)!
    const { body: seen } = await answersOf(app).look(person.clientId, token)
    expect(seen.nextSession).toEqual(hours(OFFERED))
    const accepted = await answersOf(app).accept(person.clientId, { token, password: PASSWORD })
    const { body: own } = await app.call(
      'GET /v1/session/Client/:clientId',
      { params: { clientId: person.clientId }, query: {} },
      accepted.body.token,
    )
    expect(own.data.map(({ id }) => id)).toEqual([next.id, later.id])
    const { body: read } = await lifeOf(app).get(coach, next.id)
    expect(read.awaitsAcceptance).toBe(false)
  })
})

describe('somebody who was invited', () => {
  test('is told at the address, with the way to the invitation', async () => {
    const person = await invited()
    const { id } = await made(book(app, coach, person))
    const mail = await newestTo(person)
    expect(mail.subject).toContain('agendó')
    expect(mail.text).not.toContain('/session/view/')
    const token = invitationIn(mail.text)!
    expect((await answersOf(app).look(person.clientId, token)).status).toBe(200)

    await lifeOf(app).reschedule(coach, id, '2027-02-05T15:00:00.000Z')
    await app.settle()
    app.clock.advance(60 * MINUTE_MS)
    expect((await newestTo(person)).subject).toContain('cambió de horario')
  })

  test('is reminded, but not asked to prepare', async () => {
    const person = await invited()
    await made(book(app, coach, person))
    const before = (await subjectsTo(person)).length
    for (const hour of ['2027-02-03T15:00:00.000Z', '2027-02-04T12:00:00.000Z', '2027-02-04T14:50:00.000Z']) {
      await goTo(app, hour, coach)
      await app.settle()
    }
    const since = (await subjectsTo(person)).slice(before)
    expect(since).toHaveLength(1)
    expect(since[0]).toContain('es en unas horas')
  })

  test('gets no summary before they accept', async () => {
    const person = await invited()
    const { id } = await made(book(app, coach, person))
    await goTo(app, '2027-02-04T16:30:00.000Z', coach)
    const before = await subjectsTo(person)
    expect((await close(app, coach, id)).status).toBe(200)
    const mailed = await app.call(
      'POST /v1/session/:sessionId/summary',
      { params: { sessionId: id } },
      coach.token,
    )
    expect(mailed.status).toBeLessThan(300)
    expect(await subjectsTo(person)).toEqual(before)
  })

  test('hears nothing more after declining; the session stays until the coach decides', async () => {
    const person = await invited()
    const { id } = await made(book(app, coach, person))
    await app.settle()
    await answersOf(app).decline(person.clientId, { token: person.token })
    const before = await subjectsTo(person)
    expect((await lifeOf(app).get(coach, id)).body).toMatchObject({
      status: 'confirmed',
      awaitsAcceptance: true,
    })
    const again = await book(app, coach, person, '2027-02-05T15:00:00.000Z')
    expect([again.status, again.refusal.code]).toEqual([409, 'session.client_inactive'])
    await app.call(
      'POST /v1/session/:sessionId/cancel',
      { params: { sessionId: id }, body: { reason: 'No seguimos' } },
      coach.token,
    )
    expect(await subjectsTo(person)).toEqual(before)
  })

  test('is told in one mail that archiving cancels what is ahead', async () => {
    const person = await invited()
    const { id } = await made(book(app, coach, person))
    await app.settle()
    expect((await transition(person.clientId, 'archive')).status).toBe(200)
    expect((await lifeOf(app).get(coach, id)).body.status).toBe('cancelledByCoach')
    const mail = await newestTo(person)
    expect(mail.subject).toBe('Ana López canceló las sesiones que tenían agendadas')
    expect(mail.text).toContain('Cancelada: ')
    // Neither an invitation that does not open nor a page that needs an account.
    expect(mail.text).not.toMatch(/\/invitation\/|\/dashboard/)
  })

  test('whose invitation expired is booked and told as well; the link offers another one', async () => {
    const person = await invited()
    await goTo(app, '2027-02-17T15:00:00.000Z', coach)
    await made(book(app, coach, person, '2027-02-18T15:00:00.000Z'))
    const mail = await newestTo(person)
    expect(mail.subject).toContain('agendó')
    const token = invitationIn(mail.text)!
    expect((await answersOf(app).look(person.clientId, token)).refusal.code).toBe('invitation.expired')
    expect((await answersOf(app).renew(person.clientId, token)).status).toBe(202)
  })
})
