import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foundWords, queryFor, soughtWords } from './message-search.domain.ts'

const letters = fc.string({ unit: fc.constantFrom(...'abñáéíóúüABÑÁ019'), minLength: 1, maxLength: 8 })
const text = fc.array(fc.oneof(letters, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 12 })

test('a query names words of its room only, with nothing that the index would read as a sign', () => {
  fc.assert(
    fc.property(fc.uuid(), text, (id, typed) => {
      const words = soughtWords(typed.join(' '))
      fc.pre(words.length > 0)
      for (const word of queryFor(id, words).matchAll(/'([^']*)'/g)) {
        expect(word[1]!.slice(0, 12)).toBe(id.slice(-12))
        expect(word[1]!.slice(12)).toMatch(/^[\p{L}\p{N}]+$/u)
      }
      expect(
        queryFor(id, words)
          .replaceAll(/'[^']*'/g, '')
          .replaceAll(':*', ''),
      ).toMatch(/^[& ]*$/)
    }),
  )
})

test('a text has the words it is made of, however they are written, and their beginnings', () => {
  fc.assert(
    fc.property(letters, text, fc.nat(8), (word, around, cut) => {
      const whole = word.normalize('NFC').toLowerCase()
      const written = [...around, word, ...around].join(' ')
      expect(foundWords(written, soughtWords(word.toUpperCase()))).toContain(whole)
      const begun = word.slice(0, Math.max(3, cut))
      expect(foundWords(written, soughtWords(begun))).toContain(whole)
    }),
  )
})
