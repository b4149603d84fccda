import type { TestApp } from '#test/support/app.ts'
import type { TestProvider } from '#test/support/fakes/oidc-provider.ts'
import { newClient, signedUpCoach } from '#test/support/people.ts'
import { callAccounts, callGoogle } from './account-calls.ts'
import { callGoals } from './goal-calls.ts'
import { callClients, callGroups, callInvitations, callNotes, callPractice } from './practice-calls.ts'
import { callResources } from './resource-calls.ts'
import { callCalendar, callSessions } from './session-calls.ts'

/** Calls every endpoint so that it succeeds, in the order of a practice's life. */
export async function callEverything(app: TestApp, provider: TestProvider): Promise<void> {
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
}
