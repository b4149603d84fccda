import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { UserId } from '#contract/values.ts'
import { type EpochMs, toIso } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { PERSON_STEPS } from '../../db/erasure/person-steps.ts'
import { PRACTICE_STEPS } from '../../db/erasure/practice-steps.ts'
import { BYTES_OF, ERASED_ROWS, type Step, isNobodyElses } from '../../db/erasure/steps.ts'

export type { Step }

/** All that ends with an account, in this order: the person's own practice, if they have one, then what is theirs elsewhere. */
export const stepsOf = ({ practice }: { practice: boolean }): readonly Step[] =>
  practice ? [...PRACTICE_STEPS, ...PERSON_STEPS] : PERSON_STEPS

/** How many rows one statement takes: it is short, and waits for nobody long. */
const PORTION = 1_000

/** Whose account ends, and what is written in the place of the name. */
export type Erased = { userId: UserId; email: string; name: string; lastName: string; words: string }

/** By what mails name a person. */
export type Named = { ids: string[]; addresses: string[]; names: string[] }

/** The tables whose rows name stored bytes. */
export type StoredIn = keyof typeof BYTES_OF

/**
 * Takes a step for some of its rows.
 * @returns how many were found, and which bytes went with them. One that somebody else was just writing is left as it is: it is
 * found again by the same step
 */
export async function takeStep(
  db: Kysely<DB>,
  step: Step,
  { userId, email, name, lastName, words }: Erased,
  now: EpochMs,
): Promise<{ rows: number; bytes: string[] }> {
  const { rows } = await db.executeQuery<{ rows: number; bytes: string[] | null }>(
    CompiledQuery.raw(`${ERASED_ROWS}, ${statementOf(step)}`, [
      userId,
      email,
      toIso(now),
      name,
      lastName,
      words,
    ]),
  )
  const [{ rows: changed, bytes } = { rows: 0, bytes: [] }] = rows
  return { rows: Number(changed), bytes: bytes ?? [] }
}

/**
 * By what mails name the person: their ids, addresses and full names in all their records, as far as the steps have left them.
 * First names alone are left out, because many share them.
 */
export async function findNamed(
  db: Kysely<DB>,
  { userId, email, name, lastName, words }: Erased,
  now: EpochMs,
): Promise<Named> {
  const { rows } = await db.executeQuery<Named>(
    CompiledQuery.raw(
      `${ERASED_ROWS},
      people as (
        select name, last_name from users where id = (select id from me)
        union select name, last_name from ended),
      written as (
        select new_email as email from email_changes where user_id = (select id from me)
        union select email from ended)
      select array(select id from me union select id from ended)::text[] as ids,
        array(
          select email from addresses
          union select w.email from written w where w.email <> '' and ${isNobodyElses('w.email')})
          as addresses,
        array(
          select p.name || ' ' || p.last_name from people p, me
          where p.name <> '' and p.last_name <> '' and (p.name, p.last_name) <> (me.name, me.last_name))
          as names`,
      [userId, email, toIso(now), name, lastName, words],
    ),
  )
  return rows[0]!
}

function statementOf({ table, where, set, order }: Step): string {
  const changes = Object.entries(set ?? {})
  const isDone = changes.map(([column, value]) => `t."${column}" is distinct from ${value}`).join(' or ')
  const rest = changes.length > 0 ? ` and (${isDone})` : ''
  const chosen = `chosen as materialized (
    select t.ctid as row from ${table} t where (${where})${rest}${order === undefined ? '' : ` order by ${order}`} limit ${PORTION})`
  const bytes = table in BYTES_OF ? BYTES_OF[table as StoredIn] : 'null::text'
  const change =
    changes.length > 0
      ? `update ${table} t set ${changes.map(([column, value]) => `"${column}" = ${value}`).join(', ')}`
      : `delete from ${table} t`
  return `${chosen}, changed as (
      ${change} where t.ctid = any(array(select row from chosen)) returning t.ctid, array(select ${bytes}) as bytes)
    select (select count(*) from chosen) as rows, array_agg(b) filter (where b is not null) as bytes
    from changed, unnest(bytes) b`
}

/** Most husks of practices that one run of the purge removes. */
const MOST_HUSKS = 100

/**
 * Removes what was kept of coaches whose accounts were deleted before an instant, the books of what they paid with it: lines of the
 * ledger can only go with their coach.
 * @returns of how many
 */
export async function removeHusks(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const erased = tx
    .selectFrom('account_deletions as d')
    .innerJoin('coaches as c', 'c.id', 'd.user_id')
    .where('d.erased_at', '<', toTimestamp(before))
    .select('d.user_id')
    .limit(Math.min(most, MOST_HUSKS))
  const { numDeletedRows } = await tx.deleteFrom('coaches').where('id', 'in', erased).executeTakeFirst()
  return Number(numDeletedRows)
}
