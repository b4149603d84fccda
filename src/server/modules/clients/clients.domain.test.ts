import { describe, expect, test } from 'vitest'
import { ClientStatus } from '#contract/clients.ts'
import { DAY_MS, type EpochMs, epochMs, fromIso } from '#time/clock.ts'
import {
  CLIENT_TRANSITIONS,
  type ClientTransition,
  type ClientState,
  archivableFrom,
  canBeInvited,
  clientActions,
  decideTransition,
  statusAt,
} from './clients.domain.ts'

const now = fromIso('2027-02-02T15:00:00Z')
const ago = (ms: number): EpochMs => epochMs(now - ms)

/** A client in this state at `now`. */
const stateOf = (status: ClientStatus): ClientState => ({
  status: status === 'expired' ? 'invited' : status,
  invitedAt: ago(status === 'expired' ? 20 * DAY_MS : DAY_MS),
  archivedFrom: status === 'archived' ? 'finished' : null,
  accountEndedAt: null,
})

describe('the state of a client (product §4)', () => {
  test('an invitation expires 14 days after it was sent last', () => {
    expect(statusAt({ status: 'invited', invitedAt: ago(14 * DAY_MS - 1) }, now)).toBe('invited')
    expect(statusAt({ status: 'invited', invitedAt: ago(14 * DAY_MS) }, now)).toBe('expired')
  })

  test('no other state does', () => {
    const stored = ClientStatus.exclude(['invited', 'expired']).options
    for (const status of stored) expect(statusAt({ status, invitedAt: ago(90 * DAY_MS) }, now)).toBe(status)
  })

  test('the offered invitation actions are those that the service allows; people are booked before they accept, and take actions until the end', () => {
    const bookable: ClientStatus[] = ['notInvited', 'invited', 'expired', 'active']
    const over: ClientStatus[] = ['declined', 'finished', 'archived']
    for (const status of ClientStatus.options) {
      const client = stateOf(status)
      const offered = clientActions(client, true, now)
      const invites = offered.includes('invite') || offered.includes('resendInvitation')
      expect(invites, status).toBe(canBeInvited(client.status))
      expect(offered.includes('share'), status).toBe(status === 'invited')
      expect(offered.includes('book'), status).toBe(bookable.includes(status))
      expect(offered.includes('addAction'), status).toBe(!over.includes(status))
    }
  })

  test('a coach without a confirmed address cannot invite', () => {
    const inviting = ['invite', 'resendInvitation', 'share']
    for (const status of ClientStatus.options) {
      const offered: string[] = clientActions(stateOf(status), false, now)
      expect(offered.filter((action) => inviting.includes(action))).toEqual([])
      expect(clientActions(stateOf(status), true, now)).toEqual(expect.arrayContaining(offered))
    }
  })
})

describe('the status changes of a process (product §6)', () => {
  test.each<[ClientStatus, ClientTransition[]]>([
    ['notInvited', ['archive']],
    ['invited', ['archive']],
    ['expired', ['archive']],
    ['declined', ['archive']],
    ['active', ['pause', 'finish']],
    ['paused', ['resume', 'finish']],
    ['finished', ['reactivate', 'archive']],
    ['archived', ['restore']],
  ])('from %s: %o', (status, moves) => {
    const client = stateOf(status)
    expect(CLIENT_TRANSITIONS.filter((transition) => decideTransition(client, transition))).toEqual(moves)
    const offered: string[] = clientActions(client, false, now)
    expect(offered.filter((action) => action !== 'book' && action !== 'addAction')).toEqual(moves)
  })

  test('lead where they say', () => {
    const to = (status: ClientStatus, transition: ClientTransition) =>
      decideTransition(stateOf(status), transition)
    expect([to('active', 'pause'), to('paused', 'resume')]).toEqual(['paused', 'active'])
    expect([to('active', 'finish'), to('paused', 'finish')]).toEqual(['finished', 'finished'])
    expect([to('finished', 'reactivate'), to('finished', 'archive')]).toEqual(['active', 'archived'])
  })

  test('archiving and restoring leads back to the state before', () => {
    for (const status of ClientStatus.options) {
      const client = stateOf(status)
      if (decideTransition(client, 'archive') === undefined) continue
      const archived = { ...client, status: 'archived', archivedFrom: archivableFrom(client.status) } as const
      expect(decideTransition({ ...archived, archivedFrom: archived.archivedFrom ?? null }, 'restore')).toBe(
        client.status,
      )
    }
  })
})
