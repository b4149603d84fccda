import { describe, expect, test } from 'vitest'
import { ApiFailure, type FailureCode } from '#web/api/failure.ts'
import { closedBy, presetZone, stageOf } from './stage.ts'

const invitation = { email: 'luz@example.org', accountExists: false }

// @spec P.58
describe('what an open invitation offers (product §4)', () => {
  test('a new account chooses a password', () => {
    expect(stageOf(invitation, null)).toBe('newAccount')
  })

  test('an existing account signs in within the screen', () => {
    expect(stageOf({ ...invitation, accountExists: true }, null)).toBe('signIn')
  })

  test('a person who returns from Google accepts with the ticket', () => {
    expect(stageOf(invitation, null, true)).toBe('withGoogle')
    expect(stageOf({ ...invitation, accountExists: true }, null, true)).toBe('withGoogle')
    expect(stageOf(invitation, 'luz@example.org', true)).toBe('oneTap')
  })

  test('signed in with the invited address, one tap accepts', () => {
    expect(stageOf({ ...invitation, accountExists: true }, 'luz@example.org')).toBe('oneTap')
    expect(stageOf({ ...invitation, accountExists: true }, 'Luz@Example.org')).toBe('oneTap')
  })

  test('signed in with any other address, the person must sign out first', () => {
    expect(stageOf({ ...invitation, accountExists: true }, 'ana@example.org')).toBe('otherAccount')
    expect(stageOf(invitation, 'ana@example.org')).toBe('otherAccount')
  })
})

describe('refusals', () => {
  const failure = (code: FailureCode, status: number) => new ApiFailure(code, status, 'text')

  test.each([
    ['invitation.expired', 409, 'expired'],
    ['invitation.used', 409, 'used'],
    ['invitation.declined', 409, 'declined'],
    ['invitation.not_found', 404, 'missing'],
    ['request.invalid', 422, 'missing'],
  ] as const)('%s closes the invitation', (code, status, kind) => {
    expect(closedBy(failure(code, status))).toBe(kind)
  })

  test('a temporary failure leaves it open', () => {
    for (const open of [
      failure('network', 0),
      failure('server.error', 500),
      failure('request.too_many', 429),
    ]) {
      expect(closedBy(open)).toBeNull()
    }
    expect(closedBy(new Error('something else'))).toBeNull()
    expect(closedBy(null)).toBeNull()
  })
})

test('without a zone from the browser, the zone set by the coach is kept', () => {
  expect(presetZone('America/Tijuana', 'America/Mexico_City')).toBe('America/Tijuana')
  expect(presetZone('UTC', 'America/Mexico_City')).toBe('America/Mexico_City')
})
