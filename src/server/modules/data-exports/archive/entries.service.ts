import type { Transaction } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import { MARK, written } from '#server/modules/client-files/exports.service.ts'
import { type TableOf, columnsOf, readRows } from './rows.repository.ts'
import { type ExportedRow, cellOf, readableColumns } from './tables.domain.ts'

/** Where the rows of a table are read again and again, in one snapshot. */
export type Source = { tx: Transaction<DB>; userId: UserId }

/** The rows as JSON: an array with one row on each line, with every column of the export. */
export async function* jsonOf({ tx, userId }: Source, table: TableOf): AsyncGenerator<string> {
  yield '['
  let first = true
  for await (const row of readRows(tx, table, userId)) {
    yield `${first ? '' : ','}\n${row}`
    first = false
  }
  yield '\n]\n'
}

/** The rows as a spreadsheet, under the headings of a language. */
export async function* csvOf(
  { tx, userId }: Source,
  table: TableOf,
  label: (column: string) => string,
): AsyncGenerator<string> {
  const columns = readableColumns(columnsOf(table))
  yield MARK + written([columns.map(label)])
  for await (const text of readRows(tx, table, userId)) {
    const row = JSON.parse(text) as ExportedRow
    yield written([columns.map((column) => cellOf(row[column]))])
  }
}

/**
 * A statement for the pages of the viewer, which cannot read files: a browser that opens a page from the disk loads scripts
 * beside it, and nothing else.
 */
export function statementOf(value: object): string {
  return `norte.push(${scriptSafe(JSON.stringify(value))})\n`
}

/** The rows as such a statement, without what nobody reads. */
export async function* scriptOf({ tx, userId }: Source, table: TableOf): AsyncGenerator<string> {
  const { name, space } = table
  yield `norte.push({"rows":{"space":${JSON.stringify(space)},"table":${JSON.stringify(name)},"list":[`
  let first = true
  for await (const row of readRows(tx, table, userId)) {
    const readable = scriptSafe(JSON.stringify(withoutDocument(JSON.parse(row) as ExportedRow)))
    yield `${first ? '' : ','}\n${readable}`
    first = false
  }
  yield '\n]}})\n'
}

function withoutDocument(row: ExportedRow): ExportedRow {
  if (!('body_text' in row) || !('body' in row)) return row
  const { body: _document, ...readable } = row
  return readable
}

// Two characters of JSON end a line of JavaScript in old browsers, and one may end a script (ECMA-262 §12.3, HTML §4.12).
function scriptSafe(json: string): string {
  return json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029').replaceAll('<', '\\u003c')
}
