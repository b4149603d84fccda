import { expect, test } from 'vitest'
import type { UserId } from '#contract/values.ts'
import { clientActor, coachActor, ours, unconfirmedClient, unconfirmedCoach } from '#test/support/actors.ts'
import { can } from './user.policy.ts'

const me = clientActor.userId

test.each([
  ['their own account', clientActor, me, { manage: true, linkIdentity: true }],
  ['their own, unconfirmed', unconfirmedClient, me, { manage: true, linkIdentity: false }],
  ["a coach's own", coachActor, ours, { manage: true, linkIdentity: true }],
  ["a coach's own, unconfirmed", unconfirmedCoach, ours, { manage: true, linkIdentity: false }],
  ["their coach's", clientActor, ours, { manage: false, linkIdentity: false }],
  ["their client's", coachActor, me, { manage: false, linkIdentity: false }],
  ['that of another person', coachActor, 'user-9' as UserId, { manage: false, linkIdentity: false }],
] as const)('what a person may do with %s', (_, actor, userId, expected) => {
  const user = { userId }
  expect({
    manage: can(actor, 'manage', user),
    linkIdentity: can(actor, 'linkIdentity', user),
  }).toEqual(expected)
})
