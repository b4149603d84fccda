import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '#server/platform/logger.ts'
import { createPostgresBus } from '#server/platform/realtime/bus.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { type StripeApp, makeStripeApp } from '#test/support/payments/stripe-app.ts'
import type { TestCoach } from '#test/support/people.ts'
import { openSocket } from '#test/support/sockets.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'

// Two servers on one database. Stripe tells the first, the coach is at the second. Both keep people for an hour, so that no cache
// ends by itself while a test runs.

const CACHE_MS = 3_600_000

let database: TestDatabase
let world: StripeApp
let second: TestApp
let secondAddress: string
const sockets: Socket[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  const log = createLogger('silent')
  const server = async () => ({
    database,
    actorCacheMs: CACHE_MS,
    bus: await createPostgresBus(database.connection, database.pool, log),
  })
  const env = { TOKEN_SECRET }
  world = await makeStripeApp({ ...(await server()), env })
  second = await makeApp({ ...(await server()), env: world.settings, clock: world.app.clock })
  secondAddress = await second.listen()
})
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await second.close()
  await world.close()
  await database.close()
})

/** The next word of a socket that the payment has changed. */
function paymentChange(socket: Socket): Promise<{ id: string }> {
  const { promise, resolve } = Promise.withResolvers<{ id: string }>()
  const hear = (change: { subject: string; id: string }) => {
    if (change.subject !== 'payment') return
    socket.off('CHANGED', hear)
    resolve(change)
  }
  socket.on('CHANGED', hear)
  return promise
}

const gateOf = async ({ token }: TestCoach, at = second) =>
  (await at.call('GET /v1/dashboard', {}, token)).status

// @spec P.276
describe('the gate', () => {
  it.each([
    ['Stripe has told', () => world.app],
    ['the coach uses', () => second],
  ])(
    'is right at both servers as soon as a socket of the coach hears of it, by the server that %s',
    async (_which, worker) => {
      const coach = await world.unpaid()
      const socket = await openSocket(secondAddress, coach.token)
      sockets.push(socket)
      expect([await gateOf(coach, world.app), await gateOf(coach)]).toEqual([402, 402])
      await world.subscribe(coach)
      const paid = paymentChange(socket)
      await world.tell()
      expect(await gateOf(coach, world.app)).toBe(200)
      await worker().settle()
      expect((await paid).id).toBe(coach.userId)
      expect([await gateOf(coach, world.app), await gateOf(coach)]).toEqual([200, 200])

      world.stripe.refund([...world.stripe.world.charges.keys()].at(-1)!)
      const givenBack = paymentChange(socket)
      await world.tell()
      expect(await gateOf(coach, world.app)).toBe(402)
      await worker().settle()
      expect((await givenBack).id).toBe(coach.userId)
      expect(await gateOf(coach)).toBe(402)
    },
  )
})
