import { visit } from '../support/looks.ts'
import { test } from '../support/practice.ts'
import { coachVisits, practiceAddresses, stateAddresses } from './visits.ts'

/** `npm test` looks at these screens. */
const USUAL = 'home and clients'

const parts = new Set(Object.values(coachVisits).map((visit) => visit.part))
for (const part of parts) {
  // Groups are looked at with their dialogs: groups.e2e.ts.
  if (part === 'groups') continue
  test(`a coach can use ${part}${part === USUAL ? '' : ' @long'}`, async ({ signedIn, practice, states }) => {
    const inStates = stateAddresses(coachVisits, part, states)
    await visit(await signedIn(practice.coach), practiceAddresses(coachVisits, part, practice))
    if (inStates.length > 0) await visit(await signedIn(states.coach), inStates)
  })
}

test('a coach can use what there is at a wrong address @long', async ({ signedIn, practice: { coach } }) => {
  await visit(await signedIn(coach), ['/no-such-place'])
})
