import type { DB } from '../schema.ts'

/**
 * Whose a column is, which decides what becomes of it when a person takes their data along or leaves:
 * - `shared`: content that every side reads whose rows those are; in every export
 * - `practice`: the coach's alone; in the export of a practice
 * - `account`: the person's alone; in the export of an account, never in that of the practice they belong to
 * - `derived`: made from other columns by the database; in no export, because it makes itself again
 * - `internal`: how the product runs, without a word of a person; in no export
 * - `secret`: opens something (keys, hashes, private addresses); in no export
 */
export type Owner = 'shared' | 'practice' | 'account' | 'derived' | 'internal' | 'secret'

/**
 * The three ways in which rows are somebody's:
 * - `account`: the rows of a person's account
 * - `practice`: the rows of a coach's practice
 * - `client`: what somebody reads as the client of a coach, or as a member of a group
 */
export type Space = 'account' | 'practice' | 'client'

export const SPACES = ['account', 'practice', 'client'] as const satisfies readonly Space[]

/** The columns of a table by their owner; each occurs once. */
export type Marks<T extends keyof DB> = { [O in Owner]?: readonly (keyof DB[T] & string)[] }

type Marked<M> = { [O in keyof M]: M[O] extends readonly (infer C)[] ? C : never }[keyof M]

/** A type that nothing has, which names the columns of a table that have no owner. */
type Unmarked<T extends keyof DB, M> = [Exclude<keyof DB[T], Marked<M>>] extends [never]
  ? unknown
  : { 'columns without an owner': Exclude<keyof DB[T], Marked<M>> }

/**
 * Which rows of a table a space has: a condition on the row `t`, in SQL, over the tables of `person-rows.ts` (such as
 * `my_clients`). A table without one has no rows of people.
 */
export type Rows = { [S in Space]?: string }

/**
 * What a space has in place of a column, where its people read only some of what is in it: other columns, each by its name
 * and what it is in SQL.
 */
export type Forms = { [S in Space]?: Readonly<Record<string, Readonly<Record<string, string>>>> }

export type TableMarks = {
  rows: Rows
  columns: { [O in Owner]?: readonly string[] }
  forms: Forms
  /** Columns whose values, in this order, name a row; `id` unless said. */
  key: readonly string[]
}

/** Says whose the columns and rows of a table are. A column that is left out does not compile. */
export function table<T extends keyof DB, const M extends Marks<T>>(
  _name: T,
  {
    rows = {},
    key,
    columns,
    forms = {},
  }: {
    rows?: Rows
    key?: readonly (keyof DB[T] & string)[]
    columns: M & Unmarked<T, M>
    forms?: { [S in Space]?: { [C in keyof DB[T] & string]?: Readonly<Record<string, string>> } }
  },
): TableMarks {
  return { rows, key: key ?? ['id'], columns, forms: forms as Forms }
}

/** What a space has of each kind of column. */
const EXPORTED: Record<Space, readonly Owner[]> = {
  account: ['shared', 'account'],
  practice: ['shared', 'practice'],
  client: ['shared'],
}

/** A column of an export: its name, and what it is of the row `t` in SQL. */
export type ExportedColumn = { name: string; value: string }

/** The columns that an export of a space has of a table, in the order in which they are marked. */
export function exportedValues({ rows, columns, forms }: TableMarks, space: Space): ExportedColumn[] {
  if (rows[space] === undefined) return []
  return EXPORTED[space]
    .flatMap((owner) => columns[owner] ?? [])
    .flatMap((column) => Object.entries(forms[space]?.[column] ?? { [column]: `t."${column}"` }))
    .map(([name, value]) => ({ name, value }))
}

/** Their names. */
export function exportedColumns(marks: TableMarks, space: Space): readonly string[] {
  return exportedValues(marks, space).map(({ name }) => name)
}
