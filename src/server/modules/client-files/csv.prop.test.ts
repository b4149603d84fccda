import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { DELIMITERS, disarmed, readCsv, rearmed } from './csv.domain.ts'
import { joinTags, splitTags } from './tags.domain.ts'
import { decodeText } from './text-encoding.domain.ts'

const cell = fc.string({ unit: fc.constantFrom(...'aé ,;\t"\n\'=+-@|Ñ0'.split('')), maxLength: 8 })
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
const delimiter = fc.constantFrom(...DELIMITERS)

const read = (text: string, by: (typeof DELIMITERS)[number]) =>
  [...readCsv(text, by)].map(({ cells }) => cells)

describe('a CSV text', () => {
  test('is read as it was written, whatever its cells contain', () => {
    fc.assert(
      fc.property(table, delimiter, fc.boolean(), (rows, by, quotes) => {
        const text = Papa.unparse(rows, { delimiter: by, newline: '\n', quotes })
        expect(read(text, by)).toEqual(rows)
      }),
    )
  })

  test('never fails, and loses no character of invalid CSV', () => {
    const hostile = fc.string({ unit: fc.constantFrom('"', 'a', ',', '\n', ' '), maxLength: 60 })
    fc.assert(
      fc.property(hostile, (text) => {
        const kept = read(text, ',').flat().join('').replaceAll('"', '').length
        expect(kept).toBe(text.replace(/[",\n]/g, '').length + quotedBreaks(text))
      }),
    )
  })

  test('is decoded or refused, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = decodeText(bytes)
        expect(text === undefined || !text.includes('\u0000')).toBe(true)
      }),
    )
  })
})

/** Delimiters and line feeds inside quotes, which are part of a cell. */
function quotedBreaks(text: string): number {
  return read(text, ',')
    .flat()
    .join('')
    .replace(/[^,\n]/g, '').length
}

describe('cells', () => {
  test('that begin a formula are shown and read back unchanged', () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(disarmed(text)).not.toMatch(/^[=+\-@\t\r]/)
        expect(rearmed(disarmed(text))).toBe(text)
      }),
    )
  })

  test('begin no formula, however the file is split into cells', () => {
    fc.assert(
      fc.property(table, fc.constantFrom(';', ',', '\t', '\n'), (rows, by) => {
        const text = Papa.unparse(
          rows.map((cells) => cells.map(disarmed)),
          { newline: '\n' },
        )
        for (const part of text.split(by).flatMap((line) => line.split('\n'))) {
          expect(part.replace(/^"+/, '')).not.toMatch(/^[=+\-@]/)
        }
      }),
    )
  })

  test('of tags are read back as the same tags', () => {
    const tag = fc
      .string({ unit: fc.constantFrom(...'ab,;| '.split('')), minLength: 1, maxLength: 6 })
      .map((text) => text.trim())
      .filter((text) => text !== '')
    fc.assert(
      fc.property(fc.uniqueArray(tag, { maxLength: 5 }), (tags) => {
        expect(splitTags(joinTags(tags))).toEqual(tags)
      }),
    )
  })
})
