import { describe, expect, test } from 'vitest'
import { clientActor, coachActor, mariana, pedro } from '#test/support/actors.ts'
import { bookedClient, can, seesPrivateNotes } from './session.policy.ts'

describe('booking (product §9)', () => {
  test.each([
    ['a coach, a client they name', coachActor, { type: 'Client', clientId: pedro }, true],
    ['a coach, nobody', coachActor, { type: 'Client' }, false],
    ['a coach, a group', coachActor, { type: 'Group' }, true],
    ['a client, without a name', clientActor, { type: 'Client' }, true],
    ['a client, their own id', clientActor, { type: 'Client', clientId: mariana }, true],
    ['a client, another client', clientActor, { type: 'Client', clientId: pedro }, false],
    ['a client, a group', clientActor, { type: 'Group' }, false],
  ] as const)('%s', (_, actor, coachee, expected) => {
    expect(can(actor, 'book', coachee)).toBe(expected)
  })

  test('a coach for the client they name', () => {
    expect(bookedClient(coachActor, pedro)).toBe(pedro)
    expect(bookedClient(coachActor, undefined)).toBeUndefined()
  })

  test('a client for their own record, named or not, and for no other', () => {
    expect(bookedClient(clientActor, undefined)).toBe(mariana)
    expect(bookedClient(clientActor, mariana)).toBe(mariana)
    expect(bookedClient(clientActor, pedro)).toBeUndefined()
  })
})

test.each([
  ['coach', true],
  ['client', false],
] as const)('the private notes for a %s: %s (product §20)', (side, expected) => {
  expect(seesPrivateNotes(side)).toBe(expected)
})
