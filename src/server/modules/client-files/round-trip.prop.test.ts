import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { Language } from '#contract/account/auth.ts'
import { ImportedPerson } from '#contract/client-files.ts'
import { createTexts } from '../../platform/texts.ts'
import { localesFolder } from '#server/folders.ts'
import { countryNames } from '../countries/countries.service.ts'
import { foldHeading } from './columns.domain.ts'
import { exportRow } from './export-rows.domain.ts'
import { exportHeadings, labelsOf } from './exports.service.ts'
import { readImportFile } from './import-file.domain.ts'
import { decodeText } from './text-encoding.domain.ts'
import { knownHeadings, vocabulary } from './vocabulary.service.ts'

const deps = { texts: createTexts(localesFolder) }
const countries = countryNames()
const words = vocabulary(deps)

const signs = [...`aZñÉ0 =+-@',;|"€🙂`]
const text = (min: number, max: number) =>
  fc
    .string({ unit: fc.constantFrom(...signs), minLength: min, maxLength: max })
    .map((value) => value.trim())
    .filter((value) => [...value].length >= min)
const many = fc
  .array(text(1, 12), { maxLength: 3 })
  .map((lines) => lines.join('\n').trim())
  .filter((value) => value !== '')
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const person = fc.record({
  name: text(2, 20),
  lastName: text(2, 20),
  email: fc.uuid().map((id) => `${id}@correo.example`),
  role: fc.constantFrom('client' as const, 'collaborator' as const),
  whatsapp: maybe(fc.stringMatching(/^\+?[1-9][0-9][ -]?[0-9]{5,13}$/)),
  phone: maybe(text(1, 20)),
  jobOcuppation: maybe(text(1, 20)),
  companyName: maybe(text(1, 20)),
  country: maybe(fc.constantFrom(...countries.map(({ common }) => common))),
  city: maybe(text(1, 20)),
  timezone: fc.constantFrom('America/Mexico_City', 'Asia/Kolkata'),
  startDate: maybe(fc.constantFrom('2027-02-24', '1999-12-31')),
  objective: maybe(many),
  tags: fc.uniqueArray(text(1, 10), { maxLength: 4 }),
  source: maybe(text(1, 20)),
  emergencyContact: maybe(many),
})

describe.each(Language.options)('what is exported in %s', (language) => {
  test('is read back unchanged, whatever the values', async () => {
    const labels = labelsOf(deps, language)
    const headings = exportHeadings(deps, language)
    fc.assert(
      fc.property(
        fc.uniqueArray(person, { minLength: 1, maxLength: 4, selector: ({ email }) => email }),
        (people) => {
          const rows = people.map((each) => exportRow({ ...each, status: 'active' } as never, labels))
          const csv = `\uFEFF${Papa.unparse([headings, ...rows], { newline: '\r\n' })}\r\n`
          const file = readImportFile(decodeText(Buffer.from(csv)) ?? '', {
            headings: knownHeadings(deps),
            vocabulary: words,
            coach: { email: 'ana@correo.example', timezone: 'America/Tijuana' },
          })
          if (file.refused !== null) throw new Error(file.refused)
          expect(file.faults).toEqual([])
          const expected = people.map(({ tags, ...rest }) =>
            ImportedPerson.parse({ ...rest, ...(tags.length > 0 && { tags }) }),
          )
          expect(file.people.map((each) => each.person)).toEqual(expected)
        },
      ),
    )
  })

  // @spec P.66
  test('has no cell that a spreadsheet executes', async () => {
    const labels = labelsOf(deps, language)
    fc.assert(
      fc.property(person, (each) => {
        for (const cell of exportRow({ ...each, status: 'active' } as never, labels)) {
          expect(cell).not.toMatch(/^[=+\-@\t\r]/)
        }
      }),
    )
  })

  test('has a name for every country that is recognised again', () => {
    for (const { common, names } of countries) {
      expect(words.countries.get(foldHeading(names[language]))).toBe(common)
      expect(words.countries.get(foldHeading(common))).toBe(common)
    }
  })
})
