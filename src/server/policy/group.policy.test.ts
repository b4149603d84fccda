import { expect, test } from 'vitest'
import { clientActor, coachActor, otherClient, otherCoach, ours } from '#test/support/actors.ts'
import { can } from './group.policy.ts'

test.each([
  ['its coach', coachActor, { manage: true, leave: false }],
  ['a client of the practice', clientActor, { manage: false, leave: true }],
  ['another coach', otherCoach, { manage: false, leave: false }],
  ['a client of another coach', otherClient, { manage: false, leave: false }],
] as const)('a group and %s (product §7)', (_, actor, expected) => {
  const group = { coachId: ours }
  expect({ manage: can(actor, 'manage', group), leave: can(actor, 'leave', group) }).toEqual(expected)
})
