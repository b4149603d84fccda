import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS, epochMs } from '#time/clock.ts'
import { excerptAround, excerptOf, isVersionDue, markFound, searchWords } from './notes.domain.ts'

const texts = fc.string({ unit: 'grapheme', maxLength: 400 })
const words = fc.array(fc.constantFrom<string>('meta', 'sesión', 'logro', 'y', 'ñandú'), { maxLength: 60 })

// @spec P.99
describe('what a search shows of a note', () => {
  test('is its text, every found word marked and no other', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          texts,
          words.map((each) => each.join(' ')),
        ),
        words,
        (text, found) => {
          const parts = markFound(text, new Set(found))
          expect(parts.map((part) => part.text).join('')).toBe(text)
          expect(parts.every((part) => part.text !== '')).toBe(true)
          const marked = parts.filter((part) => part.found).map((part) => part.text.toLowerCase())
          expect(marked.every((each) => found.includes(each))).toBe(true)
          const left = parts.filter((part) => !part.found).map((part) => part.text.toLowerCase())
          expect(
            left.flatMap((each) => each.match(/[\p{L}\p{N}]+/gu) ?? []).some((each) => found.includes(each)),
          ).toBe(false)
        },
      ),
    )
  })

  test('has the first found word in sight, however far down it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), (before) => {
        const text = `${'palabra '.repeat(before)}Comunicación ${'después '.repeat(40)}`
        const shown = excerptAround(text, new Set(['comunicación']))
        expect(shown).toContain('Comunicación')
        expect(shown.length).toBeLessThan(180)
      }),
    )
  })

  test('is cut between words and on one line', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const excerpt = excerptOf(text)
        expect(excerpt.length).toBeLessThanOrEqual(161)
        expect(excerpt).not.toMatch(/[\n\t]/)
      }),
    )
    expect(excerptOf('Una\n\nmeta')).toBe('Una · meta')
    expect(excerptOf('Avance:\n- Una\n  meta.\nOtra\n')).toBe('Avance: - Una · meta. Otra')
  })
})

test('the words of a search are few, each once, and nothing but letters and digits', () => {
  expect(searchWords('  ¿Cómo está, cómo? 2027 ')).toEqual(['cómo', 'está', '2027'])
  fc.assert(
    fc.property(texts, (text) => {
      const found = searchWords(text)
      expect(found.length).toBeLessThanOrEqual(8)
      expect(found.every((each) => /^[\p{L}\p{N}]+$/u.test(each))).toBe(true)
    }),
  )
})

// @spec P.100
test('edits within ten minutes of a version make no other', () => {
  const at = (minutes: number) => epochMs(minutes * MINUTE_MS)
  expect([0, 9, 10, 500].map((minutes) => isVersionDue(at(0), at(minutes)))).toEqual([
    false,
    false,
    true,
    true,
  ])
})
