import type { Transaction } from 'kysely'
import type { UserId } from '#contract/values.ts'
import { DAY_MS, type EpochMs, epochMs } from '#time/clock.ts'
import type { DB } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { changeTimers, startTimers } from '#server/events/timers.ts'
import { listCustomers } from './customers.repository.ts'
import { forgetNotices } from './notices.repository.ts'

/** How many customers one run asks for again; the rest follows at once. */
const MOST = 500

const KEY = 'payment.reconcile'
const command = { type: 'payment.reconcile' as const, after: null }

/** Starts the daily comparison with the provider, unless it runs already. */
export async function startReconciling(deps: Deps): Promise<void> {
  if (!deps.payments.accounts) return
  await deps.db
    .transaction()
    .execute((tx) => startTimers(tx, [{ key: KEY, dueAt: deps.clock.now(), command }]))
}

/**
 * Has every customer read again, a part of them at a time, and once more tomorrow: what was never told, or was lost on the
 * way, is found within a day. `read` queues the readings.
 */
export async function reconcile(
  deps: Deps,
  tx: Transaction<DB>,
  { after }: { after: UserId | null },
  read: (customers: readonly string[]) => Promise<void>,
): Promise<void> {
  const { accounts, provider } = deps.payments
  // Another provider is configured now; the next start with this one begins again.
  if (!accounts) return
  const customers = await listCustomers(tx, provider, { after, most: MOST })
  await read(customers.map(({ customer }) => customer))
  const isMore = customers.length === MOST
  const now = deps.clock.now()
  await changeTimers(tx, [
    isMore
      ? { kind: 'set', key: KEY, dueAt: now, command: { ...command, after: customers.at(-1)!.coachId } }
      : { kind: 'set', key: KEY, dueAt: epochMs(now + DAY_MS), command },
  ])
}

/** Removes what was told of coaches long ago. @returns how many */
export const forgetOldNotices = (tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> =>
  forgetNotices(tx, 'coaches', before, most)

/** How long the operator can look at what was told of customers that are nobody here. */
export const UNKNOWN_NOTICES_KEPT_MS = 366 * DAY_MS

/** Removes what was told of them longer ago. @returns how many */
export const forgetUnknownNotices = (tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> =>
  forgetNotices(tx, 'nobody', before, most)
