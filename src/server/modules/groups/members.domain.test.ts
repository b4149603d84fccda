import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ClientStatus } from '#contract/clients.ts'
import { GroupStatus, MemberStatus } from '#contract/groups.ts'
import { DAY_MS, epochMs, fromIso } from '#time/clock.ts'
import type { StoredClientStatus } from '../clients/clients.domain.ts'
import { acceptsMembers } from './groups.domain.ts'
import { admissionOf, canBeRemoved, memberActions, memberStatusAt, whyNoResend } from './members.domain.ts'

const now = fromIso('2027-02-02T15:00:00Z')
const daysAgo = (days: number) => epochMs(now - days * DAY_MS)

describe('the status of a member (product §7)', () => {
  test('is invited as long as the invitation is open', () => {
    expect(memberStatusAt('invited', { status: 'invited', invitedAt: daysAgo(13) }, 'open', now)).toBe(
      'invited',
    )
    expect(memberStatusAt('invited', { status: 'invited', invitedAt: daysAgo(14) }, 'open', now)).toBe(
      'expired',
    )
  })

  test('expires with a record whose invitation has ended', () => {
    const closed = ClientStatus.exclude(['invited', 'expired']).options
    for (const status of closed) {
      expect(memberStatusAt('invited', { status, invitedAt: daysAgo(1) }, 'running', now), status).toBe(
        'expired',
      )
    }
  })

  test('expires with a group that accepts no members', () => {
    for (const group of GroupStatus.options) {
      const memberStatus = memberStatusAt('invited', { status: 'invited', invitedAt: daysAgo(1) }, group, now)
      expect(memberStatus, group).toBe(acceptsMembers(group) ? 'invited' : 'expired')
    }
  })

  test('is the stored one otherwise, whatever happens to the person', () => {
    const stored = MemberStatus.exclude(['invited', 'expired']).options
    const people = ClientStatus.exclude(['expired']).options as StoredClientStatus[]
    for (const memberStatus of stored) {
      for (const status of people) {
        expect(memberStatusAt(memberStatus, { status, invitedAt: daysAgo(90) }, 'finished', now)).toBe(
          memberStatus,
        )
      }
    }
  })
})

describe('how a client joins a group', () => {
  test.each<[ClientStatus, object]>([
    ['active', { how: 'join' }],
    ['invited', { how: 'wait' }],
    ['notInvited', { how: 'invite' }],
    ['declined', { how: 'invite' }],
    ['expired', { how: 'invite' }],
    ['paused', { code: 'client.wrong_state' }],
    ['finished', { code: 'client.wrong_state' }],
    ['archived', { code: 'client.wrong_state' }],
  ])('%s', (person, admission) => {
    for (const memberStatus of [undefined, 'declined', 'expired', 'left', 'removed'] as const) {
      expect(admissionOf(memberStatus, person)).toEqual(admission)
    }
    for (const memberStatus of ['active', 'invited'] as const) {
      expect(admissionOf(memberStatus, person)).toEqual({ code: 'group.already_member' })
    }
  })
})

describe('what a coach may do with a member', () => {
  const memberStatus = fc.constantFrom(...MemberStatus.options)
  const person = fc.constantFrom(...ClientStatus.options)
  const circumstances = fc.record({
    group: fc.constantFrom(...GroupStatus.options),
    seatFree: fc.boolean(),
    mayInvite: fc.boolean(),
  })

  test('is what the services allow, and at most one way to join', () => {
    fc.assert(
      fc.property(memberStatus, person, circumstances, (member, client, around) => {
        const offered = memberActions(member, client, around)
        const open = acceptsMembers(around.group)
        const admission = admissionOf(member, client)
        const enters = 'how' in admission && (around.mayInvite || admission.how !== 'invite')
        const holdsSeat = member === 'invited'
        const resends =
          open &&
          around.mayInvite &&
          (holdsSeat || around.seatFree) &&
          whyNoResend(member, client) === undefined
        expect(offered.includes('remove')).toBe(open && canBeRemoved(member))
        expect(offered.includes('resendInvitation')).toBe(resends)
        if (offered.includes('add'))
          expect([open, around.seatFree, enters, resends]).toEqual([true, true, true, false])
        // Every person who can return has a way to.
        if (open && around.seatFree && enters) {
          expect(offered.some((action) => action === 'add' || action === 'resendInvitation')).toBe(true)
        }
      }),
    )
  })

  test.each<[MemberStatus, ClientStatus, string[]]>([
    ['active', 'active', ['remove']],
    ['invited', 'invited', ['resendInvitation', 'remove']],
    ['expired', 'expired', ['resendInvitation', 'remove']],
    ['declined', 'declined', ['resendInvitation', 'remove']],
    // Invited again individually meanwhile, so no other mail is needed.
    ['declined', 'invited', ['add', 'remove']],
    ['left', 'active', ['add']],
    ['removed', 'notInvited', ['add']],
    ['left', 'finished', []],
  ])('%s, %s', (member, client, actions) => {
    expect(memberActions(member, client, { group: 'open', seatFree: true, mayInvite: true })).toEqual(actions)
  })
})
