import { expect, test } from 'vitest'
import { ClientStatus } from '#contract/clients.ts'
import { GroupStatus } from '#contract/groups.ts'
import type { GroupId } from '#contract/values.ts'
import {
  clientActor,
  coachActor,
  mariana,
  otherClient,
  otherCoach,
  ours,
  pedro,
} from '#test/support/actors.ts'
import { type GoalRight, type GoalSubject, can, canTakeBack, ownerOf } from './goal.policy.ts'

const group = 'group-1' as GroupId
const RIGHTS: readonly GoalRight[] = ['read', 'checkIn', 'write']
const own = (process: ClientStatus, clientId = mariana): GoalSubject => ({
  coachId: ours,
  clientId,
  groupId: null,
  process,
  isMember: false,
})
const shared = (process: GroupStatus, isMember = true): GoalSubject => ({
  coachId: ours,
  clientId: null,
  groupId: group,
  process,
  isMember,
})
const rights = (actor: typeof coachActor | typeof clientActor, goal: GoalSubject) =>
  RIGHTS.filter((right) => can(actor, right, goal)).join(' ')

// @spec P.93
test.each([
  ['the coach of a client', coachActor, own('active'), 'read checkIn write'],
  ['the coach of a client whose process has ended', coachActor, own('finished'), 'read checkIn write'],
  ['the client', clientActor, own('active'), 'read checkIn write'],
  ['another client of the coach', clientActor, own('active', pedro), ''],
  ['another coach', otherCoach, own('active'), ''],
  ['a client of another coach', otherClient, own('active'), ''],
  ['the coach of a group', coachActor, shared('running'), 'read checkIn write'],
  ['a member', clientActor, shared('running'), 'read checkIn'],
  ['a client who is not in the group', clientActor, shared('running', false), ''],
  ['another coach, of a group', otherCoach, shared('running'), ''],
] as const)('%s (product §20)', (_, actor, goal, expected) => {
  expect(rights(actor, goal)).toBe(expected)
})

test('a client writes while their process runs or pauses, a member notes while the group goes on', () => {
  const writable = ClientStatus.options.filter((process) => can(clientActor, 'write', own(process)))
  expect(writable.toSorted()).toEqual(['active', 'paused'])
  const noted = GroupStatus.options.filter((process) => can(clientActor, 'checkIn', shared(process)))
  expect(noted).toEqual(['open', 'running'])
  for (const process of ClientStatus.options) expect(can(clientActor, 'read', own(process))).toBe(true)
  for (const process of GroupStatus.options) expect(can(clientActor, 'read', shared(process))).toBe(true)
})

// @spec P.141
test.each([
  ['the coach', coachActor, own('finished'), [null, mariana]],
  ['the client', clientActor, own('active'), [mariana]],
  ['a client whose process has ended', clientActor, own('finished'), []],
  ['a member', clientActor, shared('running'), [mariana]],
  ['a member of a group that has ended', clientActor, shared('finished'), []],
  ['another coach', otherCoach, own('active'), []],
  ['another client', otherClient, own('active'), []],
] as const)('%s takes back what they may', (_, actor, goal, expected) => {
  expect([null, mariana].filter((notedBy) => canTakeBack(actor, goal, notedBy))).toEqual(expected)
})

test('a new goal becomes the given person’s or group’s, or the client’s own', () => {
  expect(ownerOf(coachActor, { clientId: mariana })).toEqual({ clientId: mariana })
  expect(ownerOf(coachActor, { groupId: group })).toEqual({ groupId: group })
  expect(ownerOf(coachActor, {})).toBeUndefined()
  expect(ownerOf(clientActor, {})).toEqual({ clientId: mariana })
  expect(ownerOf(clientActor, { clientId: pedro })).toBeUndefined()
})
