import { expect, test } from 'vitest'
import { clientActor, coachActor, otherClient, otherCoach, ours } from '#test/support/actors.ts'
import { can } from './calendar.policy.ts'

test.each([
  ['its coach', coachActor, true],
  ['a client of the practice', clientActor, false],
  ['another coach', otherCoach, false],
  ['a client of another coach', otherClient, false],
] as const)('a calendar and %s (product §8)', (_, actor, expected) => {
  const calendar = { coachId: ours }
  expect(can(actor, 'seeOverrides', calendar)).toBe(expected)
  expect(can(actor, 'bookAnyLength', calendar)).toBe(expected)
})
