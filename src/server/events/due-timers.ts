import { type Transaction, sql } from 'kysely'
import { HOUR_MS, epochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { TimerCommand } from '#server/domain-events.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { inContext, requestContextOf } from '#server/work-context.ts'
import { readTimer } from './stored-timer.ts'
import { TimerNotNow } from './timers.ts'

/** The work of due timers, in the transaction that took them. */
export type TimerWork = {
  /** Runs a single command. */
  one(tx: Transaction<DB>, command: TimerCommand): Promise<void>
  /** Runs many commands of the one type that comes in bursts, at the cost of one. */
  many?: {
    type: TimerCommand['type']
    carryOut(tx: Transaction<DB>, commands: readonly TimerCommand[]): Promise<void>
  }
}

/** Most timers that one transaction takes: short enough that other servers do not wait long for their share. */
const BATCH = 100

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = HOUR_MS

/**
 * How long a timer that failed `attempts` times waits for its next attempt: twice as long each time, at most an hour.
 */
export function delayAfter(attempts: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** attempts, LONGEST_DELAY_MS)
}

/**
 * Fires every due timer, in a transaction that takes its row and runs it: a crash undoes both, other servers skip the
 * locked row, so each fires exactly once. Those that come in bursts share transactions; if a batch fails, its timers
 * are fired one by one. A timer that fails is kept, is retried with growing delays, and does not block the others.
 * @returns how many fired
 */
export async function fireDueTimers(deps: Deps, work: TimerWork): Promise<number> {
  // Mostly nothing is due; this answers at a fraction of the cost of two transactions.
  if (!(await isAnyDue(deps))) return 0
  const together = await fireTogether(deps, work.many)
  return together + (await fireOneByOne(deps, work))
}

async function isAnyDue({ db, clock }: Deps): Promise<boolean> {
  const due = await db
    .selectFrom('timers')
    .select('key')
    .where('due_at', '<=', toTimestamp(clock.now()))
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
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
      // Nothing was taken, so the database itself failed, which the caller has to know.
      if (taken.length === 0) throw error
      deps.log.warn({ err: error, timers: taken.length }, 'timers failed together')
      return fired
    }
    fired += taken.length
    taken.forEach(() => deps.metrics.timed('fired'))
    if (taken.length < BATCH) return fired
  }
}

async function fireOneByOne(deps: Deps, work: TimerWork): Promise<number> {
  const passed: string[] = []
  let fired = 0
  for (;;) {
    let taken: { key: string; attempts: number } | undefined
    try {
      const more = await deps.db.transaction().execute(async (tx) => {
        const [timer] = await takeDue(deps, tx, { most: 1, except: passed })
        if (!timer) return false
        taken = timer
        await inContext(contextOf(timer), () => work.one(tx, readTimer(timer.command)))
        return true
      })
      if (!more) return fired
      fired += 1
      deps.metrics.timed('fired')
    } catch (error) {
      if (!taken) throw error
      passed.push(taken.key)
      if (error instanceof TimerNotNow) continue
      deps.metrics.timed('failed')
      deps.log.error({ err: error, timer: taken.key, attempts: taken.attempts + 1 }, 'timer failed')
      await putOff(deps, taken)
    }
  }
}

/** Its key, and the request that set it, if there was one. */
function contextOf({ key, command }: { key: string; command: unknown }) {
  return { timer: key, ...(typeof command === 'object' && command !== null && requestContextOf(command)) }
}

/** Attempts after which a timer counts as stuck and needs an operator: it has waited for a minute by then. */
export const STUCK_AFTER = 6

/** How many timers keep failing, including those that this release does not understand. */
export async function countStuckTimers(deps: Deps): Promise<number> {
  const { count } = await deps.db
    .selectFrom('timers')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('tries', '>=', STUCK_AFTER)
    .executeTakeFirstOrThrow()
  return Number(count)
}

// Only while it is still due: another server may have run it meanwhile, or an event may have set it again.
async function putOff(deps: Deps, { key, attempts }: { key: string; attempts: number }): Promise<void> {
  const now = deps.clock.now()
  await deps.db
    .updateTable('timers')
    .set({ due_at: toTimestamp(epochMs(now + delayAfter(attempts))), tries: attempts + 1 })
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
    .returning(['key', 'command', 'tries as attempts'])
    .execute()
  // Deleted rows are returned in no order; sort them so that timers of one moment always run in the same order.
  return taken.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}
