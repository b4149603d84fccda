import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { route } from '#server/route.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newCoach } from '#test/support/people.ts'

/** Reads through `deps.db` inside its transaction. */
const readingOutside = route(
  endpoint({
    method: 'GET',
    path: '/v1/test/reading-outside',
    access: 'public',
    summary: 'Reads outside its transaction',
    response: z.object({}),
    errors: [],
  }),
  (deps) =>
    deps.db.transaction().execute(async () => {
      await deps.db.selectFrom('users').select('id').executeTakeFirst()
      return {}
    }),
)

let app: TestApp
beforeAll(async () => {
  app = await makeApp({ routes: [readingOutside] })
})
afterAll(() => app.close())

test('a test fails if the use case it calls takes a second connection inside its transaction', async () => {
  const call = () => app.send({ method: 'GET', url: '/v1/test/reading-outside' })
  await expect(call()).rejects.toThrow('A transaction took a second connection')
})

test('a test that holds a lock may send requests and look into the database meanwhile', async () => {
  const coach = await newCoach(app)
  await app.deps.db.transaction().execute(async () => {
    expect((await app.call('GET /v1/auth/me', {}, coach.token)).status).toBe(200)
    expect(await app.deps.db.selectFrom('users').select('id').limit(1).execute()).toHaveLength(1)
  })
})
