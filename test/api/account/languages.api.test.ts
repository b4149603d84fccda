import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '#contract/account/auth.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import {
  PASSWORD,
  type TestClient,
  type TestCoach,
  mailedInvitation,
  newClient,
  newCoach,
  newEmail,
} from '#test/support/people.ts'
import { OFFERED, ask, book, made } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const asked = (
  headers: Record<string, string>,
  body: object = { email: newEmail('nobody'), password: 'x' },
) => app.send({ method: 'POST', url: '/v1/auth/user', headers, body })

/** Chooses a language the way /profile/account does. */
async function speak({ userId, token }: TestCoach | TestClient, language: Language): Promise<void> {
  const place = { country: 'Mexico', city: 'Monterrey', timezone: 'America/Mexico_City' }
  const { status, body } = await app.call(
    'PUT /v1/user/:userId',
    { params: { userId }, body: { id: userId, ...place, language } },
    token,
  )
  expect([status, body.language]).toEqual([200, language])
}

async function newestMail(email: string) {
  await app.settle()
  const [mail] = await app.mails(email)
  if (!mail) throw new Error(`No mail to ${email}`)
  return mail
}

// @spec P.28
describe('a refusal is read in', () => {
  // @spec 1.7
  test('Spanish without a choice, whatever the browser prefers', async () => {
    for (const headers of [
      {},
      { 'accept-language': 'en-US,en;q=0.9' },
      { 'x-language': 'fr-FR' },
      { 'x-language': '../en-US' },
    ]) {
      const { status, body } = await asked(headers as Record<string, string>)
      expect([status, (body as ErrorBody).error]).toEqual([401, 'Correo o contraseña incorrectos'])
    }
  })

  test('the language a visitor chose on the page, its fields too', async () => {
    const wrong = await asked({ 'x-language': 'en-US' })
    expect((wrong.body as ErrorBody).error).toBe('Wrong email or password')
    const empty = await asked({ 'x-language': 'en-US' }, { email: 'ana', password: '' })
    expect(empty.body).toMatchObject({
      code: 'request.invalid',
      error: 'Check the marked fields.',
      fields: { email: 'Invalid email', password: 'Required field' },
    })
  })

  test('the language of the account once somebody is signed in, from the next request on', async () => {
    const coach = await newCoach(app)
    const wrong = { method: 'POST', url: '/v1/client', token: coach.token, body: { name: 'A' } } as const
    const inSpanish = await app.send({ ...wrong, headers: { 'x-language': 'en-US' } })
    expect((inSpanish.body as ErrorBody).fields).toMatchObject({ lastName: 'Campo requerido' })
    await speak(coach, 'en-US')
    const inEnglish = await app.send({ ...wrong, headers: { 'x-language': 'es-MX' } })
    expect((inEnglish.body as ErrorBody).fields).toMatchObject({
      name: 'Enter at least 2 characters.',
      lastName: 'Required field',
    })
  })
})

describe('an account starts in the language its person chose', () => {
  test('when a coach registers, and so does the first mail', async () => {
    const email = newEmail('coach')
    const { body } = await app.send({
      method: 'POST',
      url: '/v1/auth/register',
      headers: { 'x-language': 'en-US' },
      body: {
        name: 'Grace',
        lastName: 'Miller',
        email,
        password: PASSWORD,
        country: 'Mexico',
        timezone: 'America/Tijuana',
        acceptTerms: true,
        acceptPrivacy: true,
      },
    })
    const { token } = body as { token: string }
    expect((await app.call('GET /v1/auth/me', {}, token)).body.user.language).toBe('en-US')
    const mail = await newestMail(email)
    expect(mail.subject).toMatch(/^Your code: \d{6}$/)
    expect(mail.text).toContain('Hi Grace,')
  })

  test('when a client accepts, while the invitation came in the coach’s language', async () => {
    const coach = await newCoach(app)
    await speak(coach, 'en-US')
    const invite = async (headers: Record<string, string>) => {
      const email = newEmail('client')
      const created = await app.call(
        'POST /v1/client',
        { body: { name: 'Mariana', lastName: 'Torres', email, invite: true } },
        coach.token,
      )
      const mail = await newestMail(email)
      expect(mail.subject).toBe('Ana López invites you to your coaching space')
      const token = await mailedInvitation(app, email)
      const shown = await app.call('GET /v1/invitation/:clientId', {
        params: { clientId: created.body.id },
        query: { t: token },
      })
      expect(shown.body.language).toBe('en-US')
      const accepted = await app.send({
        method: 'POST',
        url: `/v1/invitation/${created.body.id}`,
        headers,
        body: {
          token,
          password: PASSWORD,
          acceptTerms: true,
          acceptPrivacy: true,
        },
      })
      const signedIn = accepted.body as { token: string }
      return (await app.call('GET /v1/auth/me', {}, signedIn.token)).body.user.language
    }
    expect(await invite({ 'x-language': 'en-US' })).toBe('en-US')
    expect(await invite({})).toBe('es-MX')
  })
})

// @spec P.28
describe('a mail is written in its recipient’s language', () => {
  test('dates and both times included, however the other side reads', async () => {
    const coach = await newCoach(app, { timezone: 'America/Mexico_City' })
    const client = await newClient(app, coach, { timezone: 'Asia/Tokyo' })
    await speak(coach, 'en-US')
    const session = await made(ask(app, client, OFFERED, { objective: 'Preparar la entrevista' }))
    const toCoach = await newestMail(coach.email)
    expect(toCoach.subject).toBe('Mariana Torres is asking you for a session')
    expect(toCoach.text).toContain(
      'When: Thursday, February 4, 9:00–10:00 for you · Friday, February 5, 0:00–1:00 for Mariana',
    )
    expect(toCoach.text).toContain('Objective: Preparar la entrevista')
    await made(
      app.call('POST /v1/session/:sessionId/confirm', { params: { sessionId: session.id } }, coach.token),
    )
    expect((await newestMail(client.email)).subject).toBe('Tu sesión con Ana López está confirmada')
  })

  test('the default title is in the reader’s language', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    await speak(coach, 'en-US')
    const { id, title } = await made(book(app, coach, client))
    expect(title).toBe('Session 1 with Mariana')
    await speak(coach, 'es-MX')
    const again = await app.call('GET /v1/session/:sessionId', { params: { sessionId: id } }, coach.token)
    expect(again.body.title).toBe('Sesión 1 con Mariana')
    const theirs = await app.call('GET /v1/session/:sessionId', { params: { sessionId: id } }, client.token)
    expect(theirs.body.title).toBe('Sesión 1 con Ana')
  })
})
