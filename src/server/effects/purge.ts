import type { Transaction } from 'kysely'
import { DAY_MS, MINUTE_MS, epochMs, type EpochMs } from '#time/clock.ts'
import type { DB } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { storeTimer } from '#server/events/stored-timer.ts'
import { changeTimers } from '#server/events/timers.ts'

/** How long what has ended is kept unless told, for questions that come later. */
const KEPT_MS = 60 * DAY_MS
/** Most rows of a kind that one run removes, so that it stays short; the rest follows a minute later. */
const MOST = 20_000

const KEY = 'maintenance.purge'
const command = { type: 'maintenance.purge' } as const

/** The key of the same timer in releases before. */
const FORMER_KEY = 'house.purge'

/** Forgets rows of one kind that ended before an instant, at most `most`, and answers how many. */
export type Forget = (tx: Transaction<DB>, before: EpochMs, most: number) => Promise<number>

/** Something that perishes, and how long it is kept; 60 days unless told. */
type Perishable = { forget: Forget; keptMs?: number }

/** Forgets what ended long enough ago, and comes back tomorrow. Each day is one timer: one server does it. */
export async function purge(deps: Deps, tx: Transaction<DB>, kinds: readonly Perishable[]): Promise<void> {
  const now = deps.clock.now()
  let more = false
  for (const { forget, keptMs = KEPT_MS } of [...kinds, { forget: removeOldMarks }]) {
    more = (await forget(tx, epochMs(now - keptMs), MOST)) >= MOST || more
  }
  const dueAt = epochMs(now + (more ? MINUTE_MS : DAY_MS))
  await changeTimers(tx, [
    { kind: 'drop', key: FORMER_KEY },
    { kind: 'set', key: KEY, dueAt, command },
  ])
}

/** Begins the daily purge where it has not begun yet. */
export async function startPurging(deps: Deps): Promise<void> {
  await deps.db
    .insertInto('timers')
    .values({ key: KEY, due_at: toTimestamp(deps.clock.now()), command: JSON.stringify(storeTimer(command)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

// No job is tried again after so long: its marks have done their duty.
async function removeOldMarks(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('effects_done')
    .where('key', 'in', (query) =>
      query.selectFrom('effects_done').where('done_at', '<', toTimestamp(before)).select('key').limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
