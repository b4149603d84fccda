import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { mailedCode, newCoach, newEmail } from '#test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const ask = (email: string) => app.call('POST /v1/auth/verifyemail', { body: { email } })
const use = (email: string, code: string, token?: string) =>
  app.call('POST /v1/auth/verifyemail', { body: { email, code } }, token)
const newPerson = () => newCoach(app, { paid: false, verified: false })
const isVerified = async (token: string) =>
  (await app.call('GET /v1/auth/me', {}, token)).body.user.emailVerified
/** A code that is not this one. */
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function mailsTo(email: string): Promise<number> {
  await app.settle()
  return (await app.mails(email)).length
}

describe('confirming an address (product §3)', () => {
  // @spec 7.5
  test('works with the code mailed at registration, once', async () => {
    const { email, token } = await newPerson()
    expect(await isVerified(token)).toBe(false)
    const code = await mailedCode(app, email)
    const answer = await use(email, code)
    expect([answer.status, answer.body]).toEqual([200, { verified: true }])
    expect(await isVerified(token)).toBe(true)
    expect((await use(email, code)).refusal.code).toBe('auth.code_invalid')
  })

  test('takes the code with the address in capitals and spaces around', async () => {
    const { email, token } = await newPerson()
    const code = await mailedCode(app, email)
    expect((await use(` ${email.toUpperCase()} `, ` ${code} `)).status).toBe(200)
    expect(await isVerified(token)).toBe(true)
  })

  test('lets a code live for 15 minutes', async () => {
    const { email } = await newPerson()
    const code = await mailedCode(app, email)
    app.clock.advance(15 * MINUTE_MS)
    const late = await use(email, code)
    expect([late.status, late.refusal.code]).toEqual([422, 'auth.code_invalid'])
    expect(late.refusal.error).toBe('El código no es correcto o ya venció. Pide uno nuevo.')
    await ask(email)
    const fresh = await mailedCode(app, email)
    app.clock.advance(15 * MINUTE_MS - 1)
    expect((await use(email, fresh)).status).toBe(200)
  })

  test('gives a code five attempts; then a new one is needed', async () => {
    const { email } = await newPerson()
    const code = await mailedCode(app, email)
    for (let time = 0; time < 5; time += 1) expect((await use(email, other(code))).status).toBe(422)
    expect((await use(email, code)).status).toBe(422)
    await ask(email)
    expect((await use(email, await mailedCode(app, email))).status).toBe(200)
  })

  test('counts parallel attempts', async () => {
    const { email } = await newPerson()
    const code = await mailedCode(app, email)
    await Promise.all(Array.from({ length: 16 }, () => use(email, other(code))))
    expect((await use(email, code)).status).toBe(422)
  })

  test('of the same code at once one confirms', async () => {
    const { email } = await newPerson()
    const code = await mailedCode(app, email)
    const answers = await Promise.all(Array.from({ length: 8 }, () => use(email, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('makes the code before useless', async () => {
    const { email } = await newPerson()
    const first = await mailedCode(app, email)
    await ask(email)
    const second = await mailedCode(app, email)
    if (first !== second) expect((await use(email, first)).status).toBe(422)
    expect((await use(email, second)).status).toBe(200)
  })

  test('takes a code from nobody else', async () => {
    const [one, two] = [await newPerson(), await newPerson()]
    const [first, second] = [await mailedCode(app, one.email), await mailedCode(app, two.email)]
    if (first !== second) expect((await use(one.email, second)).status).toBe(422)
    expect((await use(newEmail('nobody'), first)).status).toBe(422)
    expect((await use(one.email, first)).status).toBe(200)
  })

  test.each(['12345', '1234567', 'abcdef', '１２３４５６', '12 34 56'])(
    'names a malformed code: %s',
    async (code) => {
      const { status, refusal } = await use(newEmail('nobody'), code)
      expect(status).toBe(422)
      expect(refusal.fields).toEqual({ code: 'El código tiene 6 dígitos.' })
    },
  )

  test('cannot be blocked by strangers who type wrong codes or ask for new ones', async () => {
    const { email, token } = await newPerson()
    for (let time = 0; time < 40; time += 1) expect((await use(email, '000000')).status).toBe(422)
    for (let time = 0; time < 8; time += 1) expect((await ask(email)).status).toBe(202)
    await app.settle()
    await app.call('POST /v1/auth/verifyemail', { body: { email } }, token)
    const code = await mailedCode(app, email)
    for (let time = 0; time < 6; time += 1) expect((await use(email, other(code))).status).toBe(422)
    expect((await use(email, code)).status).toBe(422)
    expect((await use(email, code, token)).status).toBe(200)
    expect(await isVerified(token)).toBe(true)
  })

  test('counts five attempts of the person separately from those of others', async () => {
    const { email, token } = await newPerson()
    const stranger = await newPerson()
    const code = await mailedCode(app, email)
    for (let time = 0; time < 5; time += 1) expect((await use(email, other(code), token)).status).toBe(422)
    expect((await use(email, code, token)).status).toBe(422)
    for (let time = 0; time < 5; time += 1)
      expect((await use(email, other(code), stranger.token)).status).toBe(422)
    expect((await use(email, code, stranger.token)).status).toBe(422)
  })

  test('keeps no code in clear', async () => {
    const { email } = await newPerson()
    const code = await mailedCode(app, email)
    for (const table of [
      'email_codes',
      'domain_events',
      'timers',
      'effects_done',
      'auth_attempts',
    ] as const) {
      const rows = await app.deps.db.selectFrom(table).selectAll().execute()
      const text = rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string')
      expect(text, table).not.toContain(code)
    }
    const { code_hash: kept } = await app.deps.db
      .selectFrom('email_codes')
      .innerJoin('users', 'users.id', 'user_id')
      .where('email', '=', email)
      .select('code_hash')
      .executeTakeFirstOrThrow()
    expect(kept.toString()).not.toContain(code)
    expect(kept).toHaveLength(32)
  })
})

describe('asking for a code', () => {
  test('answers the same for every address and mails only where one is needed', async () => {
    const { email: unconfirmed } = await newPerson()
    const { email: confirmed } = await newCoach(app, { paid: false })
    const unknown = newEmail('nobody')
    const before = await mailsTo(confirmed)
    await mailsTo(unconfirmed)
    for (const email of [unconfirmed, confirmed, unknown]) {
      const { status, body } = await ask(email)
      expect([status, body]).toEqual([202, { verified: false }])
    }
    expect(await mailsTo(unconfirmed)).toBe(2)
    expect(await mailsTo(confirmed)).toBe(before)
    expect(await mailsTo(unknown)).toBe(0)
  })

  test('writes the same for a known and an unknown address, so that it takes the same time', async () => {
    const written = async () => ({
      attempts: (await app.deps.db.selectFrom('auth_attempts').select('id').execute()).length,
      timers: (await app.deps.db.selectFrom('timers').select('key').execute()).length,
      events: (await app.deps.db.selectFrom('domain_events').select('id').execute()).length,
    })
    const { email } = await newPerson()
    for (const address of [email, newEmail('nobody')]) {
      await app.settle()
      const before = await written()
      await ask(address)
      const after = await written()
      expect(after).toEqual({ ...before, attempts: before.attempts + 1, timers: before.timers + 1 })
    }
  })

  test('many at once bring one mail, and an hour brings six at most', async () => {
    const { email } = await newPerson()
    expect(await mailsTo(email)).toBe(1)
    await Promise.all(Array.from({ length: 4 }, () => ask(email)))
    expect(await mailsTo(email)).toBe(2)
    for (let time = 0; time < 5; time += 1) {
      expect((await ask(email)).status).toBe(202)
      await app.settle()
    }
    expect(await mailsTo(email)).toBe(4)
    app.clock.advance(HOUR_MS)
    await ask(email)
    expect(await mailsTo(email)).toBe(5)
  })
})
