import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestProvider, startTestProvider } from '#test/support/fakes/oidc-provider.ts'
import { newClient, signedUpCoach } from '#test/support/people.ts'
import { callAccounts, callGoogle } from './account-calls.ts'
import { apiDocument } from './document.ts'
import { collectExchanges } from './exchanges.ts'
import { callGoals } from './goal-calls.ts'
import { callClients, callGroups, callInvitations, callNotes, callPractice } from './practice-calls.ts'
import { callResources } from './resource-calls.ts'
import { callCalendar, callSessions } from './session-calls.ts'

const { examples, refused, listen } = collectExchanges()
let provider: TestProvider
let app: TestApp
beforeAll(async () => {
  provider = await startTestProvider()
  app = await makeApp({ env: provider.env, onExchange: listen })
  const coach = await signedUpCoach(app)
  const client = await newClient(app, coach)
  await callAccounts(app, coach)
  await callGoogle(app, provider)
  await callClients(app, coach, client)
  await callInvitations(app, coach)
  await callNotes(app, coach, client)
  await callGroups(app, coach, client)
  await callCalendar(app, coach)
  await callSessions(app, coach, client)
  await callGoals(app, coach, client)
  await callResources(app, coach, client)
  await callPractice(app, coach)
})
afterAll(async () => {
  await app.close()
  await provider.stop()
})

test.each([...ENDPOINTS.values()])('$method $path succeeds with the example that was sent', (endpoint) => {
  expect(examples.has(endpoint), `last refusal: ${JSON.stringify(refused.get(endpoint))}`).toBe(true)
})

test('docs/api.md shows every call with that example', async () => {
  await expect(await apiDocument(examples)).toMatchFileSnapshot('../../../docs/api.md')
})
