import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInProcessBus } from '#server/platform/realtime/bus.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import type { MessageKey } from '#contract/values.ts'

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

test('a message is written by what is true at that moment, not by what was known of its sender', async () => {
  const coach = await newCoach(app)
  const [client, other] = [await newClient(app, coach), await newClient(app, coach)]
  const { db } = app.deps
  const send = (to: typeof client, by: { token: string }) =>
    app.call(
      'POST /v1/message/:roomId',
      {
        params: { roomId: to.clientId },
        body: { text: 'Hola', clientKey: app.deps.newId<MessageKey>() },
      },
      by.token,
    )
  for (const person of [client, coach]) expect((await send(client, person)).status).toBe(201)
  // All of this on the other server.
  const pay = (status: 'none' | 'active') =>
    db.updateTable('coaches').set({ payment_status: status }).where('id', '=', coach.userId).execute()
  await pay('none')
  expect(await send(client, coach)).toMatchObject({ status: 402, refusal: { code: 'payment.required' } })
  expect(await send(client, client)).toMatchObject({ refusal: { code: 'coach.unpaid' } })
  await pay('active')
  for (const person of [client, coach]) expect((await send(client, person)).status).toBe(201)
  await db
    .updateTable('auth_sessions')
    .set({ revoked_at: toTimestamp(app.clock.now()) })
    .where('user_id', 'in', [client.userId, coach.userId])
    .execute()
  for (const person of [client, coach]) {
    expect(await send(client, person)).toMatchObject({ status: 401, refusal: { code: 'auth.required' } })
  }
  // Nor is a room opened.
  expect(await send(other, coach)).toMatchObject({ status: 401 })
  const rooms = await db
    .selectFrom('message_rooms')
    .selectAll()
    .where('coach_id', '=', coach.userId)
    .execute()
  expect(rooms).toMatchObject([{ id: client.clientId, last_seq: 4 }])
})
