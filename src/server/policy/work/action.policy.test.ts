import { describe, expect, test } from 'vitest'
import { ClientStatus } from '#contract/clients.ts'
import {
  clientActor,
  coachActor,
  mariana,
  otherClient,
  otherCoach,
  ours,
  pedro,
} from '#test/support/actors.ts'
import { can, ownerOf } from './action.policy.ts'

const actionOf = (clientId: typeof mariana, process: ClientStatus) => ({ coachId: ours, clientId, process })

describe('an action of a running process (product §12, §20)', () => {
  test.each([
    ['the coach', coachActor, mariana, true],
    ['its client', clientActor, mariana, true],
    ['another client of the coach', clientActor, pedro, false],
    ['another coach', otherCoach, mariana, false],
    ['a client of another coach', otherClient, mariana, false],
  ] as const)('%s', (_, actor, clientId, expected) => {
    const action = actionOf(clientId, 'active')
    const may = [can(actor, 'read', action), can(actor, 'transition', action), can(actor, 'add', action)]
    expect(may).toEqual([expected, expected, expected])
  })
})

test('is changed by its client only while the process runs or pauses, and read always (product §6)', () => {
  const movable = ClientStatus.options.filter((process) =>
    can(clientActor, 'transition', actionOf(mariana, process)),
  )
  expect(movable.toSorted()).toEqual(['active', 'paused'])
  for (const process of ClientStatus.options) {
    expect(can(clientActor, 'read', actionOf(mariana, process))).toBe(true)
    expect(can(coachActor, 'transition', actionOf(mariana, process))).toBe(true)
  }
})

test('is added by those who may change it', () => {
  for (const process of ClientStatus.options) {
    for (const actor of [clientActor, coachActor]) {
      const action = actionOf(mariana, process)
      expect(can(actor, 'add', action)).toBe(can(actor, 'transition', action))
    }
  }
})

test('becomes the given client’s, or the client’s own', () => {
  expect([ownerOf(coachActor, mariana), ownerOf(coachActor, undefined)]).toEqual([mariana, undefined])
  const own = clientActor.clientId
  expect([ownerOf(clientActor, undefined), ownerOf(clientActor, own)]).toEqual([own, own])
  expect(ownerOf(clientActor, pedro)).toBeUndefined()
})

describe('the words of an action', () => {
  const by = (createdBy: 'coach' | 'client', process: ClientStatus = 'active') => ({
    ...actionOf(mariana, process),
    createdBy,
  })

  test('are changed by both sides, how it went is written by the client alone', () => {
    const may = [coachActor, clientActor].map((actor) =>
      (['edit', 'comment', 'delete'] as const).filter((action) => can(actor, action, by('coach'))),
    )
    expect(may).toEqual([
      ['edit', 'delete'],
      ['edit', 'comment'],
    ])
  })

  test('a client deletes only what they added, while their process runs or pauses', () => {
    const deletes = ClientStatus.options.filter((process) =>
      can(clientActor, 'delete', by('client', process)),
    )
    expect(deletes.toSorted()).toEqual(['active', 'paused'])
    expect(can(clientActor, 'delete', by('coach'))).toBe(false)
    expect(can(otherClient, 'delete', by('client'))).toBe(false)
    expect(can(otherCoach, 'edit', by('coach'))).toBe(false)
  })
})
