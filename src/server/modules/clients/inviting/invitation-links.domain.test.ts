import { describe, expect, test } from 'vitest'
import { DAY_MS, epochMs, fromIso } from '#time/clock.ts'
import { type InvitationState, whyClosed } from './invitation-links.domain.ts'

const now = fromIso('2027-02-02T15:00:00Z')
const open: InvitationState = {
  status: 'invited',
  invitedAt: epochMs(now - DAY_MS),
  expiresAt: epochMs(now + 13 * DAY_MS),
  usedAt: null,
  revokedAt: null,
  groupOver: false,
}

describe('a mailed link', () => {
  test.each<[string, Partial<InvitationState>, string | undefined]>([
    ['opens an invitation', {}, undefined],
    ['expires', { expiresAt: now }, 'invitation.expired'],
    ['expires with its invitation', { invitedAt: epochMs(now - 14 * DAY_MS) }, 'invitation.expired'],
    ['ends when a later one replaces it', { revokedAt: now }, 'invitation.expired'],
    ['is used once', { status: 'active', usedAt: now, revokedAt: now }, 'invitation.used'],
    ['is used when another link of it was', { status: 'active', revokedAt: now }, 'invitation.used'],
    ['is used while the client pauses', { status: 'paused', usedAt: now }, 'invitation.used'],
    ['is used after the process', { status: 'finished', usedAt: now }, 'invitation.used'],
    ['is declined', { status: 'declined', revokedAt: now }, 'invitation.declined'],
    ['opens nothing that was archived', { status: 'archived' }, 'invitation.not_found'],
    ['opens nothing that was never sent', { status: 'notInvited' }, 'invitation.not_found'],
    ['ends with its group', { status: 'notInvited', groupOver: true }, 'invitation.group_over'],
    ['opens one of another reason, though a group is over', { groupOver: true }, undefined],
  ])('%s', (_, change, code) => {
    expect(whyClosed({ ...open, ...change }, now)).toBe(code)
  })
})
