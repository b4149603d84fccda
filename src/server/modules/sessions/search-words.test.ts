import { expect, test } from 'vitest'
import { searchWords } from './search-words.domain.ts'

test('a search has each of its words once, and no more than are worth looking for', () => {
  expect(searchWords('  nin\u0303o  de la\tde ')).toEqual(['niño', 'de', 'la'])
  expect(searchWords(' ')).toEqual([])
  expect(searchWords('a '.repeat(60))).toEqual(['a'])
  expect(searchWords(Array.from({ length: 60 }, (_, at) => at).join(' '))).toHaveLength(16)
})
