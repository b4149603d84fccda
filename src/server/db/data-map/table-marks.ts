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

export type TableMarks = {
  rows: Rows
  columns: { [O in Owner]?: readonly string[] }
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
  }: { rows?: Rows; key?: readonly (keyof DB[T] & string)[]; columns: M & Unmarked<T, M> },
): TableMarks {
  return { rows, key: key ?? ['id'], columns }
}

/** What a space has of each kind of column. */
const EXPORTED: Record<Space, readonly Owner[]> = {
  account: ['shared', 'account'],
  practice: ['shared', 'practice'],
  client: ['shared'],
}

/** The columns of a table that an export of a space has, in the order in which they are marked. */
export function exportedColumns({ rows, columns }: TableMarks, space: Space): readonly string[] {
  return rows[space] === undefined ? [] : EXPORTED[space].flatMap((owner) => columns[owner] ?? [])
}
