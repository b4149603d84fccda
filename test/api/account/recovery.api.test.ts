import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { PASSWORD, newClient, newCoach, newEmail } from '#test/support/people.ts'

const NEW_PASSWORD = 'jacaranda-azul-27'

let app: TestApp
beforeAll(async () => {
  app = await makeApp({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => app.close())

const ask = (email: string) => app.call('POST /v1/auth/recovery', { body: { email } })
const set = (token: string, password = NEW_PASSWORD) =>
  app.call('PUT /v1/auth/recovery', { body: { token, password } })
const signIn = (email: string, password: string) =>
  app.call('POST /v1/auth/user', { body: { email, password } })
const isOpen = async (token: string) => (await app.call('GET /v1/auth/me', {}, token)).status === 200

const SUBJECT = 'Crea una contraseña nueva'
const recoveryMails = async (email: string) => {
  await app.settle()
  return (await app.mails(email)).filter(({ subject }) => subject === SUBJECT)
}
const secretOf = ({ text }: { text: string }) => /\/recovery\?t=([\w-]{43})\b/.exec(text)![1]!

/** Asks and answers the secret of the mail that came. */
async function newSecret(email: string): Promise<string> {
  const before = new Set((await recoveryMails(email)).map(secretOf))
  await ask(email)
  const fresh = (await recoveryMails(email)).map(secretOf).filter((secret) => !before.has(secret))
  expect(fresh).toHaveLength(1)
  return fresh[0]!
}

describe('recovering an account (product §3)', () => {
  // @spec 2.3
  test('sets a password through the mailed link, ends every sign-in and opens none', async () => {
    const { email, token } = await newCoach(app, { paid: false })
    const second = (await signIn(email, PASSWORD)).body.token
    const answer = await set(await newSecret(email))
    expect([answer.status, answer.body]).toEqual([200, { endedFeeds: 0, identities: [] }])
    expect(await isOpen(token)).toBe(false)
    expect(await isOpen(second)).toBe(false)
    expect((await signIn(email, PASSWORD)).refusal.code).toBe('auth.bad_credentials')
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200)
    const [mail] = (await app.settle(), await app.mails(email))
    expect(mail!.subject).toBe('Tu contraseña se cambió')
  })

  test('works for a client too, in the name of nobody', async () => {
    const coach = await newCoach(app)
    const { email } = await newClient(app, coach)
    expect((await set(await newSecret(email))).status).toBe(200)
    expect((await signIn(email, NEW_PASSWORD)).body.userType).toBe('client')
    for (const { from } of await recoveryMails(email)) expect(from).not.toContain('López')
  })

  test('gives a password to an account that had none, and confirms no address', async () => {
    const { email, userId } = await newCoach(app, { paid: false, verified: false })
    await app.deps.db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
    expect((await set(await newSecret(email))).status).toBe(200)
    const { body } = await signIn(email, NEW_PASSWORD)
    const me = await app.call('GET /v1/auth/me', {}, body.token)
    expect(me.body.user.emailVerified).toBe(false)
  })

  test('is the way out where an address guessed too often, and past those who guess elsewhere', async () => {
    const { email } = await newCoach(app, { paid: false, verified: false })
    for (let guess = 1; guess <= 5; guess += 1) await signIn(email, 'otra-clave-distinta')
    expect((await signIn(email, PASSWORD)).status).toBe(429)
    const waits: number[] = []
    const { pause } = app.deps
    app.deps.pause = async (ms) => void waits.push(ms)
    expect((await set(await newSecret(email))).status).toBe(200)
    for (let guess = 1; guess <= 12; guess += 1) {
      await app.send({
        method: 'POST',
        url: '/v1/auth/user',
        body: { email, password: 'otra-clave-distinta' },
        headers: { 'x-forwarded-for': `203.0.113.${guess}` },
      })
    }
    expect(waits.at(-1)).toBeGreaterThan(10_000)
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200)
    expect(waits.at(-1)).toBe(0)
    app.deps.pause = pause
  })

  test('takes a link once, also when it comes many times at once', async () => {
    const { email } = await newCoach(app, { paid: false, verified: false })
    const secret = await newSecret(email)
    const answers = await Promise.all(Array.from({ length: 8 }, () => set(secret)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
    expect((await set(secret)).refusal.code).toBe('auth.link_invalid')
  })

  test('lets a link live for 60 minutes', async () => {
    const { email } = await newCoach(app, { paid: false, verified: false })
    const late = await newSecret(email)
    app.clock.advance(HOUR_MS)
    const answer = await set(late)
    expect([answer.status, answer.refusal.code]).toEqual([422, 'auth.link_invalid'])
    expect(answer.refusal.error).toBe('Este enlace ya no sirve: venció, ya se usó o pediste otro después.')
    const fresh = await newSecret(email)
    app.clock.advance(HOUR_MS - 1)
    expect((await set(fresh)).status).toBe(200)
  })

  test('makes earlier links useless with each new one, and with a changed password', async () => {
    const { email, token, userId } = await newCoach(app)
    const first = await newSecret(email)
    const second = await newSecret(email)
    expect((await set(first)).status).toBe(422)
    await app.call(
      'PUT /v1/user/:userId/password',
      { params: { userId }, body: { current: PASSWORD, password: NEW_PASSWORD } },
      token,
    )
    expect((await set(second, 'bugambilia-roja-88')).status).toBe(422)
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200)
  })

  test('refuses a weak password and keeps the link for a better one', async () => {
    const { email } = await newCoach(app, { paid: false, verified: false })
    const secret = await newSecret(email)
    for (const weak of ['password123', `${email}1`, 'corta']) {
      const { status, refusal } = await set(secret, weak)
      expect(status).toBe(422)
      expect(refusal.fields).toEqual({ password: 'Usa al menos 10 caracteres y evita contraseñas comunes' })
    }
    expect((await set(secret)).status).toBe(200)
  })

  test.each(['x'.repeat(43), "' or 1=1 --", 'null', ' '])('opens nothing with %j', async (token) => {
    const { status, refusal } = await set(token)
    expect([status, refusal.code]).toEqual([422, 'auth.link_invalid'])
  })

  test('an empty secret is named as missing', async () => {
    expect((await set('')).refusal.fields).toEqual({ token: 'Campo requerido' })
  })

  test('a link begins with PUBLIC_URL, whatever host the request names', async () => {
    const { email } = await newCoach(app, { paid: false, verified: false })
    await app.send({
      method: 'POST',
      url: '/v1/auth/recovery',
      body: { email },
      headers: { 'host': 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    const [mail] = await recoveryMails(email)
    expect(mail!.text).toContain(`${app.deps.config.publicUrl}/recovery?t=`)
    expect(mail!.text).not.toContain('evil.example')
  })

  test('keeps no secret in clear', async () => {
    const { email } = await newCoach(app, { paid: false, verified: false })
    const secret = await newSecret(email)
    for (const table of ['password_resets', 'domain_events', 'timers', 'effects_done'] as const) {
      const rows = await app.deps.db.selectFrom(table).selectAll().execute()
      expect(JSON.stringify(rows), table).not.toContain(secret)
    }
  })
})

describe('asking for a link', () => {
  test('answers the same for every address and mails only where there is an account', async () => {
    const { email } = await newCoach(app, { paid: false, verified: false })
    const unknown = newEmail('nobody')
    for (const address of [email, unknown, ` ${email.toUpperCase()}`]) {
      const { status, body } = await ask(address)
      expect([status, body]).toEqual([202, { asked: true }])
    }
    expect(await recoveryMails(email)).toHaveLength(1)
    expect(await recoveryMails(unknown)).toHaveLength(0)
  })

  test('brings three mails an hour at most, however often it is asked', async () => {
    const { email } = await newCoach(app, { paid: false, verified: false })
    for (let time = 0; time < 6; time += 1) {
      expect((await ask(email)).status).toBe(202)
      await app.settle()
    }
    expect(await recoveryMails(email)).toHaveLength(3)
    app.clock.advance(HOUR_MS + MINUTE_MS)
    await ask(email)
    expect(await recoveryMails(email)).toHaveLength(4)
  })
})
