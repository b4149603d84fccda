import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientId } from '#contract/values.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type Invited, answersOf, inviteClient, tokenOf } from '#test/support/invitations.ts'
import { PASSWORD, type TestCoach, mailedCode, newCoach } from '#test/support/people.ts'

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
const invite = (change: object = {}, by = coach) => inviteClient(app, by, change)
const statusOf = async (clientId: ClientId) =>
  (await app.call('GET /v1/client/:clientId', { params: { clientId } }, coach.token)).body.status

/** An invitation with its mailed link (`token`) and one the coach has shared. */
async function invitedAndShared(change: object = {}): Promise<Invited & { shared: string }> {
  const invited = await invite(change)
  const { body } = await calls.share(invited.clientId, coach)
  return { ...invited, shared: tokenOf(body.url) }
}

/** Asks for a code by accepting without one; answers it. */
async function codeFor({ clientId, email, shared }: Invited & { shared: string }): Promise<string> {
  const asked = await calls.accept(clientId, { token: shared, password: PASSWORD })
  expect(refusalOf(asked)).toEqual([409, 'invitation.code_required'])
  return mailedCode(app, email)
}

const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

describe('a link to share (product §4)', () => {
  // @spec P.59
  test('is a second one of the same invitation; the mailed one stays good', async () => {
    const { clientId, email, token } = await invite()
    const { status, body } = await calls.share(clientId, coach)
    expect(status).toBe(200)
    expect(body.url).toMatch(
      new RegExp(`^${app.deps.config.publicUrl}/invitation/${clientId}\\?t=[\\w-]{43}$`),
    )
    const shared = tokenOf(body.url)
    expect(shared).not.toBe(token)
    expect((await calls.look(clientId, shared)).body).toMatchObject({ email, asksCode: true })
    expect((await calls.look(clientId, token)).body).toMatchObject({ email, asksCode: false })
    expect((await calls.accept(clientId, { token, password: PASSWORD })).status).toBe(200)
  })

  test('comes with a message for WhatsApp in the coach’s language', async () => {
    const { clientId } = await invite()
    const { body } = await calls.share(clientId, coach)
    const whatsapp = new URL(body.whatsappUrl)
    expect(`${whatsapp.origin}${whatsapp.pathname}`).toBe('https://wa.me/')
    expect(whatsapp.searchParams.get('text')).toBe(
      `Hola, Luz. Te invito a tu espacio de coaching. Al aceptar te llegará un código a tu correo. ${body.url}`,
    )
  })

  test('goes to the client’s own number when there is one', async () => {
    const { clientId } = await invite()
    const shareWith = async (whatsapp: string, country: string | null = null) => {
      await app.deps.db.updateTable('clients').set({ whatsapp, country }).where('id', '=', clientId).execute()
      return new URL((await calls.share(clientId, coach)).body.whatsappUrl).pathname
    }
    expect(await shareWith('+34 612 345 678')).toBe('/34612345678')
    expect(await shareWith('999 123 4567')).toBe('/529991234567')
    expect(await shareWith('999 123 4567', 'United States')).toBe('/9991234567')
    expect(await shareWith('escríbeme')).toBe('/')
  })

  test('is stored as a hash, and its making is told in the history without it', async () => {
    const { clientId, shared } = await invitedAndShared()
    await app.settle()
    const rows = await app.deps.db
      .selectFrom('invitation_tokens')
      .select(['kind', 'token_hash'])
      .where('client_id', '=', clientId)
      .orderBy('kind')
      .execute()
    expect(rows.map(({ kind }) => kind)).toEqual(['mail', 'shared'])
    const history = await app.deps.db
      .selectFrom('domain_events')
      .selectAll()
      .where('subject_id', '=', clientId)
      .where('type', '=', 'invitation.shared')
      .execute()
    expect(history).toMatchObject([{ coach_id: coach.userId, actor_user_id: coach.userId, payload: {} }])
    expect(JSON.stringify([rows, history])).not.toContain(shared)
  })

  test('is refused for a client without an open invitation', async () => {
    const body = { name: 'Luz', lastName: 'Vega', email: `luz-${coach.userId}@correo.example` }
    const created = await app.call('POST /v1/client', { body }, coach.token)
    expect(refusalOf(await calls.share(created.body.id, coach))).toEqual([409, 'client.wrong_state'])
    const { clientId, token } = await invite()
    await calls.accept(clientId, { token, password: PASSWORD })
    expect(refusalOf(await calls.share(clientId, coach))).toEqual([409, 'client.wrong_state'])
    const late = await invite()
    app.clock.advance(14 * DAY_MS)
    const signedIn = await app.call('POST /v1/auth/user', {
      body: { email: coach.email, password: PASSWORD },
    })
    coach = { ...coach, token: signedIn.body.token }
    expect(refusalOf(await calls.share(late.clientId, coach))).toEqual([409, 'client.wrong_state'])
  })

  test('of another practice is missing', async () => {
    const { clientId } = await invite()
    const other = await newCoach(app)
    expect(refusalOf(await calls.share(clientId, other))).toEqual([404, 'client.not_found'])
  })

  test('is not for a coach whose address is not confirmed', async () => {
    const { clientId } = await invite()
    await app.deps.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', coach.userId)
      .execute()
    expect(refusalOf(await calls.share(clientId, coach))).toEqual([403, 'auth.email_unverified'])
  })

  test('is made 20 times a day, at the same moment too', async () => {
    const { clientId } = await invite()
    const answers = await Promise.all(Array.from({ length: 24 }, () => calls.share(clientId, coach)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(refusalOf)).toEqual(Array.from({ length: 4 }, () => [429, 'client.resend_too_soon']))
    app.clock.advance(DAY_MS)
    const signedIn = await app.call('POST /v1/auth/user', {
      body: { email: coach.email, password: PASSWORD },
    })
    expect((await calls.share(clientId, { ...coach, token: signedIn.body.token })).status).toBe(200)
  })

  test('dies with every other one when the invitation is sent again', async () => {
    const invited = await invitedAndShared()
    const code = await codeFor(invited)
    await calls.resend(invited.clientId, coach)
    for (const token of [invited.token, invited.shared]) {
      const late = await calls.accept(invited.clientId, { token, password: PASSWORD, code })
      expect(refusalOf(late)).toEqual([409, 'invitation.expired'])
    }
    // The code went with them: it answers no later link.
    const shared = tokenOf((await calls.share(invited.clientId, coach)).body.url)
    const answer = await calls.accept(invited.clientId, { token: shared, password: PASSWORD, code })
    expect(refusalOf(answer)).toEqual([422, 'invitation.code_invalid'])
  })
})

describe('accepting through a shared link', () => {
  // @spec P.59
  test('takes the code that was mailed to the invited address', async () => {
    const invited = await invitedAndShared()
    const { clientId, email, shared } = invited
    const code = await codeFor(invited)
    const [mail] = await app.mails(email)
    expect(mail).toMatchObject({
      subject: expect.stringMatching(/^Tu código: \d{6}$/) as string,
      from: 'Ana López',
      replyTo: coach.email,
    })
    expect(await statusOf(clientId)).toBe('invited')
    const { status, body } = await calls.accept(clientId, { token: shared, password: PASSWORD, code })
    expect([status, body.userType]).toEqual([200, 'client'])
    expect(await statusOf(clientId)).toBe('active')
    const kept = await app.deps.db
      .selectFrom('invitation_codes')
      .selectAll()
      .where('client_id', '=', clientId)
      .execute()
    expect(kept).toEqual([])
  })

  test('names a bad field before a code is mailed', async () => {
    const { clientId, email, shared } = await invitedAndShared()
    const { status, refusal } = await calls.accept(clientId, { token: shared, password: 'contraseña123' })
    expect([status, Object.keys(refusal.fields ?? {})]).toEqual([422, ['password']])
    await app.settle()
    expect(await app.mails(email)).toHaveLength(1)
  })

  test('keeps the code as a keyed hash', async () => {
    const invited = await invitedAndShared()
    const code = await codeFor(invited)
    const row = await app.deps.db
      .selectFrom('invitation_codes')
      .selectAll()
      .where('client_id', '=', invited.clientId)
      .executeTakeFirstOrThrow()
    expect(row.code_hash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(code)
    const { tokens } = app.deps
    expect(row.code_hash.equals(tokens.hashLinkToken(code))).toBe(false)
  })

  test('has five attempts, and parallel ones count each', async () => {
    const invited = await invitedAndShared()
    const { clientId, shared } = invited
    const code = await codeFor(invited)
    const wrong = { token: shared, password: PASSWORD, code: otherThan(code) }
    const answers = await Promise.all(Array.from({ length: 5 }, () => calls.accept(clientId, wrong)))
    for (const answer of answers) expect(refusalOf(answer)).toEqual([422, 'invitation.code_invalid'])
    expect(answers[0]!.refusal.error).toBe('El código no es correcto o ya venció. Revísalo o pide uno nuevo.')
    const { tries } = await app.deps.db
      .selectFrom('invitation_codes')
      .select('tries')
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow()
    expect(tries).toBe(5)
    const right = { ...wrong, code }
    expect(refusalOf(await calls.accept(clientId, right))).toEqual([422, 'invitation.code_invalid'])
    const fresh = await codeFor(invited)
    expect((await calls.accept(clientId, { ...right, code: fresh })).status).toBe(200)
  })

  test('with the right code many times at once happens once', async () => {
    const invited = await invitedAndShared()
    const { clientId, email, shared } = invited
    const code = await codeFor(invited)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => calls.accept(clientId, { token: shared, password: PASSWORD, code })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, refusal } of answers.filter((answer) => answer.status !== 200)) {
      expect(status).toBe(409)
      expect(['invitation.used', 'invitation.account_exists']).toContain(refusal.code)
    }
    const users = await app.deps.db.selectFrom('users').select('id').where('email', '=', email).execute()
    expect(users).toHaveLength(1)
  })

  test('takes the newest code for 15 minutes, and the one of no other invitation', async () => {
    const invited = await invitedAndShared()
    const { clientId, shared } = invited
    const first = await codeFor(invited)
    app.clock.advance(1)
    let code = await codeFor(invited)
    while (code === first) code = await codeFor(invited)
    const other = await invitedAndShared()
    let foreign = await codeFor(other)
    while (foreign === code) foreign = await codeFor(other)
    for (const bad of [first, foreign]) {
      const answer = await calls.accept(clientId, { token: shared, password: PASSWORD, code: bad })
      expect(refusalOf(answer)).toEqual([422, 'invitation.code_invalid'])
    }
    app.clock.advance(15 * MINUTE_MS)
    const late = await calls.accept(clientId, { token: shared, password: PASSWORD, code })
    expect(refusalOf(late)).toEqual([422, 'invitation.code_invalid'])
  })

  test('mails six codes an hour', async () => {
    const invited = await invitedAndShared()
    const { clientId, shared } = invited
    for (let count = 0; count < 6; count += 1) await codeFor(invited)
    const again = () => calls.accept(clientId, { token: shared, password: PASSWORD })
    expect(refusalOf(await again())).toEqual([429, 'request.too_many'])
    app.clock.advance(HOUR_MS)
    await codeFor(invited)
  })

  test.each(['12345', '1234567', 'abcdef', ''])('refuses %j as a code and names it', async (code) => {
    const { clientId, shared } = await invitedAndShared()
    const { status, refusal } = await calls.accept(clientId, { token: shared, password: PASSWORD, code })
    expect([status, Object.keys(refusal.fields ?? {})]).toEqual([422, ['code']])
  })

  test('needs none from an account with the invited address, confirmed', async () => {
    const person = await newCoach(app, { name: 'Rosa' })
    const { clientId, shared } = await invitedAndShared({ email: person.email })
    expect((await calls.accept(clientId, { token: shared }, person.token)).status).toBe(200)
    expect(await statusOf(clientId)).toBe('active')
  })

  test('needs it from an account that never confirmed the address, which it then has', async () => {
    const person = await newCoach(app, { paid: false, verified: false })
    const invited = await invitedAndShared({ email: person.email })
    const { clientId, email, shared } = invited
    const asked = await calls.accept(clientId, { token: shared }, person.token)
    expect(refusalOf(asked)).toEqual([409, 'invitation.code_required'])
    const me = async () => (await app.call('GET /v1/auth/me', {}, person.token)).body.user.emailVerified
    expect(await me()).toBe(false)
    const code = await mailedCode(app, email)
    const wrong = await calls.accept(clientId, { token: shared, code: otherThan(code) }, person.token)
    expect(refusalOf(wrong)).toEqual([422, 'invitation.code_invalid'])
    expect(await me()).toBe(false)
    expect((await calls.accept(clientId, { token: shared, code }, person.token)).status).toBe(200)
    expect(await me()).toBe(true)
  })

  test('under another address is refused, with the code too', async () => {
    const invited = await invitedAndShared()
    const code = await codeFor(invited)
    const stranger = await newCoach(app)
    const answer = await calls.accept(invited.clientId, { token: invited.shared, code }, stranger.token)
    expect(refusalOf(answer)).toEqual([409, 'invitation.other_account'])
  })
})

describe('declining through a shared link', () => {
  test('takes the code as well: holding the link is never enough', async () => {
    const { clientId, email, shared } = await invitedAndShared()
    const asked = await calls.decline(clientId, { token: shared })
    expect(refusalOf(asked)).toEqual([409, 'invitation.code_required'])
    const code = await mailedCode(app, email)
    const wrong = await calls.decline(clientId, { token: shared, code: otherThan(code) })
    expect(refusalOf(wrong)).toEqual([422, 'invitation.code_invalid'])
    expect(await statusOf(clientId)).toBe('invited')
    expect((await calls.decline(clientId, { token: shared, code })).status).toBe(204)
    expect(await statusOf(clientId)).toBe('declined')
  })

  test('needs none from an account with the invited address', async () => {
    const person = await newCoach(app)
    const { clientId, shared } = await invitedAndShared({ email: person.email })
    const stranger = await newCoach(app)
    const asked = await calls.decline(clientId, { token: shared }, stranger.token)
    expect(refusalOf(asked)).toEqual([409, 'invitation.code_required'])
    expect((await calls.decline(clientId, { token: shared }, person.token)).status).toBe(204)
  })
})
