import { REQUIRED_COLUMNS, type ClientColumn } from '#contract/client-columns.ts'

/**
 * What a column of a file may hold: a field, name and last names together, or the second of two last names that stand
 * apart.
 */
export type FileColumn = ClientColumn | 'fullName' | 'secondLastName'

/** Longer than anything that is known by its name: a heading, a role, a country. */
const LONGEST_NAME = 200

/**
 * A heading as it is compared: without accents, case, punctuation and what stands in brackets. Nothing is left of what
 * is too long to be one: looking for the ends of megabytes of open brackets would take hours.
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

/** Longer ones are cut: they are none of ours. */
const LONGEST_HEADING = 100

/** How the columns of a file are read: `columns` by their place, undefined for those that are passed over. */
export type Layout = {
  columns: readonly (FileColumn | undefined)[]
  recognised: FileColumn[]
  /** Headings as they stand in the file. */
  ignored: string[]
  missing: ClientColumn[]
}

/**
 * Reads a line of headings. `known` holds what each folded heading stands for; of two headings for one field the
 * first counts.
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
