import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInProcessBus } from '#server/platform/realtime/bus.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newCoach } from '#test/support/people.ts'

// One of several servers, as it is when the word of another has not come yet: it keeps people for long, hears nothing.
let app: TestApp
beforeAll(async () => {
  app = await makeApp({ actorCacheMs: 600_000, bus: { ...createInProcessBus(), shared: true } })
})
afterAll(() => app.close())

const client = { name: 'Eva', lastName: 'Ruiz', email: 'eva@correo.example', invite: true }

// @spec P.192
test('what a person has just done on one server is no reason for another to refuse them', async () => {
  const coach = await newCoach(app, { verified: false })
  const invite = () => app.call('POST /v1/client', { body: client }, coach.token)
  expect(await invite()).toMatchObject({ status: 403, refusal: { code: 'auth.email_unverified' } })
  // Confirmed on the other server.
  await app.deps.db
    .updateTable('users')
    .set({ email_verified_at: toTimestamp(app.clock.now()) })
    .where('id', '=', coach.userId)
    .execute()
  expect((await invite()).status).toBe(201)
})
