import { paths } from '#web/paths.ts'
import { visit } from '../support/looks.ts'
import { test } from '../support/practice.ts'
import { clientVisits, practiceAddresses, stateAddresses } from './visits.ts'

const parts = new Set(Object.values(clientVisits).map((visit) => visit.part))
for (const part of parts) {
  test(`a client can use ${part}`, async ({ signedIn, practice, states }) => {
    const inStates = stateAddresses(clientVisits, part, states)
    await visit(await signedIn(practice.client), practiceAddresses(clientVisits, part, practice))
    if (inStates.length > 0) await visit(await signedIn(states.client), inStates)
  })
}

test('a client can use what is not built yet', async ({ signedIn, practice: { client } }) => {
  await visit(await signedIn(client), [paths.profileSection({ section: 'notifications' })])
})
