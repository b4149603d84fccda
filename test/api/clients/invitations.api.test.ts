import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientId } from '#contract/values.ts'
import { DAY_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { answersOf, inviteClient } from '#test/support/invitations.ts'
import { PASSWORD, type TestCoach, mailedInvitation, newClient, newCoach } from '#test/support/people.ts'

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

const invite = (change: object = {}, by = coach) => inviteClient(app, by, change)
const decline = (clientId: ClientId, token: string) => calls.decline(clientId, { token })
const me = async (token: string) => (await app.call('GET /v1/auth/me', {}, token)).body
const clientOf = async (clientId: ClientId) =>
  (await app.call('GET /v1/client/:clientId', { params: { clientId } }, coach.token)).body
const notified = async (by = coach) => {
  await app.settle()
  const { body } = await app.call(
    'GET /v1/notification/all/:userId',
    { params: { userId: by.userId }, query: {} },
    by.token,
  )
  return body.data.map(({ type, body: { name, lastName, client } }) => ({ type, name, lastName, client }))
}

describe('what a link opens (product §4)', () => {
  test('is the practice that invites, and who is invited', async () => {
    const { clientId, email, token } = await invite()
    const { status, body } = await calls.look(clientId, token)
    expect(status).toBe(200)
    expect(body).toEqual({
      clientId,
      coach: { name: 'Ana', lastName: 'López', companyName: null, colorUI: null, companyPhoto: null },
      name: 'Luz',
      email,
      timezone: 'America/Tijuana',
      city: null,
      language: 'es-MX',
      accountExists: false,
      group: null,
      nextSession: null,
      asksCode: false,
    })
  })

  test.each([
    ['kept as the coach noted it', undefined, 'Puebla'],
    ['kept as the person wrote it', 'Cholula', 'Cholula'],
    ['empty where the person emptied it', '', null],
  ])('brings the city along; it is %s', async (_what, city, kept) => {
    const { clientId, token } = await invite({ city: 'Puebla' })
    expect((await calls.look(clientId, token)).body.city).toBe('Puebla')
    const accepted = await calls.accept(clientId, {
      token,
      password: PASSWORD,
      ...(city !== undefined && { city }),
    })
    expect((await me(accepted.body.token)).user.city).toBe(kept)
  })

  test('says when the address has an account', async () => {
    const { email } = await newCoach(app, { paid: false, verified: false })
    const { clientId, token } = await invite({ email })
    expect((await calls.look(clientId, token)).body.accountExists).toBe(true)
  })

  test('is nothing at all without its real secret: like an id that is not there', async () => {
    const { clientId, token } = await invite()
    const another = await invite()
    const nobody = '01890000-0000-7000-8000-000000000000' as ClientId
    const wrong: [ClientId, string][] = [
      [clientId, 'wrong'],
      [clientId, another.token],
      [clientId, `${token}x`],
      [clientId, token.slice(0, -1)],
      [clientId, token.toUpperCase()],
      [clientId, ' '],
      [nobody, token],
    ]
    for (const [id, secret] of wrong) {
      for (const ask of [
        calls.look,
        decline,
        (of: ClientId, t: string) => calls.accept(of, { token: t, password: PASSWORD }),
      ]) {
        const { status, refusal } = await ask(id, secret)
        expect([status, refusal.code], `${secret} of ${id}`).toEqual([404, 'invitation.not_found'])
        expect(refusal.fields).toBeUndefined()
      }
    }
    expect((await calls.look(clientId, token)).status).toBe(200)
  })

  test('needs a token at all', async () => {
    const { clientId } = await invite()
    for (const url of [`/v1/invitation/${clientId}`, `/v1/invitation/${clientId}?t=`]) {
      expect((await app.send({ method: 'GET', url })).status).toBe(422)
    }
    expect((await calls.accept(clientId, { token: '', password: PASSWORD })).status).toBe(422)
    expect((await decline(clientId, '')).status).toBe(422)
  })

  test('of a closed invitation is told to the holder of a real link alone', async () => {
    const { clientId, token } = await invite()
    await decline(clientId, token)
    expect((await calls.look(clientId, token)).refusal.code).toBe('invitation.declined')
    expect((await calls.look(clientId, 'wrong')).refusal.code).toBe('invitation.not_found')
  })

  test('is stored as a hash', async () => {
    const { clientId, token } = await invite()
    const rows = await app.deps.db
      .selectFrom('invitation_tokens')
      .selectAll()
      .where('client_id', '=', clientId)
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]!.token_hash).toHaveLength(32)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })
})

describe('accepting', () => {
  test('makes an account, signs in as client, and tells the coach', async () => {
    const { clientId, email, token } = await invite()
    const { status, body } = await calls.accept(clientId, { token, password: PASSWORD })
    expect([status, body.userType]).toEqual([200, 'client'])
    const person = await me(body.token)
    expect(person).toMatchObject({ userType: 'client', payment: true, paymentStatus: null })
    expect(person.user).toMatchObject({
      name: 'Luz',
      lastName: 'Vega',
      email,
      emailVerified: true,
      role: 'client',
      country: 'Mexico',
      timezone: 'America/Tijuana',
      clientId,
      coach: {
        id: coach.userId,
        name: 'Ana',
        lastName: 'López',
        photo: null,
        timezone: 'America/Mexico_City',
        companyName: null,
        colorUI: null,
        companyPhoto: null,
      },
    })
    expect(await clientOf(clientId)).toMatchObject({ status: 'active' })
    expect((await clientOf(clientId)).acceptedAt).not.toBeNull()
    expect(await notified()).toEqual([
      { type: 'CLIENT_INVITATION_ACEPTED', name: 'Luz', lastName: 'Vega', client: clientId },
    ])
    const consents = await app.deps.db
      .selectFrom('consents')
      .select('kind')
      .where('user_id', '=', person.id)
      .orderBy('kind')
      .execute()
    expect(consents.map(({ kind }) => kind)).toEqual(['privacy', 'terms'])
    const again = await app.call('POST /v1/auth/user', { body: { email, password: PASSWORD } })
    expect(again.body.userType).toBe('client')
  })

  test('takes country and zone from the person', async () => {
    const { clientId, token } = await invite()
    const { body } = await calls.accept(clientId, {
      token,
      password: PASSWORD,
      country: 'Spain',
      timezone: 'Europe/Madrid',
    })
    expect((await me(body.token)).user).toMatchObject({ country: 'Spain', timezone: 'Europe/Madrid' })
    expect((await clientOf(clientId)).timezone).toBe('Europe/Madrid')
  })

  // @spec 5.3
  test('offers the city that the coach noted; the person may write another, or none', async () => {
    const [noted, other] = await Promise.all([invite({ city: 'Puebla' }), invite({ city: 'Puebla' })])
    expect((await calls.look(noted.clientId, noted.token)).body.city).toBe('Puebla')
    const city = async ({ clientId, token }: typeof noted, body: object) => {
      const { body: signedIn } = await calls.accept(clientId, { token, password: PASSWORD, ...body })
      return (await me(signedIn.token)).user.city
    }
    expect(await city(noted, {})).toBe('Puebla')
    expect(await city(other, { city: 'Cholula' })).toBe('Cholula')
  })

  test('works once', async () => {
    const { clientId, token } = await invite()
    await calls.accept(clientId, { token, password: PASSWORD })
    for (const late of [
      await calls.look(clientId, token),
      await calls.accept(clientId, { token, password: PASSWORD }),
      await decline(clientId, token),
    ]) {
      expect([late.status, late.refusal.code]).toEqual([409, 'invitation.used'])
      expect(late.refusal.error).toBe('Esta invitación ya se usó. Inicia sesión.')
    }
    expect((await clientOf(clientId)).status).toBe('active')
  })

  test('of 32 at once takes one', async () => {
    const { clientId, email, token } = await invite()
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => calls.accept(clientId, { token, password: PASSWORD })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, refusal } of answers.filter((answer) => answer.status !== 200)) {
      expect(status).toBe(409)
      expect(['invitation.used', 'invitation.account_exists']).toContain(refusal.code)
    }
    const users = await app.deps.db.selectFrom('users').select('id').where('email', '=', email).execute()
    expect(users).toHaveLength(1)
    const places = await app.deps.db
      .selectFrom('memberships')
      .select('id')
      .where('client_id', '=', clientId)
      .execute()
    expect(places).toHaveLength(1)
    expect(await notified()).toHaveLength(1)
  })

  test('against declining at once leaves one state', async () => {
    const { clientId, token } = await invite()
    const answers = await Promise.all([
      calls.accept(clientId, { token, password: PASSWORD }),
      decline(clientId, token),
      calls.accept(clientId, { token, password: PASSWORD }),
      decline(clientId, token),
    ])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const { status } = await clientOf(clientId)
    expect(status).toBe(
      [answers[0], answers[2]].some(({ status: code }) => code === 200) ? 'active' : 'declined',
    )
  })

  test.each<[string, object, string]>([
    ['password', {}, 'Campo requerido'],
    ['password', { password: 'corta' }, 'Usa al menos 10 caracteres y evita contraseñas comunes'],
    ['password', { password: 'contraseña123' }, 'Usa al menos 10 caracteres y evita contraseñas comunes'],
    ['country', { password: PASSWORD, country: 'Atlantis' }, 'Elige un país de la lista.'],
    ['timezone', { password: PASSWORD, timezone: 'Atlantis/Centro' }, 'Elige una zona horaria de la lista.'],
    ['acceptTerms', { password: PASSWORD, acceptTerms: false }, 'Necesitamos tu aceptación para continuar'],
    ['clientId', { password: PASSWORD, clientId: 'x' }, 'Este dato no se espera aquí.'],
  ])('names a bad %s and leaves the invitation open', async (field, body, text) => {
    const { clientId, token } = await invite()
    const { status, refusal } = await calls.accept(clientId, { token, ...body })
    expect([status, refusal.fields]).toEqual([422, { [field]: text }])
    expect((await calls.accept(clientId, { token, password: PASSWORD })).status).toBe(200)
  })

  test('ends 14 days after the invitation was sent', async () => {
    const { clientId, token } = await invite()
    app.clock.advance(14 * DAY_MS - 1)
    expect((await calls.look(clientId, token)).status).toBe(200)
    app.clock.advance(1)
    for (const late of [
      await calls.look(clientId, token),
      await calls.accept(clientId, { token, password: PASSWORD }),
      await decline(clientId, token),
    ]) {
      expect([late.status, late.refusal.code]).toEqual([409, 'invitation.expired'])
      expect(late.refusal.error).toBe('Esta invitación venció')
    }
  })
})

describe('somebody who has an account (product §1 D19)', () => {
  test('accepts with their bearer and has two places; sign-in goes to the one used last', async () => {
    const person = await newCoach(app, { name: 'Rosa', timezone: 'America/Bogota' })
    app.clock.advance(1)
    const { clientId, token } = await invite({ email: person.email, name: 'Rosita' })
    const { status, body } = await calls.accept(clientId, { token }, person.token)
    expect([status, body.userType]).toEqual([200, 'client'])
    const inside = await me(body.token)
    expect(inside).toMatchObject({ id: person.userId, userType: 'client' })
    // Their own name and zone, not what the coach wrote down.
    expect(inside.user).toMatchObject({ name: 'Rosa', timezone: 'America/Bogota', clientId })
    expect(
      inside.memberships.map(({ userType, coachName, current }) => [userType, coachName, current]),
    ).toEqual([
      ['coach', 'Rosa López', false],
      ['client', 'Ana López', true],
    ])
    expect(await me(person.token)).toMatchObject({ userType: 'coach' })
    app.clock.advance(1)
    const signIn = await app.call('POST /v1/auth/user', { body: { email: person.email, password: PASSWORD } })
    expect(signIn.body.userType).toBe('client')
    expect(await clientOf(clientId)).toMatchObject({ status: 'active', timezone: 'America/Bogota' })
  })

  test('and never confirmed the address has done so by the link', async () => {
    const person = await newCoach(app, { paid: false, verified: false })
    const { clientId, token } = await invite({ email: person.email })
    await calls.accept(clientId, { token }, person.token)
    expect((await me(person.token)).user.emailVerified).toBe(true)
  })

  test('a client of one coach becomes the client of another', async () => {
    const other = await newCoach(app)
    const person = await newClient(app, other)
    const { clientId, token } = await invite({ email: person.email })
    expect((await calls.accept(clientId, { token }, person.token)).status).toBe(200)
    const places = (await me(person.token)).memberships
    expect(places.map(({ userType }) => userType)).toEqual(['client', 'client'])
  })

  test('signs in first: without the bearer it is refused', async () => {
    const person = await newCoach(app, { paid: false, verified: false })
    const { clientId, token } = await invite({ email: person.email })
    const { status, refusal } = await calls.accept(clientId, { token, password: PASSWORD })
    expect([status, refusal.code]).toEqual([409, 'invitation.account_exists'])
    expect((await clientOf(clientId)).status).toBe('invited')
  })

  test('registered while the invitation waited is no obstacle', async () => {
    // Invited, let it lapse, registered as coach, and was invited once more.
    const { clientId, email } = await invite()
    app.clock.advance(15 * DAY_MS)
    const registered = await app.call('POST /v1/auth/register', {
      body: {
        name: 'Luz',
        lastName: 'Vega',
        email,
        password: PASSWORD,
        country: 'Mexico',
        timezone: 'UTC',
        acceptTerms: true,
        acceptPrivacy: true,
      },
    })
    const signIn = await app.call('POST /v1/auth/user', { body: { email: coach.email, password: PASSWORD } })
    coach = { ...coach, token: signIn.body.token }
    await app.call('POST /v1/client/:clientId/resendinvitation', { params: { clientId } }, coach.token)
    const token = await mailedInvitation(app, email)
    expect((await calls.accept(clientId, { token }, registered.body.token)).status).toBe(200)
    expect((await me(registered.body.token)).memberships).toHaveLength(2)
  })

  test('under another address is refused, and nothing changes', async () => {
    const stranger = await newCoach(app, { paid: false, verified: false })
    const { clientId, token } = await invite()
    for (const bearer of [stranger.token, coach.token]) {
      const { status, refusal } = await calls.accept(clientId, { token, password: PASSWORD }, bearer)
      expect([status, refusal.code]).toEqual([409, 'invitation.other_account'])
    }
    expect((await clientOf(clientId)).status).toBe('invited')
    // A token that is no good is nobody's: the person accepts as somebody new.
    expect((await calls.accept(clientId, { token, password: PASSWORD }, 'not.a.token')).status).toBe(200)
  })
})

describe('declining', () => {
  test('tells the coach and kills the link; asking again opens a new one', async () => {
    const { clientId, email, token } = await invite()
    const { status, body } = await decline(clientId, token)
    expect([status, body]).toEqual([204, ''])
    expect(await clientOf(clientId)).toMatchObject({ status: 'declined' })
    expect(await notified()).toEqual([
      { type: 'INVITATION_DECLINED', name: 'Luz', lastName: 'Vega', client: clientId },
    ])
    for (const late of [
      await decline(clientId, token),
      await calls.accept(clientId, { token, password: PASSWORD }),
    ]) {
      expect([late.status, late.refusal.code]).toEqual([409, 'invitation.declined'])
    }
    await app.call('POST /v1/client/:clientId/resendinvitation', { params: { clientId } }, coach.token)
    const fresh = await mailedInvitation(app, email)
    expect((await calls.look(clientId, token)).refusal.code).toBe('invitation.expired')
    expect((await calls.accept(clientId, { token: fresh, password: PASSWORD })).status).toBe(200)
  })

  test('before the mail goes out leaves nothing to send', async () => {
    const { clientId, email, token } = await invite()
    await app.call('POST /v1/client/:clientId/resendinvitation', { params: { clientId } }, coach.token)
    // The mail of the second sending is still on its way when the person, through nothing, is taken off.
    await app.deps.db.updateTable('clients').set({ status: 'declined' }).where('id', '=', clientId).execute()
    await app.settle()
    expect(await app.mails(email)).toHaveLength(1)
    expect((await calls.look(clientId, token)).refusal.code).toBe('invitation.declined')
  })
})
