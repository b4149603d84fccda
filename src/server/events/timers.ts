import { type Transaction, sql } from 'kysely'
import { HOUR_MS, epochMs, toIso } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '../deps.ts'
import type { TimerCommand } from '../domain-events.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { TimerChange } from '#server/effects/effect.ts'
import { readTimer, storeTimer } from './stored-timer.ts'

/**
 * Sets (replacing one of the same key) and drops timers: any number with three statements, in the order of their keys, so
 * that two transactions that change the same ones never wait for each other crosswise. Of several changes of one key
 * the last counts.
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
      insert into timers as standing (key, due_at, command, tries)
      select key, due, command, 0
      from json_to_recordset(${JSON.stringify(gathered)}::json) as timer (key text, due timestamptz, command jsonb)
      on conflict (key) do update set
        due_at = least(excluded.due_at, (standing.command->'first'->>'latestAt')::timestamptz),
        command =
          standing.command || excluded.command || jsonb_build_object('first', standing.command->'first'),
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

/**
 * Thrown by a timer whose subject somebody else is changing right now. Waiting for them would be a deadlock, because
 * their change waits for the timer; so the timer stays and fires at the next look.
 */
export class TimerNotNow extends Error {
  override readonly name = 'TimerNotNow'
}

/** What is done when timers fall due, in the transaction that took them. */
export type TimerWork = {
  /** Carries out any one. */
  one(tx: Transaction<DB>, command: TimerCommand): Promise<void>
  /** Carries out many of the one type that comes in crowds, at the price of one. */
  many?: {
    type: TimerCommand['type']
    carryOut(tx: Transaction<DB>, commands: readonly TimerCommand[]): Promise<void>
  }
}

/** Most timers that one transaction takes: short enough that another server's share is not kept waiting. */
const BATCH = 100

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = HOUR_MS

/** How long a timer that has failed `tries` times before waits for its next try: twice as long each time, at most an hour. */
export function delayAfter(tries: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** tries, LONGEST_DELAY_MS)
}

/**
 * Fires every timer that is due, in a transaction that takes its row and carries it out: a crash leaves both undone,
 * another server passes the locked row by, so each fires exactly once. Those that come in crowds share transactions;
 * a batch that fails leaves its timers to be fired one by one. One that fails stays, is tried again later and later,
 * and does not hold up the others. Answers how many fired.
 */
export async function fireDueTimers(deps: Deps, work: TimerWork): Promise<number> {
  const together = await fireTogether(deps, work.many)
  return together + (await fireOneByOne(deps, work))
}

async function fireTogether(deps: Deps, many: TimerWork['many']): Promise<number> {
  if (!many) return 0
  let fired = 0
  for (;;) {
    let taken: string[] = []
    try {
      taken = await deps.db.transaction().execute(async (tx) => {
        const due = await takeDue(deps, tx, { type: many.type, most: BATCH, except: [] })
        const keys = due.map(({ key }) => key)
        if (due.length === 0) return keys
        taken = keys
        await many.carryOut(
          tx,
          due.map(({ command }) => readTimer(command)),
        )
        return keys
      })
    } catch (error) {
      // Nothing was taken: the database itself is in trouble, which the caller has to know.
      if (taken.length === 0) throw error
      deps.log.warn({ err: error, timers: taken.length }, 'timers failed together')
      return fired
    }
    fired += taken.length
    if (taken.length < BATCH) return fired
  }
}

async function fireOneByOne(deps: Deps, work: TimerWork): Promise<number> {
  const passed: string[] = []
  let fired = 0
  for (;;) {
    let taken: { key: string; tries: number } | undefined
    try {
      const more = await deps.db.transaction().execute(async (tx) => {
        const [timer] = await takeDue(deps, tx, { most: 1, except: passed })
        if (!timer) return false
        taken = timer
        await work.one(tx, readTimer(timer.command))
        return true
      })
      if (!more) return fired
      fired += 1
    } catch (error) {
      if (!taken) throw error
      passed.push(taken.key)
      if (error instanceof TimerNotNow) continue
      deps.log.error({ err: error, timer: taken.key, tries: taken.tries + 1 }, 'timer failed')
      await putOff(deps, taken)
    }
  }
}

/** Tries after which a timer counts as one that somebody should look at: it has waited for a minute by then. */
const STUCK_AFTER = 6

/** How many timers keep failing, among them those that this release does not understand. */
export async function countStuckTimers(deps: Deps): Promise<number> {
  const { count } = await deps.db
    .selectFrom('timers')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('tries', '>=', STUCK_AFTER)
    .executeTakeFirstOrThrow()
  return Number(count)
}

// Only while it is still due: meanwhile another server may have carried it out, or its cause have set it anew.
async function putOff(deps: Deps, { key, tries }: { key: string; tries: number }): Promise<void> {
  const now = deps.clock.now()
  await deps.db
    .updateTable('timers')
    .set({ due_at: toTimestamp(epochMs(now + delayAfter(tries))), tries: tries + 1 })
    .where('key', '=', key)
    .where('due_at', '<=', toTimestamp(now))
    .execute()
}

type Wanted = { type?: TimerCommand['type']; most: number; except: readonly string[] }

async function takeDue(deps: Deps, tx: Transaction<DB>, { type, most, except }: Wanted) {
  const taken = await tx
    .deleteFrom('timers')
    .where('key', 'in', (query) =>
      query
        .selectFrom('timers')
        .select('key')
        .where('due_at', '<=', toTimestamp(deps.clock.now()))
        .$if(type !== undefined, (some) => some.where(sql`command->>'type'`, '=', type!))
        .$if(except.length > 0, (some) =>
          some.where('key', '!=', sql<string>`all(${sql.val([...except])}::text[])`),
        )
        .orderBy('due_at')
        .orderBy('key')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['key', 'command', 'tries'])
    .execute()
  // Deleted rows come in no order; what happens at one moment happens in the same order each time.
  return taken.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}
