import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RegisterBody } from '#contract/account/auth.ts'
import { DAY_MS, HOUR_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { PASSWORD, mailedCode, mailedInvitation, newCoach, newEmail } from '#test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  // Behind one proxy, so that a test may come from any address.
  app = await makeApp({ env: { TRUST_PROXY: '1' }, costlyPasswords: true })
})
afterAll(() => app.close())

const form = (change: object = {}): RegisterBody => ({
  name: 'Ana Sofía',
  lastName: 'Núñez Ortega',
  email: newEmail('coach'),
  password: PASSWORD,
  country: 'Mexico',
  timezone: 'America/Monterrey',
  acceptTerms: true,
  acceptPrivacy: true,
  ...change,
})

const register = (body: RegisterBody) => app.call('POST /v1/auth/register', { body })
const countOf = async (email: string) =>
  (await app.deps.db.selectFrom('users').select('id').where('email', '=', email).execute()).length

// @spec 5.10, 7.3, 7.7
describe('registering as a coach (product §3)', () => {
  test('signs in, and everything a coach starts with is there', async () => {
    const body = form({ jobOcuppation: 'Coach ejecutiva', city: 'San Pedro' })
    const { status, body: signedIn } = await register(body)
    expect([status, signedIn.userType]).toEqual([201, 'coach'])
    const me = (await app.call('GET /v1/auth/me', {}, signedIn.token)).body
    expect(me).toMatchObject({ payment: false, paymentStatus: 'none', userType: 'coach' })
    expect(me.user).toMatchObject({
      id: me.id,
      name: 'Ana Sofía',
      lastName: 'Núñez Ortega',
      fullName: 'Ana Sofía Núñez Ortega',
      email: body.email,
      emailVerified: false,
      role: null,
      jobOcuppation: 'Coach ejecutiva',
      language: 'es-MX',
      country: 'Mexico',
      timezone: 'America/Monterrey',
      city: 'San Pedro',
      coach: null,
      clientId: null,
    })
    expect(me.memberships).toMatchObject([{ userType: 'coach', coachName: me.user.fullName, current: true }])
    await mailedCode(app, body.email)
  })

  test('keeps which version of the terms was accepted, and when', async () => {
    const consentsOf = async (body: RegisterBody) => {
      await register(body)
      return app.deps.db
        .selectFrom('consents')
        .innerJoin('users', 'users.id', 'consents.user_id')
        .where('users.email', '=', body.email)
        .orderBy('kind')
        .select(['kind', 'version', 'accepted_at as acceptedAt'])
        .execute()
    }
    const plain = await consentsOf(form())
    expect(plain.map(({ kind }) => kind)).toEqual(['privacy', 'terms'])
    for (const consent of plain) {
      expect(consent.version).toMatch(/^\d{4}-\d{2}$/)
      expect(consent.acceptedAt).toBe(app.clock.now())
    }
    const withNews = await consentsOf(form({ acceptNews: true }))
    expect(withNews.map(({ kind }) => kind)).toEqual(['news', 'privacy', 'terms'])
  })

  test('an address registers once, however it is written', async () => {
    const body = form()
    await register(body)
    const again = await register({ ...body, email: ` ${body.email.toUpperCase()} ` })
    expect([again.status, again.refusal.code]).toEqual([409, 'auth.email_taken'])
    expect(again.refusal.error).toBe(
      'Ya existe una cuenta con este correo. Inicia sesión o recupera tu contraseña.',
    )
    expect(await countOf(body.email)).toBe(1)
  })

  test('of 32 registrations of one address at once one wins', async () => {
    const body = form()
    const answers = await Promise.all(Array.from({ length: 32 }, () => register(body)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ refusal }) => refusal.code === 'auth.email_taken')).toHaveLength(31)
    expect(await countOf(body.email)).toBe(1)
  })

  test.each<[string, object, string]>([
    ['password', { password: 'corta' }, 'Usa al menos 10 caracteres y evita contraseñas comunes'],
    ['password', { password: 'Password123!' }, 'Usa al menos 10 caracteres y evita contraseñas comunes'],
    ['country', { country: 'Atlantis' }, 'Elige un país de la lista.'],
    ['country', { country: 'Mex\u0000ico' }, 'Elige un país de la lista.'],
    ['timezone', { timezone: 'Mars/Olympus' }, 'Elige una zona horaria de la lista.'],
    ['email', { email: 'ana@' }, 'Correo no válido'],
    ['name', { name: 'Ana\r\nBcc: all@correo.example' }, 'Escribe en una sola línea.'],
    ['acceptTerms', { acceptTerms: false }, 'Necesitamos tu aceptación para continuar'],
    ['acceptPrivacy', { acceptPrivacy: undefined }, 'Campo requerido'],
    ['isAdmin', { isAdmin: true }, 'Este dato no se espera aquí.'],
  ])('a bad %s is named and nothing is written', async (field, change, text) => {
    const body = form(change)
    const { status, refusal } = await register(body)
    expect([status, refusal.code]).toEqual([422, 'request.invalid'])
    expect(refusal.fields).toEqual({ [field]: text })
    expect(await countOf(body.email)).toBe(0)
  })

  test('a password that is the address is refused', async () => {
    const email = newEmail('coach')
    const { refusal } = await register(form({ email, password: `${email}1` }))
    expect(Object.keys(refusal.fields ?? {})).toEqual(['password'])
  })

  test('the longest password of any characters counts to its last one', async () => {
    const password = `${'ñandú 🌵 '.repeat(27)}`.slice(0, 200)
    const body = form({ password })
    expect((await register(body)).status).toBe(201)
    const signIn = (text: string) =>
      app.call('POST /v1/auth/user', { body: { email: body.email, password: text } })
    expect((await signIn(password)).status).toBe(200)
    // The same letters, taken apart into letter and accent.
    expect((await signIn(password.normalize('NFD'))).status).toBe(200)
    expect((await signIn(`${password.slice(0, -1)}!`)).status).toBe(401)
  })

  test('stores the password as argon2id alone', async () => {
    const body = form()
    await register(body)
    const user = await app.deps.db
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', body.email)
      .executeTakeFirstOrThrow()
    expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('somebody invited (product §1 D2)', () => {
  const invite = async () => {
    const coach = await newCoach(app)
    const email = newEmail('client')
    const { body } = await app.call(
      'POST /v1/client',
      { body: { name: 'Luz', lastName: 'Vega', email, invite: true } },
      coach.token,
    )
    return { coach, email, clientId: body.id }
  }

  test('does not become a coach by registering', async () => {
    const { email } = await invite()
    const { status, refusal } = await register(form({ email: email.toUpperCase() }))
    expect([status, refusal.code]).toEqual([409, 'auth.invitation_pending'])
    expect(refusal.error).toBe('Tienes una invitación. Ábrela desde tu correo.')
    expect(await countOf(email)).toBe(0)
  })

  test('may, once they said no or let it expire', async () => {
    const { email, clientId } = await invite()
    const token = await mailedInvitation(app, email)
    await app.call('POST /v1/invitation/:clientId/decline', { params: { clientId }, body: { token } })
    expect((await register(form({ email }))).status).toBe(201)

    const late = await invite()
    app.clock.advance(14 * DAY_MS)
    expect((await register(form({ email: late.email }))).status).toBe(201)
  })

  test('a client who was never invited is nobody registered', async () => {
    const coach = await newCoach(app)
    const email = newEmail('client')
    await app.call('POST /v1/client', { body: { name: 'Luz', lastName: 'Vega', email } }, coach.token)
    expect((await register(form({ email }))).status).toBe(201)
  })
})

describe('registrations of one address', () => {
  const from = (address: string, body: RegisterBody) =>
    app.send({ method: 'POST', url: '/v1/auth/register', body, headers: { 'x-forwarded-for': address } })

  test('are limited by the hour, for that address alone', async () => {
    const at = app.clock.now()
    await sql`insert into auth_attempts (id, kind, account_hash, address, attempted_at)
      select gen_random_uuid(), 'register', decode(md5(n::text), 'hex'), '198.51.100.7', to_timestamp(${at / 1000})
      from generate_series(1, 99) n`.execute(app.deps.db)
    expect((await from('198.51.100.7', form())).status).toBe(201)
    const body = form()
    const refused = await from('198.51.100.7', body)
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ code: 'request.too_many' })
    expect(await countOf(body.email)).toBe(0)
    expect((await from('198.51.100.8', body)).status).toBe(201)
    app.clock.advance(HOUR_MS)
    expect((await from('198.51.100.7', form())).status).toBe(201)
  })
})
