import { expect, test } from 'vitest'
import { actionsDone } from './actions-done.ts'

test('counts the actions of current members, done and open, and none of former members', () => {
  expect(actionsDone([])).toEqual({ done: 0, all: 0 })
  expect(
    actionsDone([
      { status: 'active', openActions: 2, doneActions: 3 },
      { status: 'active', openActions: 1, doneActions: 0 },
      { status: 'left', openActions: 7, doneActions: 7 },
      { status: 'invited', openActions: 1, doneActions: 1 },
    ]),
  ).toEqual({ done: 3, all: 6 })
})
