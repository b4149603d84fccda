import { expect, test } from 'vitest'
import {
  clientActor,
  coachActor,
  otherClient,
  otherCoach,
  ours,
  unconfirmedCoach,
} from '#test/support/actors.ts'
import { can } from './memorandum.policy.ts'

// @spec P.83
test.each([
  ['its coach', coachActor, true],
  ['its coach, unconfirmed', unconfirmedCoach, true],
  ['a client of the practice', clientActor, false],
  ['another coach', otherCoach, false],
  ['a client of another coach', otherClient, false],
] as const)('a memorandum and %s (product §15, §20)', (_, actor, expected) => {
  expect(can(actor, 'manage', { coachId: ours })).toBe(expected)
})
