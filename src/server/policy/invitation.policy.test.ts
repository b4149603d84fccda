import { describe, expect, test } from 'vitest'
import { can } from './invitation.policy.ts'

const email = 'luz@correo.example'
const confirmed = { email, emailVerified: true }
const unconfirmed = { email, emailVerified: false }
const other = { email: 'ana@correo.example', emailVerified: true }

describe('answering an invitation', () => {
  test.each([
    ['a visitor', undefined, true],
    ['the invited address', confirmed, true],
    ['the invited address, unconfirmed', unconfirmed, true],
    ['another address', other, false],
  ])('%s', (_, actor, expected) => {
    for (const tokenKind of ['mail', 'shared'] as const) {
      expect(can(actor, 'answer', { email, tokenKind })).toBe(expected)
    }
  })
})

describe('an answer through a link needs no code (product §4)', () => {
  test.each([
    ['mail', undefined, true],
    ['mail', unconfirmed, true],
    ['shared', undefined, false],
    ['shared', unconfirmed, false],
    ['shared', other, false],
    ['shared', confirmed, true],
  ] as const)('that came as %s, from %o', (tokenKind, actor, expected) => {
    expect(can(actor, 'answerWithoutCode', { email, tokenKind })).toBe(expected)
  })
})
