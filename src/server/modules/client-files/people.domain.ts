import type { ClientColumn } from '#contract/client-columns.ts'
import { ImportedPerson } from '#contract/client-files.ts'
import { type FieldError, fieldErrors } from '#contract/field-errors.ts'
import { type FileColumn, type Layout, foldHeading } from './columns.domain.ts'
import { type CsvRecord, rearmed } from './csv.domain.ts'
import { splitFullName } from './full-name.domain.ts'
import { splitTags } from './tags.domain.ts'

/** The names that cells may contain: roles and countries by their folded names in every language. */
export type Vocabulary = {
  roles: ReadonlyMap<string, string>
  /** Folded name of a country, in any language → `name.common`. */
  countries: ReadonlyMap<string, string>
}

/** Why a cell is invalid; `column` is null for a line as a whole. */
export type Fault = { line: number; column: string | null; value: string; error: FieldError }

export type ReadPerson = { person: ImportedPerson } | { faults: Fault[] }

/** Fields whose error has another text for files than for forms, which offer a select. */
const ERRORS_OF: { readonly [C in ClientColumn]?: FieldError } = {
  role: 'role_unknown',
  country: 'country_unknown',
  timezone: 'timezone_unknown',
  startDate: 'date_unknown',
}

const MOST_SHOWN = 80

/**
 * One line of a file as a person, or all its errors. `timezone` is used if the line has no zone. The rules are those of
 * `POST client`.
 */
export function readPerson(
  { cells, open }: CsvRecord,
  line: number,
  { columns }: Layout,
  vocabulary: Vocabulary,
  timezone: string,
): ReadPerson {
  const whole = (error: FieldError, value = ''): ReadPerson => ({
    faults: [{ line, column: null, value: shown(value), error }],
  })
  if (open) return whole('quote_open', cells.at(-1))
  const beyond = cells.slice(columns.length).find((cell) => cell.trim() !== '')
  if (beyond !== undefined) return whole('row_too_long', beyond)

  const written = writtenFields(cells, columns)
  const fields = { timezone, ...valuesOf(written, vocabulary) }
  const { success, data, error } = ImportedPerson.safeParse(fields)
  const refused = success ? {} : fieldErrors(error, fields)
  const unknownCountry = written['country'] !== undefined && !isCountry(written['country'], vocabulary)
  if (success && !unknownCountry) return { person: data }
  const columnsRefused = new Set(Object.keys(refused).map((path) => path.split('.')[0] as ClientColumn))
  if (unknownCountry) columnsRefused.add('country')
  return {
    faults: [...columnsRefused].map((column) => ({
      line,
      column,
      value: shown(written[column] ?? ''),
      error: (written[column] && ERRORS_OF[column]) || errorOf(refused, column),
    })),
  }
}

/** The values of a line by field; blank cells are missing. */
function writtenFields(cells: readonly string[], columns: Layout['columns']): Record<string, string> {
  const written: Partial<Record<FileColumn, string>> = {}
  for (const [at, column] of columns.entries()) {
    const cell = rearmed(cells[at] ?? '')
    if (column !== undefined && cell.trim() !== '') written[column] = cell
  }
  const { fullName, secondLastName, ...fields } = written
  const split = splitFullName(fullName ?? '')
  const lastName = [fields.lastName ?? split.lastName, secondLastName]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
  return {
    ...fields,
    ...(fields.name === undefined && split.name && { name: split.name }),
    ...(lastName !== '' && { lastName }),
  }
}

function errorOf(refused: Readonly<Record<string, FieldError>>, column: ClientColumn): FieldError {
  const [, error = 'invalid_value'] =
    Object.entries(refused).find(([path]) => path.split('.')[0] === column) ?? []
  return error
}

function valuesOf(written: Readonly<Record<string, string>>, vocabulary: Vocabulary) {
  const { role, country, startDate, tags, email, ...texts } = written
  return {
    ...texts,
    // Addresses copied from mail programs may be links.
    ...(email !== undefined && { email: email.trim().replace(/^mailto:/i, '') }),
    ...(role !== undefined && { role: vocabulary.roles.get(foldHeading(role)) ?? role }),
    ...(country !== undefined && {
      country: vocabulary.countries.get(foldHeading(country)) ?? country.trim(),
    }),
    ...(startDate !== undefined && { startDate: isoDate(startDate.trim()) }),
    ...(tags !== undefined && { tags: splitTags(tags) }),
  }
}

function isCountry(text: string, { countries }: Vocabulary): boolean {
  return countries.has(foldHeading(text))
}

/** `2027-02-24` unchanged, `24/02/2027` with the day first as in Spanish; anything else unchanged. */
function isoDate(text: string): string {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  if (day === undefined || month === undefined) return text
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** A value shortened to fit in a line. */
function shown(value: string): string {
  const line = value
    .slice(0, 4 * MOST_SHOWN)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line
}
