import type { Transaction } from 'kysely'
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
    const row = { due_at: toTimestamp(change.dueAt), command: JSON.stringify(change.command) }
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

/**
 * Fires every timer that is due, each in a transaction of its own that takes the row and carries it out: a crash
 * leaves both undone, another server passes the locked row by, so each fires exactly once. One that fails stays and
 * does not hold up the others. Answers how many fired.
 */
export async function fireDueTimers(deps: Deps, carryOut: CarryOut): Promise<number> {
  const failed: string[] = []
  for (let fired = 0; ; fired += 1) {
    let key: string | undefined
    try {
      const more = await deps.db.transaction().execute(async (tx) => {
        const timer = await takeDue(deps, tx, failed)
        if (!timer) return false
        key = timer.key
        await carryOut(tx, timer.command)
        return true
      })
      if (!more) return fired
    } catch (error) {
      if (!(error instanceof TimerNotNow)) deps.log.error({ err: error, timer: key }, 'timer failed')
      if (key === undefined) return fired
      failed.push(key)
    }
  }
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
    .returning(['key', 'command'])
    .executeTakeFirst()
}
