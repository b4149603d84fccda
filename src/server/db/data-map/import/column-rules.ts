import type { z } from 'zod'
import type { DB } from '#server/db/schema.ts'

/** What new ids are given to: the rows of a table. */
export type IdTable = keyof DB

/** What a picture of a coach shows. */
export type PictureKind = 'logo' | 'clientPhoto' | 'groupPhoto'

/** What a row of an archive becomes part of. */
export type Practice = {
  /** The importing coach, whose every row is. */
  coachId: string
  /** The instant of the import, as the database writes it. */
  now: string
  ids: {
    /** The new id of a row of the archive; `GONE` of one that is left out, undefined of one that is not in it. */
    find: (table: IdTable, old: string) => string | typeof GONE | undefined
    /** A new id in place of one that names no row: a series that only its blocks have in common. */
    local: (kind: string, old: string) => string
    /** The new id of who did something: the coach, or the account in place of a client. */
    author: (old: string) => string | undefined
  }
  /** The new id of a picture; `GONE` if its bytes were lost before the archive was written. */
  picture: (old: string, kind: PictureKind) => string | typeof GONE | undefined
  /** What a file is by its bytes, by its new id. */
  mediaType: (fileId: string) => string | undefined
}

/** In place of the new id of a row that is left out, because a file that it needs was lost. */
export const GONE: unique symbol = Symbol('gone')

/** A row as far as it was read: the values of its archive, checked. */
export type Given = Readonly<Record<string, unknown>>

/**
 * What a column gets when a row is read back from an archive:
 * - `value`: what the archive has, checked
 * - `mapped`: the same, with the ids in it replaced
 * - `own`: the new id of the row
 * - `ref`: the new id of the row it names. `to` may depend on the row; `or` says what an id gets that names no row
 * - `author`: who did it
 * - `picture`: a picture of the coach
 * - `fill`: something else, whatever the archive has; `read` checks what it has
 * - `kept`: what is there already, of rows that are changed rather than added
 * - `made`: what the database makes of the others
 */
export type ColumnRule =
  | { is: 'value'; schema: z.ZodType }
  | { is: 'mapped'; schema: z.ZodType; map: (value: never, practice: Practice) => unknown }
  | { is: 'own' }
  | {
      is: 'ref'
      to: IdTable | ((row: Given) => IdTable)
      nullable: boolean
      or?: 'local'
      /** A row of the same table, which may come after this one. */
      later?: true
    }
  | { is: 'author'; nullable: boolean }
  | { is: 'picture'; kind: PictureKind }
  | { is: 'fill'; with: (row: Given, practice: Practice) => unknown; read?: z.ZodType }
  | { is: 'kept'; read?: z.ZodType }
  | { is: 'made' }

export type TableRules = {
  name: keyof DB
  columns: Readonly<Record<string, ColumnRule>>
  /** Rows are added unless the practice has had them from its beginning: then they are changed, found by this column. */
  changedBy?: string
  /** Rows that are not read back. */
  leavesOut?: (raw: Given, practice: Practice) => boolean
  /** What is wrong with a row beyond its columns: the name of a column. */
  problem?: (row: Given, practice: Practice) => string | undefined
  /** Most rows of a practice. */
  most?: number
  /** Whether its rows have a text with marks: they are much longer than others. */
  hasDocument?: true
  /** Whether a practice that has such rows counts as empty. */
  isOfEmpty?: true
}

/** The rules of a table. A column without an answer does not compile. */
export function readBack<T extends keyof DB>(
  name: T,
  columns: { [C in keyof DB[T] & string]: ColumnRule },
  more: Omit<TableRules, 'name' | 'columns'> = {},
): TableRules {
  return { name, columns: columns, ...more }
}

export const value = (schema: z.ZodType): ColumnRule => ({ is: 'value', schema })
export const own: ColumnRule = { is: 'own' }
export const made: ColumnRule = { is: 'made' }
export const kept = (read?: z.ZodType): ColumnRule => ({ is: 'kept', ...(read && { read }) })
export const coach: ColumnRule = { is: 'fill', with: (_row, { coachId }) => coachId }
export const picture = (kind: PictureKind): ColumnRule => ({ is: 'picture', kind })

/** Something else than what the archive has; `read` if it has something, which is checked. */
export const fill = (
  constant:
    | string
    | number
    | boolean
    | null
    | readonly string[]
    | ((row: Given, practice: Practice) => unknown),
  read?: z.ZodType,
): ColumnRule => ({
  is: 'fill',
  with: typeof constant === 'function' ? constant : () => constant,
  ...(read && { read }),
})

export const ref = (to: IdTable | ((row: Given) => IdTable), more: { or?: 'local'; later?: true } = {}) =>
  ({ is: 'ref', to, nullable: false, ...more }) satisfies ColumnRule
export const refOrNull = (
  to: IdTable | ((row: Given) => IdTable),
  more: { or?: 'local'; later?: true } = {},
) => ({ is: 'ref', to, nullable: true, ...more }) satisfies ColumnRule
