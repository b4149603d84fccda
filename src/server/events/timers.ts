import { type RawBuilder, type Transaction, sql } from 'kysely'
import { toIso } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { storeTimer } from './stored-timer.ts'
import type { TimerChange } from './timer-change.ts'

/**
 * Sets (replacing one of the same key) and drops timers: any number with three statements, in the order of their keys,
 * so that two transactions that change the same ones cannot deadlock. Of several changes of one key the last one wins.
 */
export async function changeTimers(tx: Transaction<DB>, changes: readonly TimerChange[]): Promise<void> {
  const last = [...new Map(changes.map((change) => [change.key, change])).values()].toSorted((a, b) =>
    a.key < b.key ? -1 : 1,
  )
  const dropped = last.flatMap((change) => (change.kind === 'drop' ? [change.key] : []))
  if (dropped.length > 0) {
    await sql`
      delete from timers where key in (
        select key from timers where key = any(${sql.val(dropped)}::text[]) order by key for update
      )`.execute(tx)
  }
  const gathered = last.flatMap((change) =>
    change.kind === 'gather'
      ? [{ key: change.key, due: toIso(change.dueAt), command: storeTimer(change.command) }]
      : [],
  )
  if (gathered.length > 0) {
    await sql`
      insert into timers as existing (key, due_at, command, tries)
      select key, due, command, 0
      from json_to_recordset(${JSON.stringify(gathered)}::json) as timer (key text, due timestamptz, command jsonb)
      on conflict (key) do update set
        due_at = least(excluded.due_at, (existing.command->'first'->>'latestAt')::timestamptz),
        command =
          existing.command || excluded.command || jsonb_build_object('first', existing.command->'first'),
        tries = 0`.execute(tx)
  }
  const set = last.flatMap((change) =>
    change.kind === 'set'
      ? [{ key: change.key, due: toIso(change.dueAt), command: storeTimer(change.command) }]
      : [],
  )
  if (set.length > 0) {
    await sql`
      insert into timers (key, due_at, command, tries)
      select key, due, command, 0
      from json_to_recordset(${JSON.stringify(set)}::json) as timer (key text, due timestamptz, command jsonb)
      on conflict (key) do update set due_at = excluded.due_at, command = excluded.command, tries = 0`.execute(
      tx,
    )
  }
}

/** A timer that is started unless there is one under its key. */
type NewTimer = Omit<Extract<TimerChange, { kind: 'set' }>, 'kind'>

/**
 * Sets timers, each unless there is one under its key: one statement, for what many calls ask for. In the order of their
 * keys, as above.
 */
export async function startTimers(tx: Transaction<DB>, timers: readonly NewTimer[]): Promise<void> {
  if (timers.length === 0) return
  const stored = timers.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(storedTimer)
  await insertOfTimers(
    sql`select key, due, command
      from json_to_recordset(${JSON.stringify(stored)}::json) as timer (key text, due timestamptz, command jsonb)`,
  ).execute(tx)
}

/**
 * The same as part of another statement, for which another round trip would be too much.
 * @param timers a query of what `storedTimer` made, in the order of the keys
 */
export function insertOfTimers(timers: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into timers (key, due_at, command, tries)
    select key, due, command, 0 from (${timers}) as timer
    on conflict (key) do nothing`
}

/** A timer as values for its columns. */
export function storedTimer({ key, dueAt, command }: NewTimer) {
  return { key, due: toIso(dueAt), command: storeTimer(command) }
}

/**
 * Thrown by a timer whose subject another transaction is changing. Waiting for it would be a deadlock, because that
 * change waits for the timer; so the timer is kept and fires at the next check.
 */
export class TimerNotNow extends Error {
  override readonly name = 'TimerNotNow'
}
