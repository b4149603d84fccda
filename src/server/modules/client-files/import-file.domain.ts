import { MAX_IMPORT_ROWS, type ImportedPerson } from '#contract/client-files.ts'
import { DAY_MS } from '#time/clock.ts'
import { type FileColumn, type Layout, readHeadings } from './columns.domain.ts'
import { type CsvRecord, DELIMITERS, type Delimiter, readCsv } from './csv.domain.ts'
import { type Fault, type Vocabulary, readPerson } from './people.domain.ts'

/** How long an import can be confirmed. */
export const IMPORT_KEPT_MS = DAY_MS

/** What parsing a file needs to know about the product and the coach. */
export type Reading = {
  headings: ReadonlyMap<string, FileColumn>
  vocabulary: Vocabulary
  coach: { email: string; timezone: string }
}

export type ReadLine = { line: number; person: ImportedPerson }

export type ReadFile =
  | { refused: 'no_rows' | 'too_many_rows' }
  | { refused: 'columns_missing'; missing: string[] }
  | { refused: null; layout: Layout; total: number; people: ReadLine[]; faults: Fault[] }

/** Most lines of a file that are read, blank ones included: spreadsheets write thousands of them below a list. */
const MOST_LINES = 20 * MAX_IMPORT_ROWS

/**
 * Parses a decoded file to its end or to the first row above the limit. Lines are numbered as in a spreadsheet, blank
 * ones included. A repeated address, and the coach's own, are errors of their line.
 */
export function readImportFile(file: string, { headings, vocabulary, coach }: Reading): ReadFile {
  const { text, delimiters } = separatorLine(file)
  const { delimiter, layout, line: headingLine } = layoutOf(text, delimiters, headings)
  if (layout.missing.length > 0) {
    if (layout.recognised.length === 0 && text.trim() === '') return { refused: 'no_rows' }
    return { refused: 'columns_missing', missing: layout.missing }
  }
  const people: ReadLine[] = []
  const faults: Fault[] = []
  const lineOfEmail = new Map<string, number>()
  let line = 0
  let total = 0
  for (const record of readCsv(text, delimiter)) {
    line += 1
    if (line > MOST_LINES) return { refused: 'too_many_rows' }
    if (line <= headingLine || isBlank(record)) continue
    total += 1
    if (total > MAX_IMPORT_ROWS) return { refused: 'too_many_rows' }
    const read = readPerson(record, line, layout, vocabulary, coach.timezone)
    if ('faults' in read) {
      faults.push(...read.faults)
      continue
    }
    const { email } = read.person
    const before = lineOfEmail.get(email)
    if (email === coach.email) faults.push(emailFault(line, email, 'own_email'))
    else if (before !== undefined) faults.push(emailFault(line, email, `email_repeated|line=${before}`))
    else {
      lineOfEmail.set(email, line)
      people.push({ line, person: read.person })
    }
  }
  return total === 0 ? { refused: 'no_rows' } : { refused: null, layout, total, people, faults }
}

/** Removes rows whose address the coach's list already has, and adds an error for each. */
export function withoutKnown(
  { people, faults }: { people: readonly ReadLine[]; faults: readonly Fault[] },
  known: ReadonlySet<string>,
): { people: ReadLine[]; faults: Fault[] } {
  const taken = people
    .filter(({ person }) => known.has(person.email))
    .map(({ line, person }) => emailFault(line, person.email, 'email_client'))
  return {
    people: people.filter(({ person }) => !known.has(person.email)),
    faults: [...faults, ...taken].toSorted((a, b) => a.line - b.line),
  }
}

function emailFault(line: number, email: string, error: string): Fault {
  return { line, column: 'email', value: email, error }
}

function isBlank({ cells }: CsvRecord): boolean {
  return cells.every((cell) => cell.trim() === '')
}

/** Excel names the delimiter in a separate line, which it never shows. */
function separatorLine(file: string): { text: string; delimiters: readonly Delimiter[] } {
  const [line, told] = /^sep=(.)(?:\n|$)/.exec(file) ?? []
  const delimiters = DELIMITERS.filter((delimiter) => delimiter === told)
  return line !== undefined && delimiters.length > 0
    ? { text: file.slice(line.length), delimiters }
    : { text: file, delimiters: DELIMITERS }
}

/** The delimiter with which most headings are recognised, and the headings read with it. */
function layoutOf(text: string, delimiters: readonly Delimiter[], headings: Reading['headings']) {
  const layouts = delimiters.map((delimiter) => {
    let line = 0
    for (const record of readCsv(text, delimiter)) {
      line += 1
      if (line > MOST_LINES) break
      if (!isBlank(record)) return { delimiter, line, layout: readHeadings(record.cells, headings) }
    }
    return { delimiter, line, layout: readHeadings([], headings) }
  })
  return layouts.reduce((best, each) =>
    each.layout.recognised.length > best.layout.recognised.length ? each : best,
  )
}
