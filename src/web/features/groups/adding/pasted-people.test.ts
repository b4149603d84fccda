import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '#test/support/effort/cpu-time.ts'
import { readPeople } from './pasted-people.ts'

const person = (name: string, lastName: string, email: string) => ({ name, lastName, email })
const ana = person('Ana', 'López', 'ana@correo.mx')
const luis = person('Luis', 'Peña Mora', 'luis@correo.mx')

// @spec P.40
describe('people pasted into the dialog (product §7)', () => {
  test.each([
    ['Ana López <ana@correo.mx>', [ana]],
    ['Ana López, ana@correo.mx', [ana]],
    ['Ana López; ANA@correo.mx', [ana]],
    ['ana@correo.mx', [person('', '', 'ana@correo.mx')]],
    ['Ana López <mailto:ana@correo.mx>', [ana]],
    ['Ana López (ana@correo.mx)', [ana]],
    ['"López, Ana" <ana@correo.mx>', [ana]],
    ['"Ana López" <ana@correo.mx>', [ana]],
    ['Luis\tPeña Mora\tluis@correo.mx', [luis]],
    ['Luis, Peña Mora, luis@correo.mx', [luis]],
    ['Ana López <ana@correo.mx>; Luis Peña Mora <luis@correo.mx>', [ana, luis]],
    ['Ana López, ana@correo.mx, Luis Peña Mora, luis@correo.mx', [ana, luis]],
    ['ana@correo.mx, luis@correo.mx', [person('', '', 'ana@correo.mx'), person('', '', 'luis@correo.mx')]],
    ['\r\n  Ana López <ana@correo.mx>  \r\n\r\nLuis Peña Mora, luis@correo.mx\n', [ana, luis]],
    ['Ana María López Ruiz <ana@correo.mx>', [person('Ana María', 'López Ruiz', 'ana@correo.mx')]],
    ['Ana <ana@correo.mx>', [person('Ana', '', 'ana@correo.mx')]],
    ['', []],
    [' , ; \t \n', []],
  ])('%j is read', (text, expected) => {
    expect(readPeople(text)).toEqual(expected)
  })

  test('a person without an address stays, for the coach to complete', () => {
    expect(readPeople('Ana López\nLuis Peña Mora <luis@correo.mx>')).toEqual([{ ...ana, email: '' }, luis])
    expect(readPeople('Ana López; Luis Peña Mora <luis@correo.mx>')).toEqual([{ ...ana, email: '' }, luis])
  })

  test('a repeated address is one person, with the name from any mention', () => {
    expect(readPeople('ana@correo.mx\nAna López <ANA@correo.mx>\nana@correo.mx')).toEqual([ana])
  })

  test('quotation marks around only a comma are no person', () => {
    expect(readPeople('" , "')).toEqual([])
  })

  test('any text is parsed, every address appears once, and long texts are fast', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    const email = fc.tuple(word, word).map(([user, host]) => `${user}@${host}.mx`)
    fc.assert(
      fc.property(fc.array(fc.oneof(email, fc.string(), fc.constantFrom(',', ';', '\n', '"'))), (pieces) => {
        const people = readPeople(pieces.join(' '))
        const emails = people.map((each) => each.email).filter((each) => each !== '')
        expect(new Set(emails).size).toBe(emails.length)
        for (const { name, lastName, email: address } of people) {
          expect(`${name}${lastName}${address}`).not.toMatch(/[\r\n<>]/)
          expect(`${name}${lastName}${address}`.trim()).not.toBe('')
        }
      }),
    )
    fc.assert(
      fc.property(fc.uniqueArray(email, { minLength: 1, maxLength: 40 }), (emails) => {
        expect(readPeople(emails.join('; ')).map((each) => each.email)).toEqual(emails)
        expect(readPeople(emails.map((each) => `Ana López <${each}>`).join('\n'))).toEqual(
          emails.map((each) => ({ ...ana, email: each })),
        )
      }),
    )
    for (const text of ['a'.repeat(64_000), '"'.repeat(64_000), 'a@,'.repeat(20_000), '<'.repeat(64_000)]) {
      expect(cpuTimeOf(() => readPeople(text))).toBeLessThan(1000)
    }
  })
})
