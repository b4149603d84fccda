import type { Transaction } from 'kysely'
import { HOUR_MS, epochMs } from '#time/clock.ts'
import type { DB } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { TimerCommand } from '../domain-events.ts'
import { toTimestamp } from '../platform/postgres.ts'
import type { TimerChange } from './effect.ts'

/** Sets (replacing one of the same key) and drops timers. */
export async function changeTimers(tx: Transaction<DB>, changes: readonly TimerChange[]): Promise<void> {
  for (const change of changes) {
    if (change.kind === 'drop') {
      await tx.deleteFrom('timers').where('key', '=', change.key).execute()
      continue
    }
    const row = { due_at: toTimestamp(change.dueAt), command: JSON.stringify(change.command), tries: 0 }
    await tx
      .insertInto('timers')
      .values({ key: change.key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute()
  }
}

/**
 * Thrown by a timer whose subject somebody else is changing right now. Waiting for them would be a deadlock, because
 * their change waits for the timer; so the timer stays and fires at the next look.
 */
export class TimerNotNow extends Error {
  override readonly name = 'TimerNotNow'
}

export type CarryOut = (tx: Transaction<DB>, command: TimerCommand) => Promise<void>

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = HOUR_MS

/** How long a timer that has failed `tries` times before waits for its next try: twice as long each time, at most an hour. */
export function delayAfter(tries: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** tries, LONGEST_DELAY_MS)
}

/**
 * Fires every timer that is due, each in a transaction of its own that takes the row and carries it out: a crash
 * leaves both undone, another server passes the locked row by, so each fires exactly once. One that fails stays, is
 * tried again later and later, and does not hold up the others. Answers how many fired.
 */
export async function fireDueTimers(deps: Deps, carryOut: CarryOut): Promise<number> {
  const passed: string[] = []
  let fired = 0
  for (;;) {
    let taken: { key: string; tries: number } | undefined
    try {
      const more = await deps.db.transaction().execute(async (tx) => {
        const timer = await takeDue(deps, tx, passed)
        if (!timer) return false
        taken = timer
        await carryOut(tx, timer.command)
        return true
      })
      if (!more) return fired
      fired += 1
    } catch (error) {
      // Nothing was taken: the database itself is in trouble, which the caller has to know.
      if (!taken) throw error
      passed.push(taken.key)
      if (error instanceof TimerNotNow) continue
      deps.log.error({ err: error, timer: taken.key, tries: taken.tries + 1 }, 'timer failed')
      await putOff(deps, taken)
    }
  }
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

function takeDue(deps: Deps, tx: Transaction<DB>, except: readonly string[]) {
  return tx
    .deleteFrom('timers')
    .where('key', '=', (query) =>
      query
        .selectFrom('timers')
        .select('key')
        .where('due_at', '<=', toTimestamp(deps.clock.now()))
        .$if(except.length > 0, (some) => some.where('key', 'not in', except))
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['key', 'command', 'tries'])
    .executeTakeFirst()
}
