import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RegisterGoogleBody } from '#contract/account/google.ts'
import { MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestBrowser, arrivalOf, newGooglePerson, openBrowser } from '#test/support/fakes/google.ts'
import { type TestProvider, startTestProvider } from '#test/support/fakes/oidc-provider.ts'
import { PASSWORD, mailedCode, newClient, newCoach, newEmail } from '#test/support/people.ts'

let provider: TestProvider
let app: TestApp
beforeAll(async () => {
  provider = await startTestProvider()
  app = await makeApp({ env: { ...provider.env, TRUST_PROXY: '1' } })
})
afterEach(() => {
  provider.tamper(undefined)
  provider.away(false)
})
afterAll(async () => {
  await app.close()
  await provider.stop()
})

/** Somebody at the provider, and a browser to come with. */
function visitor(change: Parameters<typeof newGooglePerson>[0] = {}) {
  const person = newGooglePerson(change)
  provider.add(person)
  return { ...person, browser: openBrowser(app) }
}

const registration = (googleData: { ticket: string }, change: object = {}): RegisterGoogleBody => ({
  googleData,
  isCoach: true,
  country: 'Mexico',
  timezone: 'America/Mexico_City',
  acceptTerms: true,
  acceptPrivacy: true,
  ...change,
})
const register = (browser: TestBrowser, body: object) => browser.post('/v1/auth/register/google', body)
const signIn = (browser: TestBrowser, googleData: object) =>
  browser.post('/v1/auth/user/google', { googleData })
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string }).code,
]
const me = async (body: unknown) =>
  (await app.call('GET /v1/auth/me', {}, (body as { token: string }).token)).body

describe('the way to the provider (spec §1, product §3)', () => {
  // @spec 1.12
  test('asks for the account chooser with exactly the scopes of the specification, PKCE, state and nonce', async () => {
    const { browser } = visitor()
    const chooser = new URL(await browser.open('/v1/auth/google/start'))
    expect(chooser.origin).toBe(provider.issuer)
    expect(Object.fromEntries(chooser.searchParams)).toEqual({
      client_id: 'norte',
      response_type: 'code',
      redirect_uri: 'http://127.0.0.1:3000/v1/auth/google/callback',
      scope: 'openid profile email',
      prompt: 'select_account',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  test('ties the flow to the browser by a cookie that no script reads', async () => {
    const { headers } = await app.send({ method: 'GET', url: '/v1/auth/google/start' })
    expect(headers['set-cookie']).toMatch(
      /^norte-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1800$/,
    )
    const https = await makeApp({
      env: { ...provider.env, PUBLIC_URL: 'https://norte.example', PAYMENT_PROVIDER: 'off' },
    })
    const secure = await https.send({ method: 'GET', url: '/v1/auth/google/start' })
    await https.close()
    expect(secure.headers['set-cookie']).toMatch(/^__Host-norte-browser=[\w-]{43}; .*; Secure$/)
  })

  test('stores neither state nor ticket in clear', async () => {
    const { sub, browser } = visitor()
    const chooser = new URL(await browser.open('/v1/auth/google/start'))
    const waiting = await app.deps.db.selectFrom('oidc_flows').selectAll().execute()
    expect(JSON.stringify(waiting)).not.toContain(chooser.searchParams.get('state'))
    const { ticket } = await browser.ticket(sub)
    expect(Buffer.from(ticket, 'base64url')).toHaveLength(32)
    const tickets = await app.deps.db.selectFrom('oidc_tickets').selectAll().execute()
    expect(JSON.stringify(tickets)).not.toContain(ticket)
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'evil',
    '/a\nb',
    '/\t/evil.example',
  ])('never leads on to %j (ASVS 3.7.2)', async (to) => {
    const { sub, browser } = visitor()
    const chooser = await browser.open(`/v1/auth/google/start?to=${encodeURIComponent(to)}`)
    const { path, fragment } = await browser.goThrough(sub, chooser)
    expect([path, fragment['to']]).toEqual(['/', undefined])
  })

  test('leads on to a path of ours', async () => {
    const { sub, browser } = visitor()
    const chooser = await browser.open('/v1/auth/google/start?to=/clients%3Fstatus=active')
    expect((await browser.goThrough(sub, chooser)).fragment['to']).toBe('/clients?status=active')
  })

  test('without a provider in the settings leads back with a reason', async () => {
    const without = await makeApp()
    const [start, callback] = await Promise.all(
      ['start', 'callback?code=x&state=y'].map((path) =>
        without.send({ method: 'GET', url: `/v1/auth/google/${path}` }),
      ),
    )
    await without.close()
    expect([start!.status, start!.headers.location]).toEqual([302, '/#google_error=off'])
    expect([callback!.status, callback!.headers.location]).toEqual([302, '/#google_error=off'])
  })

  test('is limited by address', async () => {
    const start = () =>
      app.send({
        method: 'GET',
        url: '/v1/auth/google/start',
        headers: { 'x-forwarded-for': '203.0.113.77' },
      })
    for (let round = 0; round < 100; round += 1) await start()
    expect((await start()).headers.location).toBe('/#google_error=tooMany')
  })
})

// @spec 6.3
describe('a new coach', () => {
  // @spec 7.6
  test('registers with what the provider said and the rest of the form, and may invite at once', async () => {
    const { sub, email, browser } = visitor()
    const { path, fragment } = await browser.goThrough(sub)
    expect([path, fragment['new']]).toEqual(['/', '1'])
    const googleData = { ticket: fragment['google']! }
    const profile = await browser.post('/v1/auth/google/profile', { googleData })
    expect(profile.body).toEqual({ name: 'Sofía', lastName: 'Ríos', email, invitation: null })

    const { status, body } = await register(browser, registration(googleData, { jobOcuppation: 'Coach' }))
    expect([status, (body as { userType: string }).userType]).toEqual([201, 'coach'])
    expect(await me(body)).toMatchObject({
      payment: false,
      userType: 'coach',
      user: {
        fullName: 'Sofía Ríos',
        email,
        emailVerified: true,
        jobOcuppation: 'Coach',
        hasPassword: false,
        googleLinked: true,
      },
    })
    await app.settle()
    expect(await app.mails(email)).toEqual([])
    const again = await browser.goThrough(sub)
    expect(again.fragment['new']).toBe('0')
    const signedIn = await signIn(browser, { ticket: again.fragment['google'] })
    expect((await me(signedIn.body)).user.email).toBe(email)
  })

  test('gives the names that the provider does not have', async () => {
    const person = { sub: newGooglePerson().sub, email: newEmail('google') }
    provider.add(person)
    const browser = openBrowser(app)
    const googleData = await browser.ticket(person.sub)
    const refused = await register(browser, registration(googleData))
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { name: 'Campo requerido', lastName: 'Campo requerido' } },
    })
    // What was refused has not used the ticket up.
    const body = registration(googleData, { name: 'Ana', lastName: 'Paz' })
    expect((await register(browser, body)).status).toBe(201)
  })

  test.each<[string, object]>([
    ['country', { country: 'Atlantis' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['acceptTerms', { acceptTerms: false }],
    ['acceptPrivacy', { acceptPrivacy: undefined }],
    ['isCoach', { isCoach: false }],
    ['email', { email: 'other@correo.example' }],
    ['password', { password: PASSWORD }],
    ['googleData.email', { googleData: { ticket: 'x', email: 'other@correo.example' } }],
  ])('is refused with a bad %s, and nothing is written', async (field, change) => {
    const { sub, email, browser } = visitor()
    const { status, body } = await register(browser, registration(await browser.ticket(sub), change))
    expect(status).toBe(422)
    expect(Object.keys((body as { fields: object }).fields)).toEqual([field])
    const users = await app.deps.db.selectFrom('users').where('email', '=', email).select('id').execute()
    expect(users).toEqual([])
  })

  test('who has an account by now is told so', async () => {
    const { sub, email, browser } = visitor()
    const googleData = await browser.ticket(sub)
    const other = await browser.ticket(sub)
    await register(browser, registration(googleData))
    expect(codeOf(await register(browser, registration(other)))).toEqual([409, 'auth.email_taken'])
    const users = await app.deps.db.selectFrom('users').where('email', '=', email).select('id').execute()
    expect(users).toHaveLength(1)
  })

  test('of many registrations with one ticket at once one wins', async () => {
    const { sub, email, browser } = visitor()
    const body = registration(await browser.ticket(sub))
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(browser, body)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(codeOf(answer)).toEqual([401, 'auth.google_ticket'])
    }
    const users = await app.deps.db.selectFrom('users').where('email', '=', email).select('id').execute()
    expect(users).toHaveLength(1)
  })
})

describe('a ticket', () => {
  test('signs in once, however many try at the same time', async () => {
    const { sub, browser } = visitor()
    await register(browser, registration(await browser.ticket(sub)))
    const googleData = await browser.ticket(sub)
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(browser, googleData)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(7)
    const late = (await signIn(browser, googleData)).body as { error: string }
    expect(late.error).toBe('Este acceso con Google ya se usó o venció. Inténtalo de nuevo.')
  })

  test('is good for minutes, in the browser that asked for it, and only if it is real', async () => {
    const { sub, browser } = visitor()
    await register(browser, registration(await browser.ticket(sub)))
    const googleData = await browser.ticket(sub)
    const refused = [401, 'auth.google_ticket']
    for (const body of [googleData, { ticket: 'x'.repeat(43) }]) {
      const elsewhere = openBrowser(app)
      await elsewhere.open('/v1/auth/google/start')
      expect(codeOf(await signIn(elsewhere, body))).toEqual(refused)
      expect(codeOf(await elsewhere.post('/v1/auth/google/profile', { googleData: body }))).toEqual(refused)
      expect(codeOf(await register(elsewhere, registration(body)))).toEqual(refused)
    }
    app.clock.advance(15 * MINUTE_MS)
    expect(codeOf(await signIn(browser, googleData))).toEqual(refused)
  })

  test('that has run out is forgotten when others come', async () => {
    const alone = await makeApp({ env: provider.env })
    const { sub } = visitor()
    const browser = openBrowser(alone)
    await browser.ticket(sub)
    await browser.open('/v1/auth/google/start')
    alone.clock.advance(16 * MINUTE_MS)
    const fresh = await browser.ticket(sub)
    const { db, tokens } = alone.deps
    expect(await db.selectFrom('oidc_flows').select('nonce').execute()).toEqual([])
    expect(await db.selectFrom('oidc_tickets').select('ticket_hash as hash').execute()).toEqual([
      { hash: tokens.hashLinkToken(fresh.ticket) },
    ])
    await alone.close()
  })

  test('of somebody new does not sign in', async () => {
    const { sub, browser } = visitor()
    expect(codeOf(await signIn(browser, await browser.ticket(sub)))).toEqual([404, 'auth.google_new'])
  })
})

describe('somebody with an account of the same e-mail', () => {
  test('is linked and signed in; a mail says so; the password goes on', async () => {
    const coach = await newCoach(app)
    const { sub, browser } = visitor({ email: coach.email })
    const { fragment } = await browser.goThrough(sub)
    expect(fragment['new']).toBe('0')
    const { body } = await signIn(browser, { ticket: fragment['google'] })
    expect(await me(body)).toMatchObject({
      id: coach.userId,
      user: { googleLinked: true, hasPassword: true },
    })
    await app.settle()
    const [mail] = await app.mails(coach.email)
    expect(mail?.subject).toBe('Conectaste Google a tu cuenta de Norte')
    const again = await app.call('POST /v1/auth/user', { body: { email: coach.email, password: PASSWORD } })
    expect(again.status).toBe(200)
    expect((await app.call('GET /v1/auth/me', {}, coach.token)).status).toBe(200)
  })

  test('who never confirmed it loses its password and sign-ins: the person who registered it may be a stranger', async () => {
    const squatter = await newCoach(app, { verified: false, paid: false })
    const { sub, browser } = visitor({ email: squatter.email })
    const { body } = await signIn(browser, await browser.ticket(sub))
    expect((await me(body)).user).toMatchObject({
      emailVerified: true,
      hasPassword: false,
      googleLinked: true,
    })
    expect((await app.call('GET /v1/auth/me', {}, squatter.token)).status).toBe(401)
    const credentials = { email: squatter.email, password: PASSWORD }
    expect((await app.call('POST /v1/auth/user', { body: credentials })).status).toBe(401)
  })

  test('keeps it to themselves when the provider does not vouch for the e-mail', async () => {
    const coach = await newCoach(app)
    const { sub, browser } = visitor({ email: coach.email, emailVerified: false })
    const { path, fragment } = await browser.goThrough(sub)
    expect([path, fragment]).toEqual(['/', { google_error: 'unverified' }])
    expect((await app.call('GET /v1/auth/me', {}, coach.token)).body.user.googleLinked).toBe(false)
  })

  test('is known by the identity from then on, whatever becomes of the e-mail there', async () => {
    const coach = await newCoach(app)
    const { browser, ...person } = visitor({ email: coach.email })
    await signIn(browser, await browser.ticket(person.sub))
    provider.add({ ...person, email: newEmail('other'), emailVerified: false })
    const { body } = await signIn(browser, await browser.ticket(person.sub))
    expect((await me(body)).id).toBe(coach.userId)
  })

  test('is not opened by a second identity of the same e-mail', async () => {
    const coach = await newCoach(app)
    const first = visitor({ email: coach.email })
    await signIn(first.browser, await first.browser.ticket(first.sub))
    const second = visitor({ email: coach.email })
    expect((await second.browser.goThrough(second.sub)).fragment).toEqual({ google_error: 'other' })
  })

  test('goes to the space used last, a client’s as well', async () => {
    const client = await newClient(app, await newCoach(app))
    const { sub, browser } = visitor({ email: client.email })
    const { body } = await signIn(browser, await browser.ticket(sub))
    expect(body).toMatchObject({ userType: 'client' })
    await app.settle()
    expect((await app.mails(client.email))[0]?.subject).toBe('Conectaste Google a tu cuenta de Norte')
  })
})

describe('what changed between the ticket and its use', () => {
  test.each(['unverified', 'other'] as const)('is looked at again: %s', async (reason) => {
    const coach = await newCoach(app)
    const { browser, ...person } = visitor({ email: coach.email })
    await signIn(browser, await browser.ticket(person.sub))
    // The identity opens the account whatever is said of the e-mail, until it is unlinked.
    provider.add({ ...person, emailVerified: reason !== 'unverified' })
    const ticket = await browser.ticket(person.sub)
    await app.call(
      'DELETE /v1/user/:userId/google',
      { params: { userId: coach.userId }, body: { password: PASSWORD } },
      coach.token,
    )
    if (reason === 'other') {
      const other = visitor({ email: coach.email })
      await signIn(other.browser, await other.browser.ticket(other.sub))
    }
    const refused = reason === 'other' ? [409, 'auth.google_elsewhere'] : [403, 'auth.google_unverified']
    expect(codeOf(await browser.post('/v1/auth/google/profile', { googleData: ticket }))).toEqual(refused)
    expect(codeOf(await register(browser, registration(ticket)))).toEqual(refused)
    expect(codeOf(await signIn(browser, ticket))).toEqual(refused)
  })
})

describe('the way back', () => {
  test('of somebody who closed the chooser is calm', async () => {
    const { browser } = visitor()
    expect(await browser.goThrough()).toEqual({ path: '/', fragment: { google_error: 'cancelled' } })
  })

  test('is refused to another browser, whose link it would be (login CSRF)', async () => {
    const attacker = visitor()
    const callback = await attacker.browser.choose(
      await attacker.browser.open('/v1/auth/google/start'),
      attacker.sub,
    )
    for (const victim of [openBrowser(app), visitor().browser]) {
      expect(arrivalOf(await victim.open(callback)).fragment).toEqual({ google_error: 'expired' })
    }
    // Nobody can burn another's flow either.
    expect(arrivalOf(await attacker.browser.open(callback)).fragment['new']).toBe('1')
  })

  test('is refused with a state nobody gave out, and a second time', async () => {
    const { sub, browser } = visitor()
    const callback = await browser.choose(await browser.open('/v1/auth/google/start'), sub)
    const forged = callback.replace(/state=[\w-]+/, `state=${'x'.repeat(43)}`)
    const expired = { google_error: 'expired' }
    expect(arrivalOf(await browser.open(forged)).fragment).toEqual(expired)
    expect(arrivalOf(await browser.open('/v1/auth/google/callback')).fragment).toEqual(expired)
    expect(arrivalOf(await browser.open(callback)).fragment['new']).toBe('1')
    expect(arrivalOf(await browser.open(callback)).fragment).toEqual(expired)
  })

  test('is refused with a code that was used in another flow', async () => {
    const { sub, browser } = visitor()
    const used = await browser.choose(await browser.open('/v1/auth/google/start'), sub)
    await browser.open(used)
    const fresh = await browser.choose(await browser.open('/v1/auth/google/start'), sub)
    const code = new URLSearchParams(used.split('?')[1]).get('code')!
    const replayed = fresh.replace(/code=[^&]+/, `code=${code}`)
    expect(arrivalOf(await browser.open(replayed)).fragment).toEqual({ google_error: 'failed' })
  })

  test('is refused after ten minutes', async () => {
    const { sub, browser } = visitor()
    const callback = await browser.choose(await browser.open('/v1/auth/google/start'), sub)
    app.clock.advance(10 * MINUTE_MS)
    expect(arrivalOf(await browser.open(callback)).fragment).toEqual({ google_error: 'expired' })
  })

  test.each<[string, Parameters<TestProvider['tamper']>[0]]>([
    ['audience', { claims: { aud: 'somebody-else' } }],
    ['issuer', { claims: { iss: 'https://evil.example' } }],
    ['nonce', { claims: { nonce: 'x'.repeat(43) } }],
    ['time', { claims: { exp: 1_000_000 } }],
    ['signature', { signature: 'foreign' }],
  ])('is refused with the wrong %s (ASVS 10.5)', async (_what, how) => {
    const { sub, browser } = visitor()
    provider.tamper(how)
    expect((await browser.goThrough(sub)).fragment).toEqual({ google_error: 'failed' })
  })

  test('needs an e-mail', async () => {
    const { sub, browser } = visitor()
    provider.tamper({ claims: { email: 'none' } })
    expect((await browser.goThrough(sub)).fragment).toEqual({ google_error: 'unverified' })
  })

  test('asks for the profile where the ID token lacks it', async () => {
    const sparse = await startTestProvider({ sparse: true })
    const another = await makeApp({ env: sparse.env })
    const person = newGooglePerson()
    sparse.add(person)
    const browser = openBrowser(another)
    const googleData = await browser.ticket(person.sub)
    const { body } = await browser.post('/v1/auth/google/profile', { googleData })
    await another.close()
    await sparse.stop()
    expect(body).toMatchObject({ email: person.email, name: 'Sofía', lastName: 'Ríos' })
  })

  test('passes over what else a provider sends', async () => {
    const { sub, browser } = visitor()
    const callback = await browser.choose(await browser.open('/v1/auth/google/start'), sub)
    const more = `${callback}&authuser=0&hd=example.org&prompt=none`
    expect(arrivalOf(await browser.open(more)).fragment['new']).toBe('1')
  })

  test('with the provider away leads back with a reason, and works once it is there again', async () => {
    const { sub, browser } = visitor()
    const callback = await browser.choose(await browser.open('/v1/auth/google/start'), sub)
    provider.away(true)
    expect(arrivalOf(await browser.open(callback)).fragment).toEqual({ google_error: 'unavailable' })
    const cold = await makeApp({ env: provider.env })
    const asked = await cold.send({ method: 'GET', url: '/v1/auth/google/start' })
    expect(asked.headers.location).toBe('/#google_error=unavailable')
    provider.away(false)
    const retried = await cold.send({ method: 'GET', url: '/v1/auth/google/start' })
    await cold.close()
    expect(String(retried.headers.location)).toContain(provider.issuer)
    expect((await browser.goThrough(sub)).fragment['new']).toBe('1')
  })
})

test('a code mailed before the link opens nothing after it', async () => {
  const squatter = await newCoach(app, { verified: false, paid: false })
  const code = await mailedCode(app, squatter.email)
  const { sub, browser } = visitor({ email: squatter.email })
  const { body } = await signIn(browser, await browser.ticket(sub))
  await app.call('POST /v1/auth/verifyemail', { body: { email: squatter.email, code } })
  expect((await me(body)).user).toMatchObject({ emailVerified: true, hasPassword: false })
})
