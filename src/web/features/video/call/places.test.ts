import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

const named = (...ids: string[]) => ids.map((userId) => ({ userId }))

test('somebody who comes back has their place again', () => {
  const inPlaces = createPlaces()
  expect(inPlaces(named('a', 'b', 'c'))).toEqual(named('a', 'b', 'c'))
  expect(inPlaces(named('b', 'c'))).toEqual(named('b', 'c'))
  expect(inPlaces(named('b', 'c', 'd', 'a'))).toEqual(named('a', 'b', 'c', 'd'))
})
