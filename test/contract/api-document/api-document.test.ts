import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestProvider, startTestProvider } from '#test/support/fakes/oidc-provider.ts'
import { type StripeApp, makeStripeApp } from '#test/support/payments/stripe-app.ts'
import { apiDocument } from './document.ts'
import { callEverything } from './every-call.ts'
import { callStripe } from './stripe-calls.ts'
import { collectExchanges } from './exchanges.ts'

const { examples, refused, listen } = collectExchanges()
let provider: TestProvider
let app: TestApp
let stripe: StripeApp
beforeAll(async () => {
  provider = await startTestProvider()
  app = await makeApp({ env: provider.env, onExchange: listen })
  await callEverything(app, provider)
  stripe = await makeStripeApp({ onExchange: listen })
  await callStripe(stripe)
})
afterAll(async () => {
  await app.close()
  await stripe.close()
  await provider.stop()
})

test.each([...ENDPOINTS.values()])('$method $path succeeds with the example that was sent', (endpoint) => {
  expect(examples.has(endpoint), `last refusal: ${JSON.stringify(refused.get(endpoint))}`).toBe(true)
})

test('docs/api.md shows every call with that example', async () => {
  await expect(await apiDocument(examples)).toMatchFileSnapshot('../../../docs/api.md')
})
