import { describe, expect, test } from 'vitest'
import {
  clientActor,
  coachActor,
  mariana,
  otherClient,
  otherCoach,
  ours,
  pedro,
  theirs,
  unconfirmedClient,
  unconfirmedCoach,
} from '#test/support/actors.ts'
import { can, sideOf } from './practice.policy.ts'

describe('the side of an actor (product §20)', () => {
  test.each([
    ['the coach of it', coachActor, ours, mariana, 'coach'],
    ['the coach of a group session', coachActor, ours, null, 'coach'],
    ['the client of it', clientActor, ours, mariana, 'client'],
    ['another client of the same coach', clientActor, ours, pedro, undefined],
    ['a client, of a group session', clientActor, ours, null, undefined],
    ['another coach', coachActor, theirs, mariana, undefined],
    ['a client of another coach', clientActor, theirs, mariana, undefined],
  ] as const)('%s', (_, actor, coachId, clientId, side) => {
    expect(sideOf(actor, { coachId, clientId })).toBe(side)
  })
})

describe('a practice', () => {
  test.each([
    ['its coach', coachActor, { enter: true, invite: true }],
    ['its coach, unconfirmed (product §3)', unconfirmedCoach, { enter: true, invite: false }],
    ['its client', clientActor, { enter: true, invite: false }],
    ['its client, unconfirmed', unconfirmedClient, { enter: true, invite: false }],
    ['another coach', otherCoach, { enter: false, invite: false }],
    ["another coach's client", otherClient, { enter: false, invite: false }],
  ] as const)('%s', (_, actor, expected) => {
    const practice = { coachId: ours }
    expect({ enter: can(actor, 'enter', practice), invite: can(actor, 'invite', practice) }).toEqual(expected)
  })
})
