import { describe, expect, test } from 'vitest'
import { divided } from './session-steps.ts'

/** The last letter means what destroys. */
const step = (key: string) => ({ key, isNegative: key === 'z' })
const keys = (steps: readonly { key: string }[]) => steps.map(({ key }) => key).join('')

describe('the steps of a session', () => {
  test.each([
    ['abc', false, false, 'abc', ''],
    ['abcd', false, false, 'ab', 'cd'],
    ['abcde', false, false, 'abc', 'de'],
    ['ab', true, false, 'ab', ''],
    ['abc', true, false, 'a', 'bc'],
    ['abcde', true, false, 'ab', 'cde'],
    ['az', true, false, 'az', ''],
    ['az', true, true, 'a', 'z'],
    ['z', true, true, '', 'z'],
    ['abz', false, true, 'ab', 'z'],
    ['abcz', true, true, 'ab', 'cz'],
  ])(
    '%s with a button in the bar: %s and a menu anyway: %s are buttons %s and in the menu %s',
    (steps, besideBar, hasMenu, shown, more) => {
      const parts = divided([...steps].map(step), { besideBar, hasMenu })
      expect([keys(parts.shown), keys(parts.more)]).toEqual([shown, more])
    },
  )
})
