import { expect, test } from 'vitest'
import { overlap } from './interval.ts'

test.each<[name: string, one: [number, number], other: [number, number], answer: boolean]>([
  ['one after the other', [0, 60], [60, 120], false],
  ['with a gap', [0, 60], [90, 120], false],
  ['sharing a moment', [0, 61], [60, 120], true],
  ['one within the other', [0, 120], [30, 60], true],
  ['the same', [0, 60], [0, 60], true],
])('intervals %s overlap or not, whichever comes first', (_, [a, b], [c, d], answer) => {
  const one = { startsAt: a, endsAt: b }
  const other = { startsAt: c, endsAt: d }
  expect([overlap(one, other), overlap(other, one)]).toEqual([answer, answer])
})
