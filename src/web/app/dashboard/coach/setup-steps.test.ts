import { expect, test } from 'vitest'
import { stepsDone } from './setup-steps.ts'

test('a step is done by itself, in any order', () => {
  expect([
    ...stepsDone({ emailVerified: false, hours: true, firstClient: false, logo: false, links: false }),
  ]).toEqual(['hours'])
  expect(
    stepsDone({ emailVerified: true, hours: true, firstClient: true, logo: true, links: true }).size,
  ).toBe(5)
})
