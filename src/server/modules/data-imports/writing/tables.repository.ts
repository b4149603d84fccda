import { CompiledQuery, type Transaction, sql } from 'kysely'
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

/** A row that the database does not take: what of it contradicts itself or another row. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken'
  readonly number: number

  constructor(number: number, cause: unknown) {
    super(`row ${number} is not taken`, { cause })
    this.number = number
  }
}

/**
 * Stores some rows of a table with one statement. @throws NotTaken, naming the first that the database refuses, which is found
 * one by one
 */
export async function writeRows(
  tx: Transaction<DB>,
  rules: TableRules,
  rows: readonly NewRow[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`savepoint rows`.execute(tx)
  try {
    await write(tx, rules, rows)
    await sql`release savepoint rows`.execute(tx)
  } catch (error) {
    if (!isAboutData(error)) throw error
    await sql`rollback to savepoint rows`.execute(tx)
    if (rows.length === 1) throw new NotTaken(rows[0]!.number, error)
    for (const row of rows) await writeRows(tx, rules, [row])
  }
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

// Class 22: a value; class 23: a constraint; class 54: more than an index takes (PostgreSQL, appendix A).
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
