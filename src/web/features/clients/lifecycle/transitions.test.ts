import { expect, test } from 'vitest'
import { ClientAction, type ClientStatus } from '#contract/clients.ts'
import { TRANSITIONS, type Transition, wayBack } from './transitions.ts'

// product §2: every transition that can be reverted has an undo in the toast
// @spec P.70
test.each<[ClientStatus, Transition, Transition | undefined]>([
  ['active', 'pause', 'resume'],
  ['active', 'finish', 'reactivate'],
  ['paused', 'finish', undefined],
  ['finished', 'archive', 'restore'],
  ['invited', 'archive', 'restore'],
  ['archived', 'restore', 'archive'],
  ['paused', 'resume', undefined],
  ['finished', 'reactivate', undefined],
])('from %s, %s is undone by %s', (before, move, back) => expect(wayBack(before, move)).toBe(back))

test('every transition of the contract is in the menu', () => {
  const others = ['invite', 'resendInvitation', 'share', 'book', 'addAction']
  expect([...TRANSITIONS, ...others].sort()).toEqual([...ClientAction.options].sort())
})
