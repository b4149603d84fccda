import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { createLogger } from '#server/platform/logger.ts'
import { createRedisBus } from '#server/platform/realtime/redis-bus.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { type TestProvider, startTestProvider } from '#test/support/fakes/oidc-provider.ts'
import { type TestRedis, openTestRedis } from '#test/support/servers/redis.ts'
import { type StripeApp, makeStripeApp } from '#test/support/payments/stripe-app.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { callEverything } from './api-document/every-call.ts'
import { collectExchanges } from './api-document/exchanges.ts'
import { callStripe } from './api-document/stripe-calls.ts'

// Two servers on one database and one folder of files, behind a proxy that sends each request to the other one than the
// request before. They keep people for as long as the product does, and hear of changes over Redis.

let redis: TestRedis
let provider: TestProvider
let database: TestDatabase
beforeAll(async () => {
  redis = await openTestRedis()
  provider = await startTestProvider()
  database = await openTestDatabase()
})
afterAll(async () => {
  await database.close()
  await provider.stop()
  await redis.close()
})

// @spec P.192
test('every call succeeds at any server, whichever had the call before it', async () => {
  const { examples, refused, listen } = collectExchanges()
  const env = { ...provider.env, TOKEN_SECRET }
  const server = async (more: Parameters<typeof makeApp>[0]) =>
    makeApp({
      env,
      database,
      actorCacheMs: 500,
      onExchange: listen,
      bus: await createRedisBus(redis.url, createLogger('silent')),
      ...more,
    })
  const servers: TestApp[] = []
  let stripe: StripeApp | undefined
  let requests = 0
  const first = await server({ instead: () => ((requests += 1) % 2 === 0 ? servers[1] : undefined) })
  const { dataDir } = first.deps.config
  servers.push(first, await server({ env: { ...env, DATA_DIR: dataDir }, clock: first.clock }))
  try {
    await callEverything(first, provider)
    // What is asked of Stripe alone, at one server.
    stripe = await makeStripeApp({ onExchange: listen })
    await callStripe(stripe)
    const failed = [...ENDPOINTS.values()].filter((endpoint) => !examples.has(endpoint))
    expect(failed.map(({ method, path }) => `${method} ${path}`)).toEqual([])
    expect([...refused.values()]).toEqual([])
    expect(requests).toBeGreaterThan(ENDPOINTS.size)
  } finally {
    for (const each of servers.toReversed()) await each.close()
    await stripe?.close()
  }
})
