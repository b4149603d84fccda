import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const lines = fc.array(fc.constantFrom('uno', 'dos', 'tres', ''), { maxLength: 30 })

// @spec P.105
test('a comparison has both texts, each in its order, and tells nothing changed of equal ones', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = lineDiff(before, after)
      const without = (kind: string) => diff.filter((line) => line.kind !== kind).map(({ text }) => text)
      expect(without('added')).toEqual(before)
      expect(without('removed')).toEqual(after)
    }),
  )
  fc.assert(fc.property(lines, (same) => lineDiff(same, same).every(({ kind }) => kind === 'same')))
  expect(lineDiff(['a', 'b', 'c'], ['a', 'x', 'c']).map(({ kind }) => kind)).toEqual([
    'same',
    'removed',
    'added',
    'same',
  ])
})
