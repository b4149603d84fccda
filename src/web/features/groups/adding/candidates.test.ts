import { expect, test } from 'vitest'
import type { ClientDto } from '#contract/clients.ts'
import type { GroupDetail } from '#contract/groups.ts'
import { candidatesOf } from './candidates.ts'

const client = (id: string, status: ClientDto['status']) => ({ id, status, fullName: id }) as ClientDto
const group = {
  people: [
    { clientId: 'in', status: 'active' },
    { clientId: 'asked', status: 'invited' },
    { clientId: 'gone', status: 'left' },
  ],
} as GroupDetail

const reasons = (emailVerified: boolean) =>
  candidatesOf(
    [
      client('in', 'active'),
      client('asked', 'invited'),
      client('gone', 'active'),
      client('fresh', 'active'),
      client('new', 'notInvited'),
      client('open', 'invited'),
      client('still', 'paused'),
      client('over', 'finished'),
      client('away', 'archived'),
    ],
    group,
    emailVerified,
  ).map(({ id, reason, waits }) => [id, reason, waits])

// @spec P.41
test('everybody but the archived is offered, last who cannot be added, with the reason (product §7)', () => {
  expect(reasons(true)).toEqual([
    ['gone', null, false],
    ['fresh', null, false],
    ['new', null, true],
    ['open', null, true],
    ['in', 'member', false],
    ['asked', 'invited', true],
    ['still', 'paused', true],
    ['over', 'finished', true],
  ])
})

test('who needs a mail waits for the coach’s own address to be confirmed', () => {
  const unverified = Object.fromEntries(reasons(false).map(([id, reason]) => [id, reason]))
  expect(unverified).toMatchObject({ fresh: null, open: null, new: 'unverified' })
})
