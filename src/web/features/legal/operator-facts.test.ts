import { expect, test } from 'vitest'
import { missingFacts } from './operator-facts.ts'

const complete = { name: 'Alma, S.C.', address: 'Calle 1', privacyEmail: 'p@alma.mx', supportEmail: null }

// @spec 2.4
test('a text is complete when the operator has configured all it needs', () => {
  expect(missingFacts(complete, ['name', 'address', 'privacyEmail'])).toEqual([])
  expect(missingFacts(complete, ['name', 'supportEmail'])).toEqual(['supportEmail'])
})
