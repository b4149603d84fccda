import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { PaymentProviderName } from '#contract/payments.ts'
import type { UserId } from '#contract/values.ts'
import { epochMs } from '#time/clock.ts'
import type { DB } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { startTimers } from '#server/events/timers.ts'
import { ProviderAway, ProviderRefusal } from '#contract/payments/provider-failures.ts'
import { scopeOfPractice } from '../../../policy/scope.ts'
import { keepReminders, recordFailedCharge } from '../reminders/reminders.service.ts'
import { openLedger, recordChange } from '../ledger/ledger.service.ts'
import { findZone, markPaid } from '../payments.repository.ts'
import * as customers from './customers.repository.ts'
import { fromHeld, toHeld } from './held.service.ts'
import { addNotice } from './notices.repository.ts'
import { failedChargeToTell, linesOf } from './snapshot.domain.ts'

type PaymentAccounts = NonNullable<Deps['payments']['accounts']>
/** What a provider tells: whose customer has changed. */
export type Notice = Parameters<PaymentAccounts['customerOf']>[0]

// What a provider tells is only that something has changed. What counts is read from it, as a whole (ADR 75).

type Reading = {
  notice?: Notice
  /** Who of the operators asked for it, and why: the lines that were missing say so. */
  by?: { byOperator: string; reason: string }
}

/**
 * Reads what the provider has of a customer, and adds to the coach's ledger what is not there yet. A reading that another one
 * overtook changes nothing. A notice is kept in the transaction of its effect.
 * @returns whose it is; undefined for a customer that is nobody here
 * @throws ProviderAway
 */
export async function readCustomer(
  deps: Deps,
  customer: string,
  { notice, by }: Reading = {},
): Promise<UserId | undefined> {
  const { provider } = deps.payments
  const accounts = accountsOf(deps)
  const begun = await customers.beginReading(deps.db, provider, customer)
  if (!begun) {
    if (notice) await keepNotice(deps, deps.db, notice, null)
    return undefined
  }
  const { coachId, reading } = begun
  const scope = scopeOfPractice(coachId)
  const snapshot = await accounts.snapshot(customer)
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const ledger = await openLedger(deps, tx, coachId, now)
    if (notice) await keepNotice(deps, tx, notice, coachId)
    const before = await customers.findCustomer(tx, scope, provider)
    const held = toHeld(snapshot, now)
    if (!(await customers.applyReading(tx, scope, { customer, reading, held }, now))) return
    const zone = await findZone(tx, scope)
    const lines = linesOf(snapshot, { known: ledger.lines, zone, now })
    const known = new Set(ledger.lines.map(({ key }) => key))
    // The reason was kept before the provider was asked to cancel: whichever reading comes first writes the line with it.
    const { cancelReason = null, cancelAskedAt = null } = before ?? {}
    const isAnswered = ({ at, fact }: (typeof lines)[number]) =>
      fact.cause === 'cancelled' &&
      cancelAskedAt !== null &&
      Math.abs(at - cancelAskedAt) <= customers.REASON_MS
    const { status } = await ledger.enter(
      ...lines.map((line) => ({ ...line, provider, ...(isAnswered(line) ? { reason: cancelReason } : by) })),
    )
    await markPaid(
      tx,
      snapshot.payments.flatMap(({ checkoutId }) => checkoutId ?? []),
      now,
    )
    const added = ledger.lines.filter(({ key }) => !known.has(key))
    if (cancelAskedAt !== null && added.some(isAnswered)) {
      await customers.removeCancelReason(tx, scope, cancelAskedAt)
    }
    await recordFailedCharge(deps, tx, coachId, failedChargeToTell(snapshot, added))
    // A voucher or a part of a transfer is news for the screens, though the payment is what it was.
    if (isDeepStrictEqual(fromHeld(before?.held), fromHeld(JSON.parse(held)))) return
    await recordChange(deps, tx, coachId, status)
    // It may renew itself now, or not any more.
    await keepReminders(deps, tx, scope)
  })
  deps.actors.forgetPractice(coachId)
  return coachId
}

/** The accounts of the configured provider. @throws Error where it keeps none */
export function accountsOf({ payments: { accounts, provider } }: Deps): PaymentAccounts {
  if (!accounts) throw new Error(`The payment provider ${provider} keeps no accounts`)
  return accounts
}

/**
 * POST: reads the customer that a notice is about, at once. If the provider does not answer, the notice is kept with a job that
 * tries again.
 */
export async function receiveNotice(deps: Deps, notice: Notice): Promise<void> {
  try {
    await accountsOf(deps).inTime(() => readNoticed(deps, notice))
  } catch (error) {
    if (error instanceof ProviderRefusal) {
      // As for a customer who was deleted there: asked again, it would refuse again.
      deps.log.warn({ err: error, notice: notice.id }, 'what was told cannot be read')
      return keepNotice(deps, deps.db, notice, null)
    }
    if (!(error instanceof ProviderAway)) throw error
    await deps.db.transaction().execute(async (tx) => {
      const { provider } = deps.payments
      const known = notice.customer && (await customers.findCoachOf(tx, provider, notice.customer))
      await keepNotice(deps, tx, notice, known ? known.coachId : null)
      await readLater(deps, tx, notice)
    })
  }
}

/**
 * Reads a customer after something was done at the provider. If it does not answer now, a job reads it: what was done is done.
 */
export async function readAfterwards(deps: Deps, customer: string): Promise<void> {
  try {
    await readCustomer(deps, customer)
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error
    const command = { type: 'payment.read' as const, job: { customer } }
    const timer = { key: `payment.read:${customer}`, dueAt: deps.clock.now(), command }
    await deps.db.transaction().execute((tx) => startTimers(tx, [timer]))
  }
}

async function readNoticed(deps: Deps, notice: Notice): Promise<void> {
  const customer = await accountsOf(deps).customerOf(notice)
  if (customer === null) await keepNotice(deps, deps.db, notice, null)
  else await readCustomer(deps, customer, { notice })
}

/** By a timer, which becomes a job: one for each notice. */
function readLater(deps: Deps, tx: Transaction<DB>, notice: Notice): Promise<void> {
  const command = { type: 'payment.read' as const, job: { notice } }
  return startTimers(tx, [{ key: `payment.read:${notice.id}`, dueAt: deps.clock.now(), command }])
}

const StoredNotice = z
  .object({ id: z.string(), type: z.string(), at: z.int().transform((ms) => epochMs(ms)) })
  .and(
    z.union([
      z.object({ customer: z.string(), charge: z.null() }),
      z.object({ customer: z.null(), charge: z.string().nullable() }),
    ]),
  )
/** What is to be read again: the customer of a notice, or a customer of whom something may have been missed. */
const ReadingJob = z.union([z.object({ notice: StoredNotice }), z.object({ customer: z.string() })])

/** Reads a customer again. @throws ProviderAway to be tried again */
export async function readMissed(deps: Deps, data: object): Promise<void> {
  // Another provider may be configured since the job was made.
  if (!deps.payments.accounts) return
  const job = ReadingJob.parse(data)
  try {
    await ('notice' in job ? readNoticed(deps, job.notice) : readCustomer(deps, job.customer))
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    deps.log.warn({ err: error }, 'a customer of the payment provider cannot be read')
  }
}

function keepNotice(deps: Deps, db: Deps['db'], notice: Notice, coachId: UserId | null): Promise<void> {
  const provider: PaymentProviderName = deps.payments.provider
  const { id, type, at, customer } = notice
  return addNotice(db, { provider, id, type, at, customer, coachId }, deps.clock.now())
}
