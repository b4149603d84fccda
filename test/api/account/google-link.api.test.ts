import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newGooglePerson, openBrowser } from '#test/support/fakes/google.ts'
import { type TestProvider, startTestProvider } from '#test/support/fakes/oidc-provider.ts'
import { PASSWORD, type TestCoach, newCoach } from '#test/support/people.ts'

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

function person(change: Parameters<typeof newGooglePerson>[0] = {}) {
  const account = newGooglePerson(change)
  provider.add(account)
  return { ...account, browser: openBrowser(app) }
}

const link = (userId: string) => `/v1/user/${userId}/google`
const unlink = (coach: TestCoach, proof: object = { password: PASSWORD }) =>
  app.send({ method: 'DELETE', url: link(coach.userId), token: coach.token, body: proof })
const userOf = async (token: string) => (await app.call('GET /v1/auth/me', {}, token)).body.user
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string }).code,
]

/** From the button of /profile/account through the chooser. */
async function linkThrough(coach: TestCoach, { sub, browser }: ReturnType<typeof person>) {
  const started = await browser.post(link(coach.userId), { password: PASSWORD }, coach.token)
  return browser.goThrough(sub, (started.body as { url: string }).url)
}

describe('linking from /profile/account', () => {
  test('takes any e-mail, ends there, and sends a mail about it', async () => {
    const coach = await newCoach(app)
    const google = person()
    expect(await linkThrough(coach, google)).toEqual({
      path: '/profile/account',
      fragment: { google: 'linked' },
    })
    expect(await userOf(coach.token)).toMatchObject({ googleLinked: true, hasPassword: true })
    await app.settle()
    expect((await app.mails(coach.email))[0]?.subject).toBe('Conectaste Google a tu cuenta de Norte')
    const { body } = await google.browser.post('/v1/auth/user/google', {
      googleData: await google.browser.ticket(google.sub),
    })
    expect((await userOf((body as { token: string }).token)).id).toBe(coach.userId)
  })

  test('twice is the same as once', async () => {
    const coach = await newCoach(app)
    const google = person()
    await linkThrough(coach, google)
    expect((await linkThrough(coach, google)).fragment).toEqual({ google: 'linked' })
    await app.settle()
    const told = (await app.mails(coach.email)).filter(({ subject }) => subject.includes('Google'))
    expect(told).toHaveLength(1)
  })

  test('refuses an identity of somebody else, and a second one', async () => {
    const [mine, theirs] = [await newCoach(app), await newCoach(app)]
    const google = person()
    await linkThrough(theirs, google)
    const refused = { path: '/profile/account', fragment: { google_error: 'other' } }
    expect(await linkThrough(mine, google)).toEqual(refused)
    await linkThrough(mine, person())
    expect(await linkThrough(mine, person())).toEqual(refused)
  })

  test('waits for the address to be confirmed', async () => {
    const coach = await newCoach(app, { verified: false })
    const answer = await person().browser.post(link(coach.userId), { password: PASSWORD }, coach.token)
    expect(codeOf(answer)).toEqual([403, 'auth.google_unconfirmed'])
  })

  test('is for oneself, and for somebody signed in', async () => {
    const [mine, theirs] = [await newCoach(app), await newCoach(app)]
    const { browser } = person()
    expect(codeOf(await browser.post(link(theirs.userId), {}, mine.token))).toEqual([404, 'user.not_found'])
    expect(codeOf(await browser.post(link(theirs.userId), {}))).toEqual([401, 'auth.required'])
  })

  test('ends with the sign-in it was begun in: a stolen one leaves no way in behind', async () => {
    const coach = await newCoach(app)
    const { sub, browser } = person()
    const started = await browser.post(link(coach.userId), { password: PASSWORD }, coach.token)
    const credentials = { email: coach.email, password: PASSWORD }
    const own = (await app.call('POST /v1/auth/user', { body: credentials })).body.token
    const changed = await app.call(
      'PUT /v1/user/:userId/password',
      {
        params: { userId: coach.userId },
        body: { current: PASSWORD, password: 'otro caballo, otra grapa' },
      },
      own,
    )
    expect(changed.status).toBe(200)
    expect(await browser.goThrough(sub, (started.body as { url: string }).url)).toEqual({
      path: '/profile/account',
      fragment: { google_error: 'expired' },
    })
    expect((await userOf(own)).googleLinked).toBe(false)
  })

  test('and unlinking are open to a coach who has not paid (product §1 D6)', async () => {
    const coach = await newCoach(app, { paid: false })
    expect((await linkThrough(coach, person())).fragment).toEqual({ google: 'linked' })
    expect((await unlink(coach)).status).toBe(204)
  })

  test('says when there is no provider', async () => {
    const without = await makeApp()
    const coach = await newCoach(without)
    const answer = await without.send({ method: 'POST', url: link(coach.userId), token: coach.token })
    await without.close()
    expect(codeOf(answer)).toEqual([404, 'auth.google_off'])
  })

  test('closed in the chooser leads back with nothing changed', async () => {
    const coach = await newCoach(app)
    const google = person()
    const arrived = await linkThrough(coach, { ...google, sub: '' })
    expect(arrived).toEqual({ path: '/profile/account', fragment: { google_error: 'cancelled' } })
    expect((await userOf(coach.token)).googleLinked).toBe(false)
  })
})

describe('unlinking', () => {
  test('leaves the password for signing in, and sends one mail about it', async () => {
    const coach = await newCoach(app)
    const google = person()
    await linkThrough(coach, google)
    expect((await unlink(coach)).status).toBe(204)
    expect((await userOf(coach.token)).googleLinked).toBe(false)
    const answer = await google.browser.post('/v1/auth/user/google', {
      googleData: await google.browser.ticket(google.sub),
    })
    expect(codeOf(answer)).toEqual([404, 'auth.google_new'])
    const byPassword = await app.call('POST /v1/auth/user', {
      body: { email: coach.email, password: PASSWORD },
    })
    expect(byPassword.status).toBe(200)
    expect((await unlink(coach)).status).toBe(204)
    await app.settle()
    const told = (await app.mails(coach.email)).filter(({ subject }) => subject.startsWith('Desvinculaste'))
    expect(told).toHaveLength(1)
  })

  test('is refused to somebody without a password', async () => {
    const squatter = await newCoach(app, { verified: false })
    const { sub, browser } = person({ email: squatter.email })
    const { body } = await browser.post('/v1/auth/user/google', { googleData: await browser.ticket(sub) })
    const { token } = body as { token: string }
    const answer = await app.send({ method: 'DELETE', url: link(squatter.userId), token, body: {} })
    expect(codeOf(answer)).toEqual([409, 'auth.password_needed'])
    expect((answer.body as { error: string }).error).toBe('Crea una contraseña antes de desvincular Google.')
    expect((await userOf(token)).googleLinked).toBe(true)
  })

  test('is for oneself', async () => {
    const [mine, theirs] = [await newCoach(app), await newCoach(app)]
    const answer = await app.send({ method: 'DELETE', url: link(theirs.userId), token: mine.token })
    expect(codeOf(answer)).toEqual([404, 'user.not_found'])
  })
})
