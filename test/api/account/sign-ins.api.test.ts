import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MembershipId, UserId } from '#contract/values.ts'
import { DAY_MS, HOUR_MS } from '#time/clock.ts'
import { type TestApp, instant, makeApp } from '#test/support/app.ts'
import { PASSWORD, mailedInvitation, newClient, newCoach } from '#test/support/people.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1'
const NOBODY = '01890000-0000-7000-8000-000000000000'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

async function signInWith(email: string, userAgent: string): Promise<string> {
  const answer = await app.send({
    method: 'POST',
    url: '/v1/auth/user',
    body: { email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  })
  return (answer.body as { token: string }).token
}
const list = (userId: UserId, token: string) =>
  app.call('GET /v1/user/:userId/sessions', { params: { userId } }, token)
const end = (userId: UserId, token: string, session?: string) =>
  app.call(
    'DELETE /v1/user/:userId/sessions',
    { params: { userId }, query: { session: session as never }, body: { password: PASSWORD } },
    token,
  )
const endOthers = (userId: UserId, token: string) =>
  app.call('DELETE /v1/user/:userId/sessions', { params: { userId }, body: { password: PASSWORD } }, token)
const isOpen = async (token: string) => (await app.call('GET /v1/auth/me', {}, token)).status === 200

// @spec P.3
describe('open sign-ins (product §18)', () => {
  test('are listed in plain words, the present one first', async () => {
    const { userId, email } = await newCoach(app)
    app.clock.advance(HOUR_MS)
    const firefox = await signInWith(email, FIREFOX)
    await signInWith(email, IPHONE)
    const { status, body } = await list(userId, firefox)
    expect(status).toBe(200)
    expect(body.data.map(({ browser, system, current }) => [browser, system, current])).toEqual([
      ['Firefox', 'Linux', true],
      ['Safari', 'iPhone', false],
      [null, null, false],
    ])
    const [present, , first] = body.data
    expect(instant(present!.signedInAt) - instant(first!.signedInAt)).toBe(HOUR_MS)
  })

  test('leave out those that ended by themselves', async () => {
    const { userId, email } = await newCoach(app)
    app.clock.advance(7 * DAY_MS)
    const token = await signInWith(email, FIREFOX)
    expect((await list(userId, token)).body.data).toHaveLength(1)
  })

  test('end all at once but the present one', async () => {
    const { userId, email, token } = await newCoach(app)
    const [one, two] = [await signInWith(email, FIREFOX), await signInWith(email, IPHONE)]
    expect((await endOthers(userId, token)).status).toBe(204)
    expect([await isOpen(token), await isOpen(one), await isOpen(two)]).toEqual([true, false, false])
    expect((await list(userId, token)).body.data).toHaveLength(1)
    expect((await endOthers(userId, token)).status).toBe(204)
  })

  test('end one by one', async () => {
    const { userId, email, token } = await newCoach(app)
    const [firefox, iphone] = [await signInWith(email, FIREFOX), await signInWith(email, IPHONE)]
    const row = (await list(userId, token)).body.data.find(({ browser }) => browser === 'Firefox')!
    expect((await end(userId, token, row.id)).status).toBe(204)
    expect([await isOpen(firefox), await isOpen(iphone)]).toEqual([false, true])
    const again = await end(userId, token, row.id)
    expect([again.status, again.refusal.code]).toEqual([404, 'user.sign_in_not_found'])
  })

  test("are nobody else's: a foreign one answers as a missing one and stays", async () => {
    const [coach, other] = [await newCoach(app), await newCoach(app)]
    const theirs = (await list(other.userId, other.token)).body.data[0]!
    for (const session of [theirs.id, NOBODY]) {
      const { status, refusal } = await end(coach.userId, coach.token, session)
      expect([status, refusal.code]).toEqual([404, 'user.sign_in_not_found'])
    }
    expect((await list(other.userId, coach.token)).refusal.code).toBe('user.not_found')
    expect((await endOthers(other.userId, coach.token)).refusal.code).toBe('user.not_found')
    expect(await isOpen(other.token)).toBe(true)
  })
})

// @spec P.16
describe('changing the space (product §1 D19)', () => {
  const change = (membershipId: MembershipId, token: string) =>
    app.call('POST /v1/auth/switch', { body: { membershipId } }, token)
  const me = (token: string) => app.call('GET /v1/auth/me', {}, token)

  /** A coach who is also the client of another. */
  async function coachAndClient() {
    const [coach, other] = [await newCoach(app, { name: 'Ana' }), await newCoach(app, { name: 'Olga' })]
    const created = await app.call(
      'POST /v1/client',
      { body: { name: 'Ana', lastName: 'López', email: coach.email, invite: true } },
      other.token,
    )
    const clientId = created.body.id
    const accepted = await app.call(
      'POST /v1/invitation/:clientId',
      {
        params: { clientId },
        body: { token: await mailedInvitation(app, coach.email), acceptTerms: true, acceptPrivacy: true },
      },
      coach.token,
    )
    const { memberships } = (await me(accepted.body.token)).body
    const own = memberships.find(({ userType }) => userType === 'coach')!
    const theirs = memberships.find(({ userType }) => userType === 'client')!
    return { coach, other, asClient: accepted.body.token, memberships, own, theirs }
  }

  test('lists every place with what the person is there', async () => {
    const { own, theirs } = await coachAndClient()
    expect(own).toMatchObject({ coachName: 'Ana López', companyName: null, role: null, current: false })
    expect(theirs).toMatchObject({ coachName: 'Olga López', role: 'client', current: true })
  })

  test('signs in to the other place and ends the sign-in before; the next sign-in goes there', async () => {
    const { coach, asClient, own, theirs } = await coachAndClient()
    app.clock.advance(1_000)
    const there = await change(own.id, asClient)
    expect(there.body).toEqual({ token: expect.any(String), userType: 'coach' })
    expect((await me(there.body.token)).body).toMatchObject({ userType: 'coach', id: coach.userId })
    expect(await isOpen(asClient)).toBe(false)
    app.clock.advance(1_000)
    const back = await change(theirs.id, there.body.token)
    expect(back.body.userType).toBe('client')
    app.clock.advance(1_000)
    const signedIn = await app.call('POST /v1/auth/user', {
      body: { email: coach.email, password: PASSWORD },
    })
    expect(signedIn.body.userType).toBe('client')
  })

  test('outlives no limit: the new sign-in is as old as the first', async () => {
    const { coach, asClient, own, theirs } = await coachAndClient()
    const places = [own, theirs]
    const began = (await list(coach.userId, asClient)).body.data[0]!.signedInAt
    let token = asClient
    for (let time = 1; time <= 31; time += 1) {
      app.clock.advance(23 * HOUR_MS)
      const { status, body } = await change(places[time % 2]!.id, token)
      expect(status, `change ${time}`).toBe(200)
      token = body.token
    }
    expect((await list(coach.userId, token)).body.data[0]!.signedInAt).toBe(began)
    // 31 times 23 hours are seven hours short of 30 days.
    app.clock.advance(7 * HOUR_MS - 1_000)
    expect(await isOpen(token)).toBe(true)
    app.clock.advance(1_000)
    expect(await isOpen(token)).toBe(false)
  })

  test('of two at once one goes, and the other is told to sign in', async () => {
    const { asClient, own } = await coachAndClient()
    const answers = await Promise.all([change(own.id, asClient), change(own.id, asClient)])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401'])
  })

  test('answers for a foreign place as for a missing one, and ends nothing', async () => {
    const { other, asClient } = await coachAndClient()
    const client = await newClient(app, other)
    const foreign = (await me(client.token)).body.memberships[0]!
    for (const id of [foreign.id, NOBODY as MembershipId]) {
      const { status, refusal } = await change(id, asClient)
      expect([status, refusal.code]).toEqual([404, 'membership.not_found'])
    }
    expect(await isOpen(asClient)).toBe(true)
  })
})
