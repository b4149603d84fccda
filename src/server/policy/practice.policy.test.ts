import { describe, expect, test } from 'vitest'
import type { AuthSessionId, ClientId, MembershipId, UserId } from '#contract/values.ts'
import type { Actor } from './actor.ts'
import { isOfPractice, sideOf } from './practice.policy.ts'
import { bookedClient } from './session.policy.ts'

const ours = 'coach-1' as UserId
const theirs = 'coach-2' as UserId
const mariana = 'client-1' as ClientId
const pedro = 'client-2' as ClientId

const person = {
  userId: 'user' as UserId,
  authSessionId: 'auth' as AuthSessionId,
  membershipId: 'membership' as MembershipId,
  email: 'a@correo.example',
  emailVerified: true,
  language: 'es-MX',
  timezone: 'UTC',
  coachId: ours,
  paid: true,
  paymentStatus: 'active',
} as const
const coach: Actor = { ...person, userType: 'coach', userId: ours }
const client: Actor = { ...person, userType: 'client', clientId: mariana }

describe('who stands where (product §20)', () => {
  test.each([
    ['the coach of it', coach, ours, mariana, 'coach'],
    ['the client of it', client, ours, mariana, 'client'],
    ['another client of the same coach', client, ours, pedro, undefined],
    ['another coach', coach, theirs, mariana, undefined],
    ['a client of another coach', client, theirs, mariana, undefined],
  ])('%s', (_, actor, coachId, clientId, side) => {
    expect(sideOf(actor, { coachId, clientId })).toBe(side)
  })

  test('a practice is known to its own people', () => {
    expect([coach, client].map((actor) => isOfPractice(actor, ours))).toEqual([true, true])
    expect([coach, client].map((actor) => isOfPractice(actor, theirs))).toEqual([false, false])
  })
})

describe('for whom one books', () => {
  test('a coach for the client they name', () => {
    expect(bookedClient(coach, pedro)).toBe(pedro)
    expect(bookedClient(coach, undefined)).toBeUndefined()
  })

  test('a client for themself, named or not, and for nobody else', () => {
    expect(bookedClient(client, undefined)).toBe(mariana)
    expect(bookedClient(client, mariana)).toBe(mariana)
    expect(bookedClient(client, pedro)).toBeUndefined()
  })
})
