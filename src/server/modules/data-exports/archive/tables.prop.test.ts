import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellOf, filePath, readableColumns, safeFileName } from './tables.domain.ts'

describe('the name of a file', () => {
  test('is one that every system unpacks into its folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const name = safeFileName(typed)
        expect(name).not.toBe('')
        expect(name).not.toMatch(/[\p{Cc}<>:"/\\|?*]/u)
        expect(name).not.toMatch(/^[. ]|[. ]$/)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      }),
    )
  })

  test.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['..\\..\\windows.ini', '_.._windows.ini'],
    ['CON', '_CON'],
    ['con.txt', '_con.txt'],
    ['   ', '_'],
    ['Contrato de Ana.pdf', 'Contrato de Ana.pdf'],
    ['a\u202Egpj.exe', 'a_gpj.exe'],
    [`${'ñ'.repeat(300)}.docx`, `${'ñ'.repeat(100)}.docx`],
  ])('%j is %j', (typed, name) => expect(safeFileName(typed)).toBe(name))

  test('lies in a folder of its id', () => {
    const file = { id: 'f1', kind: null, name: 'Plan.pdf', mediaType: 'application/pdf' }
    expect(filePath(file)).toBe('files/f1/Plan.pdf')
    expect(filePath({ ...file, kind: 'clientPhoto', name: null, mediaType: 'image/webp' })).toBe(
      'files/f1/clientPhoto.webp',
    )
  })
})

describe('a cell', () => {
  test.each([
    [null, ''],
    ['=1+1', "'=1+1"],
    [['a', 'b'], 'a, b'],
    [['=x'], "'=x"],
    [{ a: 1 }, '{"a":1}'],
    [true, 'true'],
    [0, '0'],
  ])('of %j is %j', (value, cell) => expect(cellOf(value)).toBe(cell))
})

test('a text that is there as plain text is not shown as a document too, and rows are not named by ids', () => {
  expect(readableColumns(['id', 'title', 'body', 'body_text'])).toEqual(['title', 'body_text'])
  expect(readableColumns(['id', 'body'])).toEqual(['body'])
})
