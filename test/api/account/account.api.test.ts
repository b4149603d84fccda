import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { PASSWORD, type TestCoach, newClient, newCoach, newEmail } from '#test/support/people.ts'

const NEW_PASSWORD = 'jacaranda-azul-27'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

type Person = Pick<TestCoach, 'token' | 'userId' | 'email'>

const signIn = (email: string, password = PASSWORD) =>
  app.call('POST /v1/auth/user', { body: { email, password } })
const isOpen = async (token: string) => (await app.call('GET /v1/auth/me', {}, token)).status === 200

// @spec P.3
describe('changing the password (product §18)', () => {
  const change = ({ userId, token }: Person, current: string, password = NEW_PASSWORD) =>
    app.call('PUT /v1/user/:userId/password', { params: { userId }, body: { current, password } }, token)

  test('asks for the present one, ends the other sign-ins, keeps this one and tells the person', async () => {
    const coach = await newCoach(app)
    const other = (await signIn(coach.email)).body.token
    expect((await change(coach, PASSWORD)).status).toBe(200)
    expect(await isOpen(coach.token)).toBe(true)
    expect(await isOpen(other)).toBe(false)
    expect((await signIn(coach.email)).status).toBe(401)
    expect((await signIn(coach.email, NEW_PASSWORD)).status).toBe(200)
    await app.settle()
    expect((await app.mails(coach.email))[0]!.subject).toBe('Tu contraseña se cambió')
  })

  test('names a wrong present password, and changes nothing', async () => {
    const coach = await newCoach(app)
    const { status, refusal } = await change(coach, 'otra-clave-distinta')
    expect(status).toBe(422)
    expect(refusal.fields).toEqual({ current: 'La contraseña no es correcta.' })
    expect((await signIn(coach.email)).status).toBe(200)
  })

  test('names a weak new one', async () => {
    const coach = await newCoach(app)
    expect((await change(coach, PASSWORD, 'password123')).refusal.fields).toEqual({
      password: 'Usa al menos 10 caracteres y evita contraseñas comunes',
    })
  })

  test('is shut for 15 minutes after five wrong ones, also to the right one', async () => {
    const coach = await newCoach(app)
    for (let time = 0; time < 5; time += 1) {
      expect((await change(coach, `adivina-${time}-clave`)).status).toBe(422)
    }
    const refused = await change(coach, PASSWORD)
    expect([refused.status, refused.refusal.code]).toEqual([429, 'auth.too_many_attempts'])
    // Signing in is not blocked by it.
    expect((await signIn(coach.email)).status).toBe(200)
    app.clock.advance(15 * MINUTE_MS)
    expect((await change(coach, PASSWORD)).status).toBe(200)
  })

  test('lets no more than five of 16 guesses at once through', async () => {
    const coach = await newCoach(app)
    const guesses = Array.from({ length: 16 }, (_, index) => change(coach, `adivina-${index}-clave`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(11)
  })

  test('of two changes at once one wins', async () => {
    const coach = await newCoach(app)
    const answers = await Promise.all([
      change(coach, PASSWORD, 'jacaranda-azul-27'),
      change(coach, PASSWORD, 'bugambilia-roja-88'),
    ])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422'])
  })

  test('leads an account without one to recovery', async () => {
    const coach = await newCoach(app)
    await app.deps.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', coach.userId)
      .execute()
    const { status, refusal } = await change(coach, PASSWORD)
    expect([status, refusal.code]).toEqual([409, 'user.no_password'])
  })

  test("is nobody else's", async () => {
    const [coach, other] = [await newCoach(app), await newCoach(app)]
    const { status, refusal } = await change({ ...coach, userId: other.userId }, PASSWORD)
    expect([status, refusal.code]).toEqual([404, 'user.not_found'])
    expect((await signIn(other.email)).status).toBe(200)
  })

  test('ends a sign-in that was under way with the password before', async () => {
    const coach = await newCoach(app)
    const { passwords } = app.deps
    // The password is compared, then changed, and only then the sign-in goes on.
    app.deps.passwords = {
      ...passwords,
      async verify(kept, typed) {
        const matches = await passwords.verify(kept, typed)
        app.deps.passwords = passwords
        expect((await change(coach, PASSWORD)).status).toBe(200)
        return matches
      },
    }
    expect((await signIn(coach.email)).status).toBe(401)
  })
})

// @spec P.3
describe('changing the e-mail (product §18)', () => {
  const ask = ({ userId, token }: Person, email: string, password: string | undefined = PASSWORD) =>
    app.call('POST /v1/user/:userId/email', { params: { userId }, body: { email, password } }, token)
  const confirm = ({ userId, token }: Person, code: string) =>
    app.call('PUT /v1/user/:userId/email', { params: { userId }, body: { code } }, token)
  const emailOf = async (token: string) => (await app.call('GET /v1/auth/me', {}, token)).body.user.email

  async function codeAt(email: string): Promise<string> {
    await app.settle()
    const [mail] = (await app.mails(email)).filter(({ text }) => text.includes('para usar este correo'))
    return /\b\d{6}\b/.exec(mail!.text)![0]
  }
  const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('moves the account once the code mailed to the new address comes back, and tells the old one', async () => {
    const coach = await newCoach(app, { verified: false })
    const next = newEmail('nueva')
    const asked = await ask(coach, ` ${next.toUpperCase()}`)
    expect([asked.status, asked.body]).toEqual([202, { asked: true }])
    expect(await emailOf(coach.token)).toBe(coach.email)
    expect((await confirm(coach, await codeAt(next))).status).toBe(204)
    const me = await app.call('GET /v1/auth/me', {}, coach.token)
    expect(me.body.user).toMatchObject({ email: next, emailVerified: true })
    expect((await signIn(coach.email)).status).toBe(401)
    expect((await signIn(next)).status).toBe(200)
    await app.settle()
    const [notice] = await app.mails(coach.email)
    expect(notice!.subject).toBe('El correo de tu cuenta se cambió')
    expect(notice!.text).not.toContain(next)
  })

  test('asks for the password where there is one', async () => {
    const coach = await newCoach(app)
    const next = newEmail('nueva')
    const missing = await app.call(
      'POST /v1/user/:userId/email',
      { params: { userId: coach.userId }, body: { email: next } },
      coach.token,
    )
    expect(missing.refusal.fields).toEqual({ password: 'Campo requerido' })
    expect((await ask(coach, next, 'otra-clave-distinta')).refusal.fields).toEqual({
      password: 'La contraseña no es correcta.',
    })
    for (let time = 0; time < 4; time += 1) await ask(coach, next, 'otra-clave-distinta')
    expect((await ask(coach, next)).refusal.code).toBe('auth.too_many_attempts')
    await app.deps.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', coach.userId)
      .execute()
    const without = await app.call(
      'POST /v1/user/:userId/email',
      { params: { userId: coach.userId }, body: { email: next } },
      coach.token,
    )
    expect(without.status).toBe(202)
    expect((await confirm(coach, await codeAt(next))).status).toBe(204)
  })

  test('names the present address', async () => {
    const coach = await newCoach(app)
    expect((await ask(coach, coach.email)).refusal.fields).toEqual({ email: 'Este ya es tu correo.' })
  })

  test('answers the same for a taken address, and refuses it only with its code', async () => {
    const [coach, other] = [await newCoach(app), await newCoach(app)]
    const free = await ask(coach, newEmail('nueva'))
    const taken = await ask(coach, other.email)
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    const answer = await confirm(coach, await codeAt(other.email))
    expect([answer.status, answer.refusal.code]).toEqual([409, 'user.email_taken'])
    expect(await emailOf(coach.token)).toBe(coach.email)
    expect(await emailOf(other.token)).toBe(other.email)
  })

  test('gives a code 15 minutes and five attempts', async () => {
    const coach = await newCoach(app)
    const next = newEmail('nueva')
    await ask(coach, next)
    const code = await codeAt(next)
    for (let time = 0; time < 5; time += 1) {
      expect((await confirm(coach, otherThan(code))).refusal.code).toBe('auth.code_invalid')
    }
    expect((await confirm(coach, code)).status).toBe(422)
    await ask(coach, next)
    const late = await codeAt(next)
    app.clock.advance(15 * MINUTE_MS)
    expect((await confirm(coach, late)).status).toBe(422)
    await ask(coach, next)
    expect((await confirm(coach, await codeAt(next))).status).toBe(204)
  })

  test('counts parallel attempts, and of parallel right codes one succeeds', async () => {
    const coach = await newCoach(app)
    const next = newEmail('nueva')
    await ask(coach, next)
    const code = await codeAt(next)
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(coach, code)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect((await confirm(coach, code)).status).toBe(422)
  })

  test('takes a code for the address asked for last, and only from its person', async () => {
    const [coach, other] = [await newCoach(app), await newCoach(app)]
    const [first, second] = [newEmail('primera'), newEmail('segunda')]
    await ask(coach, first)
    const early = await codeAt(first)
    await ask(coach, second)
    const code = await codeAt(second)
    if (early !== code) expect((await confirm(coach, early)).status).toBe(422)
    expect((await confirm(other, code)).status).toBe(422)
    expect((await confirm(coach, code)).status).toBe(204)
    expect(await emailOf(coach.token)).toBe(second)
  })

  test('of two people who want one address the first has it', async () => {
    const [one, two] = [await newCoach(app), await newCoach(app)]
    const wanted = newEmail('querida')
    await ask(one, wanted)
    const first = await codeAt(wanted)
    await ask(two, wanted)
    const both = (await app.settle(), await app.mails(wanted)).map(({ text }) => /\b\d{6}\b/.exec(text)![0])
    const second = both.find((code) => code !== first) ?? first
    const answers = await Promise.all([confirm(one, first), confirm(two, second)])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['204', '409'])
  })

  test('six asks an hour are enough', async () => {
    const coach = await newCoach(app)
    for (let time = 0; time < 6; time += 1) expect((await ask(coach, newEmail('nueva'))).status).toBe(202)
    expect((await ask(coach, newEmail('nueva'))).refusal.code).toBe('request.too_many')
  })

  test('brings an address six codes an hour, however many people ask for it', async () => {
    const email = newEmail('ajena')
    const people = await Promise.all([1, 2].map(() => newCoach(app, { paid: false, verified: false })))
    const statuses = []
    for (let time = 0; time < 7; time += 1) {
      statuses.push((await ask(people[time % 2]!, email)).status)
      await app.settle()
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 429])
    expect(await app.mails(email)).toHaveLength(6)
    expect((await ask(people[0]!, newEmail('nueva'))).status).toBe(202)
  })

  test('makes recovery links mailed to the old address useless', async () => {
    const coach = await newCoach(app)
    const next = newEmail('nueva')
    await app.call('POST /v1/auth/recovery', { body: { email: coach.email } })
    await app.settle()
    const link = /\?t=([\w-]+)/.exec((await app.mails(coach.email))[0]!.text)![1]!
    await ask(coach, next)
    await confirm(coach, await codeAt(next))
    const used = await app.call('PUT /v1/auth/recovery', { body: { token: link, password: NEW_PASSWORD } })
    expect(used.refusal.code).toBe('auth.link_invalid')
  })

  test('is dropped when the password changes meanwhile', async () => {
    const coach = await newCoach(app)
    const next = newEmail('nueva')
    await ask(coach, next)
    const code = await codeAt(next)
    await app.call(
      'PUT /v1/user/:userId/password',
      { params: { userId: coach.userId }, body: { current: PASSWORD, password: NEW_PASSWORD } },
      coach.token,
    )
    expect((await confirm(coach, code)).refusal.code).toBe('auth.code_invalid')
  })

  test("takes the record at the person's coach along (product §4)", async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const next = newEmail('nueva')
    await ask(client, next)
    expect((await confirm(client, await codeAt(next))).status).toBe(204)
    const record = await app.call(
      'GET /v1/client/:clientId',
      { params: { clientId: client.clientId } },
      coach.token,
    )
    expect(record.body.email).toBe(next)
  })

  test('is refused when the coach has another record with the address, and nothing moves', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const next = newEmail('nueva')
    await app.call(
      'POST /v1/client',
      { body: { name: 'Otra', lastName: 'Persona', email: next, invite: false } },
      coach.token,
    )
    await ask(client, next)
    const { status, refusal } = await confirm(client, await codeAt(next))
    expect([status, refusal.code]).toEqual([409, 'user.email_of_another_client'])
    expect(await emailOf(client.token)).toBe(client.email)
  })

  test("is nobody else's, in either step", async () => {
    const [coach, other] = [await newCoach(app), await newCoach(app)]
    const stranger = { ...coach, userId: other.userId }
    expect((await ask(stranger, newEmail('nueva'))).refusal.code).toBe('user.not_found')
    expect((await confirm(stranger, '123456')).refusal.code).toBe('user.not_found')
  })

  test('keeps no code in clear', async () => {
    const coach = await newCoach(app)
    const next = newEmail('nueva')
    await ask(coach, next)
    const code = await codeAt(next)
    for (const table of ['email_changes', 'domain_events'] as const) {
      const rows = await app.deps.db.selectFrom(table).selectAll().execute()
      const texts = rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string')
      expect(texts, table).not.toContain(code)
    }
  })
})
