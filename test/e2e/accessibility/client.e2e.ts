import { paths } from '#web/paths.ts'
import { visit } from '../support/looks.ts'
import { test } from '../support/practice.ts'
import { clientVisits, practiceAddresses, stateAddresses } from './visits.ts'

/** `npm test` looks at these screens. */
const USUAL = 'home, actions, coach and news'

const parts = new Set(Object.values(clientVisits).map((visit) => visit.part))
for (const part of parts) {
  test(`a client can use ${part}${part === USUAL ? '' : ' @long'}`, async ({
    signedIn,
    practice,
    states,
  }) => {
    const inStates = stateAddresses(clientVisits, part, states)
    await visit(await signedIn(practice.client), practiceAddresses(clientVisits, part, practice))
    if (inStates.length > 0) await visit(await signedIn(states.client), inStates)
  })
}

test('a client can use what is not built yet @long', async ({ signedIn, practice: { client } }) => {
  await visit(await signedIn(client), [paths.profileSection({ section: 'notifications' })])
})
