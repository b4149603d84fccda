import type { DB } from '../schema.ts'

/**
 * A part of an erasure: rows of a table that go, or columns that are overwritten in rows that stay. Conditions and values are SQL
 * about the row `t`, over the names of `ERASED_ROWS`. Done twice, a step changes nothing.
 */
export type Step = {
  table: keyof DB
  where: string
  /** The columns to overwrite, each with its value; undefined where the rows go. */
  set?: Readonly<Record<string, string>>
  /** Which rows go first, where rows of the table refer to each other. */
  order?: string
}

/** Rows that go. */
export const remove = (table: keyof DB, where: string, order?: string): Step => ({
  table,
  where,
  ...(order !== undefined && { order }),
})

/** Rows that stay, without what is overwritten. */
export const blank = <T extends keyof DB>(
  table: T,
  set: Partial<Record<keyof DB[T] & string, string>>,
  where: string,
): Step => ({ table, set: set as Record<string, string>, where })

/**
 * Whether an address is nobody else's by now: neither of an account, nor of a record as a client, also of somebody who is invited
 * and has no account yet. The address is SQL, and so is this.
 */
export const isNobodyElses = (address: string): string => `not exists (
    select from users u where u.email = ${address} and u.id <> (select id from me))
  and not exists (
    select from clients c where c.email = ${address} and c.user_id is distinct from (select id from me))`

/**
 * What the conditions of steps refer to, as the beginning of a statement: `me` is the person whose account ends, with the name that
 * is written in its place, `ended` their records as a client in the practices of others, `addresses` theirs and those that they had
 * before, unless somebody else has one by now. The parameters are the person, their
 * address, the time, the two names, and what is written in the place of words.
 */
export const ERASED_ROWS = `with
  me as (select $1::uuid as id, $2::text as email, $3::timestamptz as at, $4::text as name, $5::text as last_name,
    $6::text as words),
  ended as (select c.* from clients c where c.user_id = (select id from me)),
  addresses as (
    select email from me
    union select e.payload ->> 'before' from domain_events e
    where e.subject_id = (select id from me) and e.type = 'account.email_changed'
      and ${isNobodyElses(`e.payload ->> 'before'`)})`

/** Which bytes the rows of a table name: they go with the rows. */
export const BYTES_OF = {
  files: 't.id::text',
  resource_files: 'unnest(t.parts)',
  data_exports: 't.file_id',
  data_imports: 'unnest(t.parts)',
} as const satisfies { [T in keyof DB]?: string }
