import { CompiledQuery, type Transaction } from 'kysely'
import type { DB } from '#server/db/schema.ts'
import { type Practice, type TableRules, GONE } from '#server/db/data-map/import/column-rules.ts'
import {
  IMPORT_MAP,
  NAMED_TABLES,
  TABLES_OF_PRACTICE,
  columnsOfPractice,
} from '#server/db/data-map/import/import-map.ts'
import { type NewIds, OutOfOrder, createNewIds } from '#server/db/data-map/import/new-ids.ts'
import { RowRefused, readRow } from '#server/db/data-map/import/read-row.ts'

export { GONE, OutOfOrder, RowRefused, createNewIds, readRow }
export type { NewIds, Practice, TableRules }

/** The tables that are read back, each after those that it names (db/data-map/import). */
export const orderedTables: readonly TableRules[] = IMPORT_MAP

export const isTableOfPractice = (name: string): name is keyof DB => TABLES_OF_PRACTICE.has(name)

/** The columns that an archive may have of a table of a practice. */
export const columnsOf = (name: keyof DB): readonly string[] => columnsOfPractice(name)

/** Whether rows of a table are named by others, which are left out with them. */
export const isNamed = (name: string): boolean => NAMED_TABLES.has(name)

const withDocuments: ReadonlySet<string> = new Set(
  IMPORT_MAP.filter(({ hasDocument }) => hasDocument).map(({ name }) => name),
)

/** Whether the rows of a table have a text with marks, which is much longer than any other. */
export const hasDocument = (name: string): boolean => withDocuments.has(name)

/** A row as it is stored, with its number in the archive. */
export type NewRow = { row: Record<string, unknown>; number: number }

/** Rows of a table of which the database does not take one: it contradicts itself or another row. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken'
  readonly table: string
  /** The number of the first of them. */
  readonly number: number

  constructor(table: string, number: number, cause: unknown) {
    super(`row ${number} of ${table} or one after it is not taken`, { cause })
    this.table = table
    this.number = number
  }
}

/**
 * Stores some rows of a table with one statement. There is no savepoint: each would be a transaction inside the transaction, of
 * which an import had thousands, and whatever others read meanwhile would take longer.
 * @throws NotTaken if the database refuses one of them; the transaction is over then
 */
export async function writeRows(
  tx: Transaction<DB>,
  rules: TableRules,
  rows: readonly NewRow[],
): Promise<void> {
  if (rows.length === 0) return
  await write(tx, rules, rows).catch((error: unknown) => {
    throw isAboutData(error) ? new NotTaken(rules.name, rows[0]!.number, error) : error
  })
}

async function write(
  tx: Transaction<DB>,
  { name, changedBy }: TableRules,
  rows: readonly NewRow[],
): Promise<void> {
  const columns = Object.keys(rows[0]!.row)
  const list = columns.map((column) => `"${column}"`).join(', ')
  const given = `from json_populate_recordset(null::"${name}", $1::json)`
  const json = JSON.stringify(rows.map(({ row }) => row))
  if (changedBy === undefined) {
    await tx.executeQuery(
      CompiledQuery.raw(`insert into "${name}" (${list}) select ${list} ${given}`, [json]),
    )
    return
  }
  const set = columns.filter((column) => column !== changedBy).map((column) => `"${column}" = r."${column}"`)
  const changed = `update "${name}" t set ${set.join(', ')} ${given} r where t."${changedBy}" = r."${changedBy}"`
  const { numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(changed, [json]))
  if (numAffectedRows !== BigInt(rows.length)) throw new Error(`Rows of ${name} are gone`)
}

// Class 22: a value; class 23: a constraint; class 54: more than an index or a list of words takes (PostgreSQL, appendix A).
function isAboutData(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return /^(?:2[23]|54)/.test(code)
}

/** Names a row that came later than the row that it is named in. */
export async function setLater(
  tx: Transaction<DB>,
  { name }: TableRules,
  column: string,
  links: readonly { id: string; to: string }[],
): Promise<void> {
  if (links.length === 0) return
  await tx.executeQuery(
    CompiledQuery.raw(
      `update "${name}" t set "${column}" = r."to" from json_to_recordset($1::json) as r (id uuid, "to" uuid) where t.id = r.id`,
      [JSON.stringify(links)],
    ),
  )
}
