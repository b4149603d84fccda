import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newGooglePerson, openBrowser } from '#test/support/fakes/google.ts'
import { type TestProvider, startTestProvider } from '#test/support/fakes/oidc-provider.ts'
import { PASSWORD, type TestCoach, newCoach, newEmail } from '#test/support/people.ts'

const NEW_PASSWORD = 'jacaranda-azul-27'

let provider: TestProvider
let app: TestApp
beforeAll(async () => {
  provider = await startTestProvider()
  app = await makeApp({ env: provider.env })
})
afterAll(async () => {
  await app.close()
  await provider.stop()
})

const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string }).code,
]
const isOpen = async (token: string) => (await app.call('GET /v1/auth/me', {}, token)).status === 200
const isLinked = async (token: string) =>
  (await app.call('GET /v1/auth/me', {}, token)).body.user.googleLinked

/** A coach who is linked to an account of the provider, at another address than their own. */
async function linkedCoach(options: Parameters<typeof newCoach>[1] = {}) {
  const coach = await newCoach(app, options)
  const google = newGooglePerson()
  provider.add(google)
  const browser = openBrowser(app)
  const url = `/v1/user/${coach.userId}/google`
  const { body } = await browser.post(url, { password: PASSWORD }, coach.token)
  await browser.goThrough(google.sub, (body as { url: string }).url)
  return { ...coach, google: google.email }
}

/** Somebody who comes in through the provider alone. */
async function withoutPassword() {
  const coach = await newCoach(app)
  await app.deps.db.updateTable('users').set({ password_hash: null }).where('id', '=', coach.userId).execute()
  return coach
}

/** What would outlive a stolen sign-in, or shut its person out, each as a call. */
const acts: [string, (coach: TestCoach, proof: object) => Promise<{ status: number; body: unknown }>][] = [
  [
    'linking Google',
    ({ userId, token }, body) => app.send({ method: 'POST', url: `/v1/user/${userId}/google`, token, body }),
  ],
  [
    'unlinking Google',
    ({ userId, token }, body) =>
      app.send({ method: 'DELETE', url: `/v1/user/${userId}/google`, token, body }),
  ],
  [
    'ending the other sign-ins',
    ({ userId, token }, body) =>
      app.send({ method: 'DELETE', url: `/v1/user/${userId}/sessions`, token, body }),
  ],
  [
    'another e-mail',
    ({ userId, token }, body) =>
      app.send({
        method: 'POST',
        url: `/v1/user/${userId}/email`,
        token,
        body: { ...body, email: newEmail('otra') },
      }),
  ],
]

// @spec P.4
describe.each(acts)('%s asks who it is (product §3)', (_, act) => {
  test('by the present password', async () => {
    const coach = await newCoach(app)
    expect((await act(coach, {})).body).toMatchObject({
      code: 'request.invalid',
      fields: { password: expect.any(String) },
    })
    expect((await act(coach, { password: 'otra-clave-distinta' })).body).toMatchObject({
      fields: { password: 'La contraseña no es correcta.' },
    })
    expect((await act(coach, { password: PASSWORD })).status).toBeLessThan(300)
  })

  test('and takes five guesses', async () => {
    const coach = await newCoach(app)
    for (let time = 0; time < 5; time += 1) {
      expect((await act(coach, { password: `adivina-${time}-clave` })).status).toBe(422)
    }
    expect(codeOf(await act(coach, { password: PASSWORD }))).toEqual([429, 'auth.too_many_attempts'])
  })

  test('by a sign-in that has just begun where there is no password', async () => {
    const coach = await withoutPassword()
    app.clock.advance(10 * MINUTE_MS)
    // Unlinking would leave no way in at all.
    expect([200, 202, 204, 409]).toContain((await act(coach, {})).status)
    app.clock.advance(1)
    expect(codeOf(await act(coach, {}))).toEqual([403, 'auth.sign_in_again'])
  })

  test('also a coach who has not paid may (product §1 D6)', async () => {
    const coach = await newCoach(app, { paid: false })
    expect((await act(coach, { password: PASSWORD })).status).toBeLessThan(300)
  })
})

test('ending the present sign-in asks for nothing, as signing out does', async () => {
  const { userId, token } = await newCoach(app)
  const { body } = await app.call('GET /v1/user/:userId/sessions', { params: { userId } }, token)
  const url = `/v1/user/${userId}/sessions?session=${body.data[0]!.id}`
  expect((await app.send({ method: 'DELETE', url, token })).status).toBe(204)
  expect(await isOpen(token)).toBe(false)
})

/** Both ways to a new password. */
const ways: [
  string,
  (coach: TestCoach, dropIdentities?: boolean) => Promise<{ status: number; body: unknown }>,
][] = [
  [
    'a changed password',
    ({ userId, token }, dropIdentities) =>
      app.send({
        method: 'PUT',
        url: `/v1/user/${userId}/password`,
        token,
        body: { current: PASSWORD, password: NEW_PASSWORD, dropIdentities },
      }),
  ],
  [
    'a recovered password',
    async ({ email }, dropIdentities) => {
      const token = await recoverySecret(email)
      return app.send({
        method: 'PUT',
        url: '/v1/auth/recovery',
        body: { token, password: NEW_PASSWORD, dropIdentities },
      })
    },
  ],
]

async function recoverySecret(email: string): Promise<string> {
  await app.call('POST /v1/auth/recovery', { body: { email } })
  await app.settle()
  return /\?t=([\w-]+)/.exec((await app.mails(email))[0]!.text)![1]!
}

describe.each(ways)('%s', (_, set) => {
  test('ends calendar feeds, which can be made again, and its mail says so', async () => {
    const coach = await newCoach(app)
    const { body: feed } = await app.call('POST /v1/calendar/feed', {}, coach.token)
    const read = (url: string) => app.send({ method: 'GET', url: new URL(url).pathname })
    expect((await read(feed.url!)).status).toBe(200)
    expect((await set(coach)).body).toEqual({ endedFeeds: 1, identities: [] })
    expect((await read(feed.url!)).status).toBe(404)
    await app.settle()
    expect((await app.mails(coach.email))[0]!.text).toContain(
      'Los enlaces de tu calendario dejaron de funcionar.',
    )
    const again = await app.call('POST /v1/auth/user', {
      body: { email: coach.email, password: NEW_PASSWORD },
    })
    const { body: fresh } = await app.call('POST /v1/calendar/feed', {}, again.body.token)
    expect((await read(fresh.url!)).status).toBe(200)
  })

  test('names what else opens the account, in the answer and in the mail, and leaves it', async () => {
    const coach = await linkedCoach()
    expect((await set(coach)).body).toEqual({ endedFeeds: 0, identities: [{ email: coach.google }] })
    await app.settle()
    const { subject, text } = (await app.mails(coach.email))[0]!
    expect(subject).toBe('Tu contraseña se cambió')
    expect(text).toContain(`La cuenta de Google ${coach.google} todavía da acceso a tu cuenta.`)
    expect(text).not.toContain('Los enlaces de tu calendario')
  })

  test('drops it when that is wanted, and tells that too', async () => {
    const coach = await linkedCoach()
    expect((await set(coach, true)).body).toEqual({ endedFeeds: 0, identities: [] })
    const again = await app.call('POST /v1/auth/user', {
      body: { email: coach.email, password: NEW_PASSWORD },
    })
    expect(await isLinked(again.body.token)).toBe(false)
    await app.settle()
    const subjects = (await app.mails(coach.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Desvinculaste Google de tu cuenta de Norte')
  })
})

describe('what else opens the account', () => {
  test('is named to its person, who has not paid either, and to nobody else', async () => {
    const [coach, other] = [await linkedCoach({ paid: false }), await newCoach(app)]
    const list = (token: string) =>
      app.call('GET /v1/user/:userId/google', { params: { userId: coach.userId } }, token)
    expect((await list(coach.token)).body).toEqual({ data: [{ email: coach.google }] })
    expect(codeOf(await list(other.token))).toEqual([404, 'user.not_found'])
  })

  test('is named to the holder of a recovery link, which stays good', async () => {
    const coach = await linkedCoach()
    const token = await recoverySecret(coach.email)
    const look = () => app.call('POST /v1/auth/recovery/link', { body: { token } })
    expect((await look()).body).toEqual({ identities: [{ email: coach.google }] })
    expect((await look()).status).toBe(200)
    const set = await app.call('PUT /v1/auth/recovery', { body: { token, password: NEW_PASSWORD } })
    expect(set.status).toBe(200)
    expect(codeOf(await look())).toEqual([422, 'auth.link_invalid'])
  })
})
