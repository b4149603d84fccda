import { describe, expect, test } from 'vitest'
import { divided } from './session-steps.ts'

describe('the steps of a session', () => {
  test.each([
    [['a', 'b', 'c'], false, ['a', 'b', 'c'], []],
    [['a', 'b', 'c', 'd'], false, ['a', 'b'], ['c', 'd']],
    [['a', 'b', 'c', 'd', 'e'], false, ['a', 'b', 'c'], ['d', 'e']],
    [['a', 'b'], true, ['a', 'b'], []],
    [['a', 'b', 'c'], true, ['a'], ['b', 'c']],
    [['a', 'b', 'c', 'd', 'e'], true, ['a', 'b'], ['c', 'd', 'e']],
  ])('of %j with a button in the bar: %s, those shown are %j, in the menu %j', (steps, bar, shown, more) => {
    expect(divided(steps, bar)).toEqual({ shown, more })
  })
})
