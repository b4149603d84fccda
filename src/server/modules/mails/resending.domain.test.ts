import { describe, expect, test } from 'vitest'
import { DAY_MS, type EpochMs, MINUTE_MS, epochMs, fromIso } from '#time/clock.ts'
import { isResendTooSoon } from './resending.domain.ts'

const now = fromIso('2027-02-02T15:00:00Z')
const ago = (ms: number): EpochMs => epochMs(now - ms)

describe('sending an invitation again (product §4)', () => {
  const first = ago(60 * DAY_MS)
  test.each<[string, EpochMs[], boolean]>([
    ['never sent', [], false],
    ['sent once, just now', [now], false],
    ['sent again just now', [first, now], true],
    ['sent again just under 10 minutes ago', [first, ago(10 * MINUTE_MS - 1)], true],
    ['sent again 10 minutes ago', [first, ago(10 * MINUTE_MS)], false],
    ['sent again four times today', [first, ...[80, 60, 40, 20].map((min) => ago(min * MINUTE_MS))], false],
    [
      'sent again five times today',
      [first, ...[100, 80, 60, 40, 20].map((min) => ago(min * MINUTE_MS))],
      true,
    ],
    [
      'the fifth time back is a day ago',
      [first, ago(DAY_MS), ...[80, 60, 40, 20].map((min) => ago(min * MINUTE_MS))],
      false,
    ],
  ])('%s', (_, sentAt, tooSoon) => {
    expect(isResendTooSoon(sentAt, now)).toBe(tooSoon)
  })
})
