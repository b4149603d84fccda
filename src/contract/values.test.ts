import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Country, line, withoutBidi } from './values.ts'

const BIDI = [
  '\u061C',
  '\u200E',
  '\u200F',
  '\u202A',
  '\u202B',
  '\u202C',
  '\u202D',
  '\u202E',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
] as const

describe('a line of text', () => {
  const Name = line(2, 60)

  // @spec P.24
  test('loses all bidirectional control characters', () => {
    const unit = fc.constantFrom(...BIDI, 'a', 'ñ', ' ', 'א', '👩‍👧', '-')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        const parsed = Name.safeParse(text)
        const bare = BIDI.reduce((rest, character) => rest.replaceAll(character, ''), text).trim()
        expect(parsed.success).toBe(bare.length >= 2)
        if (parsed.success) expect(parsed.data).toBe(bare)
      }),
    )
  })

  test('is what remains, also for its length', () => {
    expect(Name.parse('\u202EAna\u202C')).toBe('Ana')
    expect(Name.safeParse('\u202E\u202C a').success).toBe(false)
    expect(Name.parse(`${'\u200F'.repeat(100)}Ana`)).toBe('Ana')
    expect(Country.parse('\u2068México\u2069')).toBe('México')
  })

  test('keeps letters of every script, and pictures that are joined', () => {
    for (const name of ['Ñandú Peña', 'דוד לוי', 'ليلى', '👩‍👧 Luz', 'नमस्ते']) {
      expect(withoutBidi(name)).toBe(name)
      expect(Name.parse(name)).toBe(name)
    }
  })

  test.each(['\u200B\u200B', '\u3164\u3164', '\u00AD\u2060', '\u2800\u2800', '\u0301\u0301', '\uFE0F\u200D'])(
    'has to be visible if it is required: %j',
    (text) => {
      expect(Name.safeParse(text).error?.issues[0]?.message).toBe('required')
      expect(line(0, 60).safeParse(text).success).toBe(true)
      expect(Name.safeParse(`${text}Ana`).success).toBe(true)
    },
  )

  test.each(['a\nb', 'a\rb', 'a\u0000b', 'a\u2028b', 'a\u2029b', 'a\u0085b'])('is one line: %j', (text) => {
    expect(Name.safeParse(text).error?.issues[0]?.message).toBe('line_break_invalid')
  })
})
