import type { Transaction } from 'kysely'
import { DAY_MS, MINUTE_MS, epochMs, type EpochMs } from '#time/clock.ts'
import type { DB } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { storeTimer } from '#server/events/stored-timer.ts'
import { changeTimers } from '#server/events/timers.ts'

/** How long ended rows are kept by default, for later questions. */
const KEPT_MS = 60 * DAY_MS
/** Most rows of a kind that one run removes, so that it is short; the rest follows a minute later. */
const MOST = 20_000

const KEY = 'maintenance.purge'
const command = { type: 'maintenance.purge' } as const

/** The key of the same timer in earlier releases. */
const FORMER_KEY = 'house.purge'

/** Removes rows of one kind that ended before an instant, at most `most`. @returns how many */
export type Forget = (tx: Transaction<DB>, before: EpochMs, most: number) => Promise<number>

/**
 * A kind of rows to remove, and how long they are kept; 60 days by default. `content` names what people wrote and deleted
 * themselves, whose removal is noted.
 */
type Perishable = { forget: Forget; keptMs?: number; content?: string }

/**
 * Removes what ended long enough ago, and runs again tomorrow. It is one timer, so one server runs it.
 * @returns how many rows of each content are gone for good
 */
export async function purge(
  deps: Deps,
  tx: Transaction<DB>,
  kinds: readonly Perishable[],
): Promise<Record<string, number>> {
  const now = deps.clock.now()
  let more = false
  const gone: Record<string, number> = {}
  const all: Perishable[] = [...kinds, { forget: removeOldMarks }]
  for (const { forget, keptMs = KEPT_MS, content } of all) {
    const removed = await forget(tx, epochMs(now - keptMs), MOST)
    more = removed >= MOST || more
    if (content !== undefined && removed > 0) gone[content] = removed
  }
  const dueAt = epochMs(now + (more ? MINUTE_MS : DAY_MS))
  await changeTimers(tx, [
    { kind: 'drop', key: FORMER_KEY },
    { kind: 'set', key: KEY, dueAt, command },
  ])
  return gone
}

/** Starts the daily purge if it was never started. */
export async function startPurging(deps: Deps): Promise<void> {
  await deps.db
    .insertInto('timers')
    .values({ key: KEY, due_at: toTimestamp(deps.clock.now()), command: JSON.stringify(storeTimer(command)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

// No job is retried after this long, so its marks are not needed any more.
async function removeOldMarks(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('effects_done')
    .where('key', 'in', (query) =>
      query.selectFrom('effects_done').where('done_at', '<', toTimestamp(before)).select('key').limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
