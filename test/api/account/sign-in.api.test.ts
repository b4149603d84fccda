import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { PASSWORD, type TestCoach, newClient, newCoach, newEmail } from '#test/support/people.ts'

let app: TestApp
let coach: TestCoach
/** How long each sign-in was made to wait, instead of waiting. */
let waits: number[]
/** Whether the clock goes on meanwhile; guesses sent at once are all there before it does. */
let passesTime = true
/** What each password was compared with. */
let compared: (string | undefined)[]

beforeAll(async () => {
  app = await makeApp({ env: { TRUST_PROXY: '1' } })
  app.deps.pause = (ms) => {
    waits.push(ms)
    if (passesTime) app.clock.advance(ms)
    return Promise.resolve()
  }
  const { passwords } = app.deps
  app.deps.passwords = {
    hash: (password) => passwords.hash(password),
    verify(hashed, password) {
      compared.push(hashed)
      return passwords.verify(hashed, password)
    },
  }
})
beforeEach(async () => {
  waits = []
  compared = []
  coach = await newCoach(app, { paid: false, verified: false })
})
afterAll(() => app.close())

let lastAddress = 0
const newAddress = () => {
  lastAddress += 1
  return `203.0.${Math.floor(lastAddress / 250)}.${lastAddress % 250}`
}

type Answer = { status: number; body: { code?: string; error?: string; token?: string; userType?: string } }

async function signIn(email: string, password: string, address: string): Promise<Answer> {
  const body = { email, password }
  const headers = { 'x-forwarded-for': address }
  return (await app.send({ method: 'POST', url: '/v1/auth/user', body, headers })) as Answer
}

describe('signing in', () => {
  // @spec 1.11, 3.6, 7.4
  test('answers a token and the type of user, whatever capitals the address has', async () => {
    const { status, body } = await signIn(` ${coach.email.toUpperCase()}`, PASSWORD, newAddress())
    expect(status).toBe(200)
    expect(body).toEqual({ token: expect.any(String), userType: 'coach' })
    expect((await app.call('GET /v1/auth/me', {}, body.token)).body.id).toBe(coach.userId)
  })

  test('goes to the place used last (product §1 D19)', async () => {
    // A client who later becomes another coach's client as well.
    const owner = await newCoach(app)
    const client = await newClient(app, owner)
    const { body } = await signIn(client.email, PASSWORD, newAddress())
    expect(body.userType).toBe('client')
    const me = await app.call('GET /v1/auth/me', {}, body.token)
    expect(me.body.memberships).toEqual([
      {
        id: expect.any(String),
        userType: 'client',
        coachName: 'Ana López',
        companyName: null,
        role: 'client',
        current: true,
      },
    ])
  })

  test('gives one answer for a wrong password and an unknown address, after the same work', async () => {
    const wrong = await signIn(coach.email, 'otra-clave-distinta', newAddress())
    const unknown = await signIn(newEmail('nobody'), 'otra-clave-distinta', newAddress())
    for (const { status, body } of [wrong, unknown]) {
      expect(status).toBe(401)
      expect(body).toMatchObject({
        code: 'auth.bad_credentials',
        error: 'Correo o contraseña incorrectos',
      })
    }
    expect(Object.keys(wrong.body)).toEqual(Object.keys(unknown.body))
    expect(compared).toEqual([expect.stringContaining('$argon2id$'), undefined])
    expect(waits).toEqual([0, 0])
  })

  test('takes no empty password', async () => {
    const { status, body } = await signIn(coach.email, '', newAddress())
    expect([status, body.code]).toEqual([422, 'request.invalid'])
  })
})

describe('one account from one address (product §3)', () => {
  async function failTimes(times: number, email: string, address: string): Promise<void> {
    for (let time = 1; time <= times; time += 1) {
      expect((await signIn(email, 'otra-clave-distinta', address)).status, `failure ${time}`).toBe(401)
    }
  }

  test('is refused after five failures, with the right password too, for 15 minutes', async () => {
    const address = newAddress()
    await failTimes(5, coach.email, address)
    const refused = await signIn(coach.email, PASSWORD, address)
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({
      code: 'auth.too_many_attempts',
      error: 'Demasiados intentos. Espera 15 minutos o recupera tu contraseña.',
    })
    // Being refused is no failure: waiting ends it, however often one tried meanwhile.
    app.clock.advance(14 * MINUTE_MS)
    expect((await signIn(coach.email, PASSWORD, address)).status).toBe(429)
    app.clock.advance(MINUTE_MS)
    expect((await signIn(coach.email, PASSWORD, address)).status).toBe(200)
  })

  test('hears the same about an address without an account', async () => {
    const [email, address] = [newEmail('nobody'), newAddress()]
    await failTimes(5, email, address)
    expect((await signIn(email, PASSWORD, address)).status).toBe(429)
  })

  test('starts over after a success', async () => {
    const address = newAddress()
    await failTimes(4, coach.email, address)
    expect((await signIn(coach.email, PASSWORD, address)).status).toBe(200)
    await failTimes(5, coach.email, address)
    expect((await signIn(coach.email, PASSWORD, address)).status).toBe(429)
  })

  test('does not shut out other addresses, nor other accounts', async () => {
    const address = newAddress()
    await failTimes(5, coach.email, address)
    expect((await signIn(coach.email, PASSWORD, newAddress())).status).toBe(200)
    const neighbour = await newCoach(app, { paid: false, verified: false })
    expect((await signIn(neighbour.email, PASSWORD, address)).status).toBe(200)
  })

  test('lets no more than five of 32 guesses at once through', async () => {
    const address = newAddress()
    const guesses = Array.from({ length: 32 }, (_, index) =>
      signIn(coach.email, `adivina-${index}-clave`, address),
    )
    const codes = (await Promise.all(guesses)).map(({ body }) => body.code)
    expect(codes.filter((code) => code === 'auth.bad_credentials')).toHaveLength(5)
    expect(codes.filter((code) => code === 'auth.too_many_attempts')).toHaveLength(27)
    expect(compared).toHaveLength(5)
  })

  test('an invented forwarding address without a proxy changes nothing', async () => {
    const plain = await makeApp()
    const { email } = await newCoach(plain, { paid: false, verified: false })
    const attempt = (hop: number) =>
      plain.send({
        method: 'POST',
        url: '/v1/auth/user',
        body: { email, password: 'otra-clave-distinta' },
        headers: { 'x-forwarded-for': `192.0.2.${hop}`, 'forwarded': `for=192.0.2.${hop}` },
      })
    const statuses = []
    for (let hop = 1; hop <= 6; hop += 1) statuses.push((await attempt(hop)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    await plain.close()
  })
})

describe('one account over all addresses', () => {
  // @spec P.21
  test('has guesses sent at once wait one after the other, and none is refused', async () => {
    passesTime = false
    const guesses = Array.from({ length: 14 }, (_, guess) =>
      signIn(coach.email, `adivina-${guess}`, newAddress()),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    passesTime = true
    expect(new Set(statuses)).toEqual(new Set([401]))
    expect(waits.toSorted((a, b) => a - b)).toEqual([
      0, 0, 0, 0, 0, 250, 750, 1_750, 3_750, 7_750, 15_750, 25_750, 35_750, 45_750,
    ])
  })

  test('keeps nobody waiting behind others where they signed in lately', async () => {
    const home = newAddress()
    expect((await signIn(coach.email, PASSWORD, home)).status).toBe(200)
    passesTime = false
    const guesses = Array.from({ length: 40 }, () => signIn(coach.email, 'otra-clave-distinta', newAddress()))
    await Promise.all(guesses)
    passesTime = true
    expect((await signIn(coach.email, PASSWORD, home)).status).toBe(200)
    expect(waits.at(-1)).toBe(0)
    // For others the line is as long as before.
    await signIn(coach.email, 'otra-clave-distinta', newAddress())
    expect(waits.at(-1)).toBeGreaterThan(60_000)
  })

  test('an IPv6 network of 64 bits is one address', async () => {
    for (let guess = 1; guess <= 5; guess += 1) {
      expect((await signIn(coach.email, 'otra-clave-distinta', `2001:db8:7:1::${guess}`)).status).toBe(401)
    }
    expect((await signIn(coach.email, PASSWORD, '2001:db8:7:1:9::1')).status).toBe(429)
    expect((await signIn(coach.email, PASSWORD, '2001:db8:7:2::1')).status).toBe(200)
  })

  test('is slowed down more and more, but never shut', async () => {
    for (let failure = 0; failure < 13; failure += 1) {
      expect((await signIn(coach.email, 'otra-clave-distinta', newAddress())).status).toBe(401)
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
    const owner = await signIn(coach.email, PASSWORD, newAddress())
    expect(owner.status).toBe(200)
    expect(waits.at(-1)).toBe(10_000)
    app.clock.advance(15 * MINUTE_MS)
    await signIn(coach.email, PASSWORD, newAddress())
    expect(waits.at(-1)).toBe(0)
  })
})

describe('one address over all accounts', () => {
  test('is refused after fifty failures', async () => {
    const address = newAddress()
    for (let failure = 0; failure < 50; failure += 1) {
      expect((await signIn(newEmail('nobody'), 'otra-clave-distinta', address)).status).toBe(401)
    }
    const refused = await signIn(coach.email, PASSWORD, address)
    expect([refused.status, refused.body.code]).toEqual([429, 'auth.too_many_attempts'])
    expect((await signIn(coach.email, PASSWORD, newAddress())).status).toBe(200)
    app.clock.advance(15 * MINUTE_MS)
    expect((await signIn(coach.email, PASSWORD, address)).status).toBe(200)
  })
})
