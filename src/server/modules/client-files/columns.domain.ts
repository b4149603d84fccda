import { REQUIRED_COLUMNS, type ClientColumn } from '#contract/client-columns.ts'

/**
 * What a column of a file may contain: a field, name and last names together, or the second of two separate last names.
 */
export type FileColumn = ClientColumn | 'fullName' | 'secondLastName'

/** Longer than any heading, role or country. */
const LONGEST_NAME = 200

/**
 * A heading in comparable form: without accents, case, punctuation and parentheses. Empty if it is too long to be one,
 * because matching megabytes of open brackets would take hours.
 */
export function foldHeading(text: string): string {
  if (text.length > LONGEST_NAME) return ''
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Longer ones are truncated, because they are not known. */
const LONGEST_HEADING = 100

/** How the columns of a file are read: `columns` by index, undefined for ignored ones. */
export type Layout = {
  columns: readonly (FileColumn | undefined)[]
  recognised: FileColumn[]
  /** Headings as in the file. */
  ignored: string[]
  missing: ClientColumn[]
}

/**
 * Parses a line of headings. `known` maps folded headings to fields; of two headings for one field the first is used.
 */
export function readHeadings(cells: readonly string[], known: ReadonlyMap<string, FileColumn>): Layout {
  const recognised: FileColumn[] = []
  const ignored: string[] = []
  const columns = cells.map((whole) => {
    const cell = whole.slice(0, LONGEST_HEADING)
    const column = known.get(foldHeading(cell))
    if (column !== undefined && !recognised.includes(column)) {
      recognised.push(column)
      return column
    }
    if (cell.trim() !== '') ignored.push(cell.trim())
    return undefined
  })
  const hasName = recognised.includes('fullName')
  const missing = REQUIRED_COLUMNS.filter(
    (column) => !recognised.includes(column) && !(hasName && column !== 'email'),
  )
  return { columns, recognised, ignored, missing }
}
