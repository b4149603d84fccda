import { expect, test } from 'vitest'
import {
  clientActor,
  coachActor,
  mariana,
  otherClient,
  otherCoach,
  ours,
  pedro,
} from '#test/support/actors.ts'
import { can } from './client.policy.ts'

const account = clientActor.userId

test.each([
  ['their coach, before they have an account', coachActor, mariana, null, { read: true, readdress: true }],
  ['their coach, once they have one', coachActor, mariana, account, { read: true, readdress: false }],
  ['the client', clientActor, mariana, account, { read: true, readdress: false }],
  ['another client of the coach', clientActor, pedro, null, { read: false, readdress: false }],
  ['another coach', otherCoach, mariana, null, { read: false, readdress: false }],
  [
    'a client of another coach with the same id',
    otherClient,
    mariana,
    null,
    { read: false, readdress: false },
  ],
] as const)('%s (product §4, §20)', (_, actor, clientId, userId, expected) => {
  const client = { coachId: ours, clientId, userId }
  expect({ read: can(actor, 'read', client), readdress: can(actor, 'readdress', client) }).toEqual(expected)
})
