import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AuthSessionId } from '#contract/values.ts'
import { type AuthenticationWay, byBearerToken } from '#server/http/authenticate.ts'
import { loadActor } from '#server/modules/auth/auth.service.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestCoach, newCoach } from '#test/support/people.ts'

/** Knows a caller by a badge in place of a token. */
const byBadge: AuthenticationWay = async (deps, request) => {
  const badge = AuthSessionId.safeParse(request.headers['x-badge'])
  return badge.success ? loadActor(deps, badge.data) : undefined
}

let app: TestApp
let coach: TestCoach
let badge: string
beforeAll(async () => {
  app = await makeApp({ ways: [byBearerToken, byBadge] })
  coach = await newCoach(app)
  badge = await badgeOf(coach)
})
afterAll(() => app.close())

async function badgeOf({ userId }: TestCoach): Promise<string> {
  const { id } = await app.deps.db
    .selectFrom('auth_sessions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return id
}

const me = (headers: Record<string, string>, token?: string) =>
  app.send({ method: 'GET', url: '/v1/auth/me', headers, token })

describe('with two ways to prove who calls', () => {
  it('either is enough', async () => {
    const byToken = await me({}, coach.token)
    expect(byToken).toMatchObject({ status: 200, body: { user: { id: coach.userId } } })
    expect(await me({ 'x-badge': badge })).toMatchObject({ status: 200, body: byToken.body })
  })

  it('the first that knows the caller decides', async () => {
    const other = await badgeOf(await newCoach(app))
    expect((await me({ 'x-badge': other }, coach.token)).body).toMatchObject({ user: { id: coach.userId } })
    expect((await me({ 'x-badge': badge }, 'nobodys.token')).status).toBe(200)
  })

  it('who has neither stays a stranger', async () => {
    expect((await me({ 'x-badge': 'nobody' })).status).toBe(401)
    expect((await me({})).status).toBe(401)
  })
})

it('takes nothing but a bearer token unless the app is given another way', async () => {
  const plain = await makeApp()
  const { userId } = await newCoach(plain)
  const { id } = await plain.deps.db
    .selectFrom('auth_sessions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const answer = await plain.send({ method: 'GET', url: '/v1/auth/me', headers: { 'x-badge': id } })
  expect(answer.status).toBe(401)
  await plain.close()
})
