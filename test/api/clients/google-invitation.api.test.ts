import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientId } from '#contract/values.ts'
import { DAY_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestBrowser, newGooglePerson, openBrowser } from '#test/support/fakes/google.ts'
import { type TestProvider, startTestProvider } from '#test/support/fakes/oidc-provider.ts'
import { inviteClient } from '#test/support/invitations.ts'
import { PASSWORD, type TestCoach, mailedInvitation, newCoach, newEmail } from '#test/support/people.ts'

let provider: TestProvider
let app: TestApp
let coach: TestCoach
beforeAll(async () => {
  provider = await startTestProvider()
  app = await makeApp({ env: provider.env })
})
beforeEach(async () => {
  coach = await newCoach(app)
})
afterAll(async () => {
  await app.close()
  await provider.stop()
})

type Invited = { clientId: ClientId; email: string; token: string }

async function invite(email = newEmail('client')): Promise<Invited> {
  const body = { name: 'Luz', lastName: 'Vega', email, timezone: 'America/Tijuana', invite: true }
  const created = await app.call('POST /v1/client', { body }, coach.token)
  return { clientId: created.body.id, email, token: await mailedInvitation(app, email) }
}

/** The invited address at the provider, and a browser to come with. */
function person(change: Parameters<typeof newGooglePerson>[0] = {}) {
  const account = newGooglePerson(change)
  provider.add(account)
  return { ...account, browser: openBrowser(app) }
}

/** From the button of the invitation through the chooser. */
async function fromInvitation({ clientId, token }: Invited, browser: TestBrowser, sub?: string) {
  const started = await browser.post(`/v1/invitation/${clientId}/google`, { token })
  return browser.goThrough(sub, (started.body as { url: string }).url)
}

const accept = (browser: TestBrowser, clientId: ClientId, body: object, bearer?: string) =>
  browser.post(`/v1/invitation/${clientId}`, { acceptTerms: true, acceptPrivacy: true, ...body }, bearer)
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string }).code,
]
const me = async (body: unknown) =>
  (await app.call('GET /v1/auth/me', {}, (body as { token: string }).token)).body
const statusOf = async (clientId: ClientId) =>
  (await app.call('GET /v1/client/:clientId', { params: { clientId } }, coach.token)).body.status

describe('an invited person who comes through the landing (product §1 D2)', () => {
  // @spec 6.3
  test('is led to the invitation, accepts it there, and is a client and no coach', async () => {
    const { clientId, email } = await invite()
    const { sub, browser } = person({ email })
    const { path, fragment } = await browser.goThrough(sub)
    expect([path, fragment['new']]).toEqual(['/', '1'])
    const googleData = { ticket: fragment['google']! }

    const pending = [409, 'auth.invitation_pending']
    expect(codeOf(await browser.post('/v1/auth/user/google', { googleData }))).toEqual(pending)
    const registration = {
      googleData,
      isCoach: true,
      country: 'Mexico',
      timezone: 'America/Tijuana',
      acceptTerms: true,
      acceptPrivacy: true,
    }
    expect(codeOf(await browser.post('/v1/auth/register/google', registration))).toEqual(pending)

    const profile = await browser.post('/v1/auth/google/profile', { googleData })
    const { invitation } = profile.body as { invitation: { clientId: ClientId; token: string } }
    expect(invitation.clientId).toBe(clientId)
    const seen = await app.call('GET /v1/invitation/:clientId', {
      params: { clientId },
      query: { t: invitation.token },
    })
    expect(seen.body).toMatchObject({ email, accountExists: false })
    const { status, body } = await accept(browser, clientId, { token: invitation.token, googleData })
    expect([status, (body as { userType: string }).userType]).toEqual([200, 'client'])
    expect(await me(body)).toMatchObject({
      userType: 'client',
      memberships: [{ userType: 'client' }],
      user: { email, emailVerified: true, hasPassword: false, googleLinked: true, name: 'Luz', clientId },
    })
    expect(await statusOf(clientId)).toBe('active')
  })

  test('has a way in that dies with the invitation’s others', async () => {
    const { clientId, email, token } = await invite()
    const { sub, browser } = person({ email })
    const googleData = await browser.ticket(sub)
    const { body } = await browser.post('/v1/auth/google/profile', { googleData })
    const minted = (body as { invitation: { token: string } }).invitation.token
    expect(minted).not.toBe(token)
    await app.call('POST /v1/invitation/:clientId/decline', { params: { clientId }, body: { token } })
    const answer = await accept(browser, clientId, { token: minted, googleData })
    expect(codeOf(answer)).toEqual([409, 'invitation.declined'])
  })

  test('of an expired invitation may become a coach', async () => {
    const { email } = await invite()
    const { sub, browser } = person({ email })
    app.clock.advance(14 * DAY_MS)
    const { body } = await browser.post('/v1/auth/google/profile', { googleData: await browser.ticket(sub) })
    expect(body).toMatchObject({ invitation: null })
  })

  test('is nobody’s client without a verified e-mail', async () => {
    const { email } = await invite()
    const { sub, browser } = person({ email, emailVerified: false })
    expect((await browser.goThrough(sub)).fragment).toEqual({ google_error: 'unverified' })
  })
})

describe('Google on the invitation itself (product §4)', () => {
  test('comes back to the invitation, which one acceptance closes', async () => {
    const invited = await invite()
    const { clientId, email } = invited
    const { sub, browser } = person({ email })
    const { path, fragment } = await fromInvitation(invited, browser, sub)
    expect([path, fragment['new']]).toEqual([`/invitation/${clientId}`, '1'])
    const body = {
      token: fragment['t'],
      googleData: { ticket: fragment['google'] },
      timezone: 'America/Monterrey',
    }
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(browser, clientId, body)))
    const [accepted, ...more] = answers.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    const refused = answers.filter((answer) => answer !== accepted).map(codeOf)
    expect(refused).toEqual(Array.from({ length: 5 }, () => [409, 'invitation.used']))
    expect((await me(accepted!.body)).user).toMatchObject({ email, timezone: 'America/Monterrey' })
    await app.settle()
    const bell = await app.call(
      'GET /v1/notification/all/:userId',
      { params: { userId: coach.userId }, query: {} },
      coach.token,
    )
    expect(bell.body.data.map(({ type }) => type)).toEqual(['CLIENT_INVITATION_ACEPTED'])
  })

  test('asks for the invited address when another was chosen, and keeps the invitation open', async () => {
    const invited = await invite()
    const other = person()
    const { path, fragment } = await fromInvitation(invited, other.browser, other.sub)
    expect(path).toBe(`/invitation/${invited.clientId}`)
    expect(fragment).toEqual({ google_error: 'otherEmail', t: expect.stringMatching(/^[\w-]{43}$/) })
    const again = await app.call('GET /v1/invitation/:clientId', {
      params: { clientId: invited.clientId },
      query: { t: fragment['t']! },
    })
    expect(again.body.email).toBe(invited.email)
    // The server says the same to a ticket of another address.
    const googleData = await other.browser.ticket(other.sub)
    const refused = await accept(other.browser, invited.clientId, { token: invited.token, googleData })
    expect(codeOf(refused)).toEqual([409, 'invitation.other_google'])
    expect(await statusOf(invited.clientId)).toBe('invited')
  })

  test('begun with a shared link comes back with one of its kind; Google proves the address itself', async () => {
    const { clientId, email } = await invite()
    const link = { params: { clientId } }
    const shared = await app.call('POST /v1/client/:clientId/invitationlink', link, coach.token)
    const token = new URL(shared.body.url).searchParams.get('t')!
    const other = person()
    const back = await fromInvitation({ clientId, email, token }, other.browser, other.sub)
    const again = back.fragment['t']!
    const seen = await app.call('GET /v1/invitation/:clientId', { ...link, query: { t: again } })
    expect(seen.body.asksCode).toBe(true)
    const refused = await accept(other.browser, clientId, { token: again, password: PASSWORD })
    expect(codeOf(refused)).toEqual([409, 'invitation.code_required'])
    const { sub, browser } = person({ email })
    const { fragment } = await fromInvitation({ clientId, email, token: again }, browser, sub)
    const googleData = { ticket: fragment['google'] }
    expect((await accept(browser, clientId, { token: fragment['t'], googleData })).status).toBe(200)
  })

  test.each([
    ['the chooser was closed', undefined, 'cancelled'],
    ['the e-mail is not verified', { emailVerified: false }, 'otherEmail'],
  ])('comes back to it when %s', async (_when, change, reason) => {
    const invited = await invite()
    const { sub, browser } = person({ email: invited.email, ...change })
    const { path, fragment } = await fromInvitation(invited, browser, change && sub)
    expect([path, fragment['google_error']]).toEqual([`/invitation/${invited.clientId}`, reason])
    expect(fragment['t']).toBeDefined()
  })

  test('does not come back to one that was closed meanwhile', async () => {
    const { clientId, email, token } = await invite()
    const { sub, browser } = person({ email })
    const started = await browser.post(`/v1/invitation/${clientId}/google`, { token })
    await app.call('POST /v1/invitation/:clientId/decline', { params: { clientId }, body: { token } })
    const { path, fragment } = await browser.goThrough(sub, (started.body as { url: string }).url)
    expect([path, fragment]).toEqual(['/', { google_error: 'otherEmail' }])
  })

  test('gives no new link for one that was replaced meanwhile', async () => {
    const { clientId, token } = await invite()
    const { browser } = person()
    const started = await browser.post(`/v1/invitation/${clientId}/google`, { token })
    const resent = await app.call(
      'POST /v1/client/:clientId/resendinvitation',
      { params: { clientId } },
      coach.token,
    )
    expect(resent.status).toBe(200)
    const arrived = await browser.goThrough(undefined, (started.body as { url: string }).url)
    expect(arrived).toEqual({ path: '/', fragment: { google_error: 'cancelled' } })
  })

  test('begins with the link alone: the id grants nothing', async () => {
    const { clientId, token } = await invite()
    const start = (t: string) => openBrowser(app).post(`/v1/invitation/${clientId}/google`, { token: t })
    expect(codeOf(await start('wrong'))).toEqual([404, 'invitation.not_found'])
    expect((await start('')).status).toBe(422)
    await app.call('POST /v1/invitation/:clientId/decline', { params: { clientId }, body: { token } })
    expect(codeOf(await start(token))).toEqual([409, 'invitation.declined'])
    const used = await invite()
    await accept(openBrowser(app), used.clientId, { token: used.token, password: PASSWORD })
    const late = await openBrowser(app).post(`/v1/invitation/${used.clientId}/google`, { token: used.token })
    expect(codeOf(late)).toEqual([409, 'invitation.used'])
    const old = await invite()
    app.clock.advance(14 * DAY_MS)
    const expired = await openBrowser(app).post(`/v1/invitation/${old.clientId}/google`, { token: old.token })
    expect(codeOf(expired)).toEqual([409, 'invitation.expired'])
  })

  test('says when there is no provider, and when it is away', async () => {
    const { clientId, token } = await invite()
    const url = `/v1/invitation/${clientId}/google`
    const off = await makeApp()
    const theirs = await newCoach(off)
    const email = newEmail('client')
    const made = await off.call(
      'POST /v1/client',
      { body: { name: 'Luz', lastName: 'Vega', email, invite: true } },
      theirs.token,
    )
    const link = { token: await mailedInvitation(off, email) }
    const refused = await openBrowser(off).post(`/v1/invitation/${made.body.id}/google`, link)
    await off.close()
    expect(codeOf(refused)).toEqual([404, 'auth.google_off'])

    const dead = await startTestProvider()
    await dead.stop()
    const cold = await makeApp({ env: dead.env })
    const coldCoach = await newCoach(cold)
    const linking = await cold.send({
      method: 'POST',
      url: `/v1/user/${coldCoach.userId}/google`,
      token: coldCoach.token,
      body: { password: PASSWORD },
    })
    const invited = await inviteClient(cold, coldCoach)
    const coming = await openBrowser(cold).post(`/v1/invitation/${invited.clientId}/google`, {
      token: invited.token,
    })
    await cold.close()
    expect(codeOf(linking)).toEqual([503, 'auth.google_away'])
    expect(codeOf(coming)).toEqual([503, 'auth.google_away'])
    expect((await openBrowser(app).post(url, { token })).status).toBe(200)
  })
})

describe('somebody with an account of the invited address', () => {
  test('joins with Google, and is linked by that', async () => {
    const other = await newCoach(app, { paid: false })
    const invited = await invite(other.email)
    const { sub, browser } = person({ email: other.email })
    const { fragment } = await fromInvitation(invited, browser, sub)
    expect(fragment['new']).toBe('0')
    const { body } = await accept(browser, invited.clientId, {
      token: fragment['t'],
      googleData: { ticket: fragment['google'] },
    })
    expect(await me(body)).toMatchObject({
      id: other.userId,
      userType: 'client',
      user: { googleLinked: true, hasPassword: true },
    })
    expect((await me(body)).memberships).toHaveLength(2)
  })

  test('who never confirmed it comes in alone: what was there before is dropped', async () => {
    const squatter = await newCoach(app, { paid: false, verified: false })
    const invited = await invite(squatter.email)
    const { sub, browser } = person({ email: squatter.email })
    const { fragment } = await fromInvitation(invited, browser, sub)
    const { body } = await accept(browser, invited.clientId, {
      token: fragment['t'],
      googleData: { ticket: fragment['google'] },
    })
    expect((await me(body)).user).toMatchObject({ hasPassword: false, emailVerified: true })
    expect((await app.call('GET /v1/auth/me', {}, squatter.token)).status).toBe(401)
  })

  test('is not opened by an identity of another account, or by a second one of the address', async () => {
    const moved = await newCoach(app, { paid: false })
    const { browser, ...google } = person({ email: moved.email })
    await browser.post('/v1/auth/user/google', { googleData: await browser.ticket(google.sub) })
    const invited = await invite()
    provider.add({ ...google, email: invited.email })
    const googleData = await browser.ticket(google.sub)
    const elsewhere = await accept(browser, invited.clientId, { token: invited.token, googleData })
    expect(codeOf(elsewhere)).toEqual([409, 'invitation.other_account'])

    const second = person({ email: invited.email })
    const ticket = await second.browser.ticket(second.sub)
    await app.call('POST /v1/invitation/:clientId', {
      params: { clientId: invited.clientId },
      body: { token: invited.token, password: PASSWORD, acceptTerms: true, acceptPrivacy: true },
    })
    const first = person({ email: invited.email })
    await first.browser.post('/v1/auth/user/google', { googleData: await first.browser.ticket(first.sub) })
    const another = await newCoach(app)
    const made = await app.call(
      'POST /v1/client',
      { body: { name: 'Luz', lastName: 'Vega', email: invited.email, invite: true } },
      another.token,
    )
    const token = await mailedInvitation(app, invited.email)
    const taken = await accept(second.browser, made.body.id, { token, googleData: ticket })
    expect(codeOf(taken)).toEqual([409, 'auth.google_elsewhere'])
    const spent = await accept(second.browser, made.body.id, { token, googleData: { ticket: 'x' } })
    expect(codeOf(spent)).toEqual([401, 'auth.google_ticket'])
  })
})
