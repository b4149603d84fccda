import { expect, test } from 'vitest'
import type { MemberDto, MemberStatus } from '#contract/groups.ts'
import { divided, sinceOf } from './member-order.ts'

const member = (fullName: string, status: MemberStatus) =>
  ({ fullName, status, invitedAt: 'invited', joinedAt: 'joined', leftAt: 'left' }) as MemberDto

test('members come first, then the invited; former members are separate', () => {
  const { present, gone } = divided([
    member('Zoe', 'active'),
    member('Ana', 'removed'),
    member('Eva', 'declined'),
    member('Luis', 'invited'),
    member('Álvaro', 'active'),
    member('Abel', 'expired'),
    member('Beto', 'left'),
  ])
  expect(present.map(({ fullName }) => fullName)).toEqual(['Álvaro', 'Zoe', 'Luis', 'Abel', 'Eva'])
  expect(gone.map(({ fullName }) => fullName)).toEqual(['Ana', 'Beto'])
})

test.each([
  ['active', 'joined'],
  ['left', 'left'],
  ['removed', 'left'],
  ['invited', 'invited'],
  ['expired', 'invited'],
  ['declined', 'invited'],
] as const)('%s counts from when they were %s', (status, since) => {
  expect(sinceOf(member('Ana', status))).toBe(since)
})
