import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withWholeCharacters } from './json.ts'

/** The text as JSON with every UTF-16 unit escaped. */
const escaped = (text: string) =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`

test.each([
  ['half a character', '\ud83d', '\ufffd'],
  ['the other half', 'a\ude00b', 'a\ufffdb'],
  ['halves the wrong way round', '\ude00\ud83d', '\ufffd\ufffd'],
  ['half a one before a whole one', '\ud83d\ud83d\ude00', '\ufffd\ud83d\ude00'],
  ['what only looks like one', '\\ud83d', '\\ud83d'],
])('%s', (_, text, read) => {
  expect(JSON.parse(withWholeCharacters(JSON.stringify(text)))).toBe(read)
  expect(JSON.parse(withWholeCharacters(escaped(text)))).toBe(read)
})

test('any text is well formed afterwards, whichever part of it was escaped', () => {
  const units = fc.array(fc.constantFrom('\ud83d', '\ude00', '\\', 'u', 'd83d', '"', 'ñ'), { maxLength: 12 })
  fc.assert(
    fc.property(units, (parts) => {
      const text = parts.join('')
      for (const json of [escaped(text), JSON.stringify(text)]) {
        expect(JSON.parse(withWholeCharacters(json))).toBe(text.toWellFormed())
      }
    }),
  )
})
