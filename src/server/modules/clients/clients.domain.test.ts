import { describe, expect, test } from 'vitest'
import { ClientStatus } from '#contract/clients.ts'
import { DAY_MS, type EpochMs, MINUTE_MS, epochMs, fromIso } from '#time/clock.ts'
import {
  type StoredClientStatus,
  canBeInvited,
  clientActions,
  isResendTooSoon,
  statusAt,
} from './clients.domain.ts'

const now = fromIso('2027-02-02T15:00:00Z')
const ago = (ms: number): EpochMs => epochMs(now - ms)

describe('the state of a client (product §4)', () => {
  test('an invitation expires 14 days after it was sent last', () => {
    expect(statusAt({ status: 'invited', invitedAt: ago(14 * DAY_MS - 1) }, now)).toBe('invited')
    expect(statusAt({ status: 'invited', invitedAt: ago(14 * DAY_MS) }, now)).toBe('expired')
  })

  test('no other state does', () => {
    const stored = ClientStatus.exclude(['invited', 'expired']).options
    for (const status of stored) expect(statusAt({ status, invitedAt: ago(90 * DAY_MS) }, now)).toBe(status)
  })

  test('what a coach may do is what the service lets them do', () => {
    for (const status of ClientStatus.options) {
      const stored: StoredClientStatus = status === 'expired' ? 'invited' : status
      const offered = clientActions(status, true)
      const invites = offered.includes('invite') || offered.includes('resendInvitation')
      expect(invites, status).toBe(canBeInvited(stored))
      expect(offered.includes('book'), status).toBe(status === 'active')
    }
  })

  test('a coach whose address is not confirmed invites nobody', () => {
    for (const status of ClientStatus.options) {
      expect(clientActions(status, false).filter((action) => action !== 'book')).toEqual([])
    }
  })
})

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
