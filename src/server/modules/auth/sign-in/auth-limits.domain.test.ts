import { describe, expect, test } from 'vitest'
import { epochMs } from '#time/clock.ts'
import { isOneTooMany, signInDelayMs, signInTurn } from './auth-limits.domain.ts'

const none = { pair: 0, account: 0, address: 0 }

describe('the limits of attempts (product §3)', () => {
  test.each([
    ['signIn', { ...none, pair: 4, account: 4, address: 4 }, false],
    ['signIn', { ...none, pair: 5, account: 5, address: 5 }, true],
    ['signIn', { ...none, account: 500 }, false],
    ['signIn', { ...none, address: 49 }, false],
    ['signIn', { ...none, address: 50 }, true],
    ['register', { ...none, address: 99 }, false],
    ['register', { ...none, address: 100 }, true],
    ['askCode', { ...none, account: 5 }, false],
    ['askCode', { ...none, account: 6 }, true],
    ['useCode', { ...none, account: 29 }, false],
    ['useCode', { ...none, account: 30 }, true],
    ['recovery', { ...none, account: 2 }, false],
    ['recovery', { ...none, account: 3 }, true],
    ['recovery', { ...none, address: 60 }, true],
    ['password', { ...none, account: 4 }, false],
    ['password', { ...none, account: 5 }, true],
    ['invitationCode', { ...none, account: 5 }, false],
    ['invitationCode', { ...none, account: 6 }, true],
    ['invitationCode', { ...none, address: 60 }, true],
    ['calendarImport', { ...none, account: 19 }, false],
    ['calendarImport', { ...none, account: 20 }, true],
  ] as const)('%s after %o', (kind, earlier, refused) => {
    expect(isOneTooMany(kind, earlier)).toBe(refused)
  })

  test('a turn comes one delay after the last one in the queue, or after now', () => {
    const now = epochMs(1_000_000)
    expect(signInTurn(4, epochMs(now + 90_000), now)).toBe(now)
    expect(signInTurn(5, undefined, now)).toBe(now + 250)
    expect(signInTurn(5, epochMs(now - 90_000), now)).toBe(now + 250)
    expect(signInTurn(50, epochMs(now + 90_000), now)).toBe(now + 100_000)
  })

  test('the delay of an account grows to ten seconds and stays there', () => {
    const delays = Array.from({ length: 12 }, (_, failures) => signInDelayMs(failures))
    expect(delays).toEqual([0, 0, 0, 0, 0, 250, 500, 1_000, 2_000, 4_000, 8_000, 10_000])
    expect(signInDelayMs(1_000_000)).toBe(10_000)
  })
})
