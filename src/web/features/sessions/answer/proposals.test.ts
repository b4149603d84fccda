import { expect, test } from 'vitest'
import { epochMs } from '#time/clock.ts'
import { isFull, toggled } from './proposals.ts'

const [a, b, c, d] = [1, 2, 3, 4].map(epochMs) as [
  ReturnType<typeof epochMs>,
  ...ReturnType<typeof epochMs>[],
]

test('chosen times are in order of time, and a second click removes one', () => {
  expect(toggled(toggled([], b!), a)).toEqual([a, b])
  expect(toggled([a, b!], a)).toEqual([b])
})

test('a fourth is not added, and one of three can still be removed', () => {
  const three = [a, b!, c!]
  expect(isFull(three)).toBe(true)
  expect(toggled(three, d!)).toEqual(three)
  expect(toggled(three, c!)).toEqual([a, b])
})
