import type { PaymentStatus } from '#contract/account/auth.ts'
import type { PaymentCause, PlanId } from '#contract/payments.ts'
import { ProviderRefusal } from '#contract/payments/provider-failures.ts'
import type { Money } from '#contract/payments/snapshot.ts'
import { type IsoInstant, type PaymentEntryId, toWire } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import { scopeOfPractice } from '../../policy/scope.ts'
import { found } from '../../refusal.ts'
import { type Fact, inOrder, paymentsIn } from './ledger/ledger.domain.ts'
import { type Ledger, type LedgerLine, listLines, openLedger } from './ledger/ledger.service.ts'
import { type StoredState, effectivePayment } from './payments.domain.ts'
import { everyCustomer } from './accounts/customers.repository.ts'
import { listUnknown } from './accounts/notices.repository.ts'
import { readCustomer } from './accounts/reading.service.ts'
import { stopRenewal } from './accounts/renewal.service.ts'
import * as payments from './payments.repository.ts'

// What the operator does from the command line (product §5); each is a line of the ledger, with who did it and why.

/** Who of the operators, and why. */
export type ByOperator = { byOperator: string; reason: string }

/** Where a coach's payment is. */
export type PaymentReport = {
  email: string
  paymentStatus: PaymentStatus
  planId: PlanId | null
  periodEndsAt: IsoInstant | null
}

/**
 * Marks the coach of an address as paid for a month or a year; a current period is extended. With what was paid, in minor units of
 * the plan's currency and tax included, the coach has a receipt.
 * @throws Refusal `coach.not_found`
 */
export async function markPaid(
  deps: Deps,
  email: string,
  planId: PlanId,
  by: ByOperator,
  minor?: number,
): Promise<PaymentReport> {
  const { currency } = deps.config.plans.find(({ id }) => id === planId)!
  const amount = minor === undefined ? null : { minor, currency }
  const report = await note(deps, email, { ...by, amount }, (_, { id, zone }) => ({
    cause: 'paid',
    of: id,
    planId,
    zone,
    until: null,
  }))
  return report!
}

/**
 * Has a coach pay nothing: no card of theirs is charged again, which the provider is told first. `stopped` says whether one would
 * have been. Undefined if they pay nothing already.
 * @throws ProviderAway, ProviderRefusal where the card would still be charged: then nobody was exempted. Refusal `coach.not_found`
 */
export async function exempt(
  deps: Deps,
  email: string,
  by: ByOperator,
): Promise<(PaymentReport & { stopped: boolean }) | undefined> {
  const { coachId } = found(await payments.findCoach(deps.db, email), 'coach.not_found')
  const scope = scopeOfPractice(coachId)
  const stopped = await stopRenewal(deps, scope)
  const report = await note(deps, email, by, ({ state }) =>
    state.status === 'exempt' ? undefined : { cause: 'exempted' },
  )
  if (report) return { ...report, stopped }
  if (!stopped) return undefined
  const { email: address, ...state } = await payments.getReport(deps.db, scope)
  return { ...reportOf(deps, address, state), stopped }
}

/** Has an exempt coach pay as everybody does; undefined if they do already. @throws Refusal `coach.not_found` */
export function endExemption(deps: Deps, email: string, by: ByOperator): Promise<PaymentReport | undefined> {
  return note(deps, email, by, ({ state }) =>
    state.status === 'exempt' ? { cause: 'exemptionEnded' } : undefined,
  )
}

/**
 * What became of a refund that was to be noted. A payment that was given back before is left alone, and so are earlier ones: the
 * command may have been given twice.
 */
export type NotedRefund =
  | { did: 'noted'; report: PaymentReport }
  | { did: 'nothing'; why: 'noPayment' }
  | { did: 'nothing'; why: 'givenBack'; paidAt: IsoInstant }

/**
 * Notes that a payment was given back, which takes back what it had bought: the payment of that line of the ledger, or the last
 * one. @throws Refusal `coach.not_found`
 */
export async function noteRefund(
  deps: Deps,
  email: string,
  by: ByOperator,
  line?: string,
): Promise<NotedRefund> {
  let refused: NotedRefund = { did: 'nothing', why: 'noPayment' }
  const report = await note(deps, email, by, ({ lines }) => {
    const payment = paymentsIn(lines).findLast(({ entry }) => line === undefined || entry.id === line)
    if (!payment) return undefined
    const { entry, of, isBack } = payment
    if (!isBack) return { cause: 'refunded', of, part: null }
    refused = { did: 'nothing', why: 'givenBack', paidAt: toWire(entry.at) }
    return undefined
  })
  return report ? { did: 'noted', report } : refused
}

/** The payments of all coaches, by address. */
export async function listPayments(deps: Deps): Promise<PaymentReport[]> {
  const all = await payments.listPayments(deps.db)
  return all.map(({ email, ...state }) => reportOf(deps, email, state))
}

/** A line of a ledger as the operator reads it. */
export type LedgerReport = Pick<LedgerLine, 'id' | 'provider' | 'byOperator' | 'reason'> & {
  at: IsoInstant
  cause: PaymentCause
}

/** The ledger of the coach of an address, the first line first. @throws Refusal `coach.not_found` */
export async function showLedger(deps: Deps, email: string): Promise<LedgerReport[]> {
  const { coachId } = found(await payments.findCoach(deps.db, email), 'coach.not_found')
  const lines = inOrder(await listLines(deps.db, scopeOfPractice(coachId)))
  return lines.map(({ id, at, fact, provider, byOperator, reason }) => ({
    id,
    at: toWire(at),
    cause: fact.cause,
    provider,
    byOperator,
    reason,
  }))
}

/** What was told of a customer who is nobody here. */
export type UnknownNotice = {
  at: IsoInstant
  provider: string
  customer: string | null
  type: string
  id: string
}

const MOST_UNKNOWN = 200

/** What the provider has told of customers who are nobody here, the last first: of a deleted account, or of another installation. */
export async function listUnknownNotices(deps: Deps): Promise<UnknownNotice[]> {
  const rows = await listUnknown(deps.db, MOST_UNKNOWN)
  return rows.map(({ at, ...notice }) => ({ ...notice, at: toWire(at) }))
}

/**
 * Reads what the provider has of every customer, or of the coach of an address, now and not tomorrow. Answers the payments that
 * were different before; the lines that were missing say who asked for it, and why.
 * @throws ProviderAway, Refusal `coach.not_found`
 */
export async function reconcileNow(deps: Deps, by: ByOperator, email?: string): Promise<PaymentReport[]> {
  const { provider } = deps.payments
  const only =
    email === undefined ? undefined : found(await payments.findCoach(deps.db, email), 'coach.not_found')
  const mended: PaymentReport[] = []
  for await (const { coachId, customer } of everyCustomer(deps.db, provider)) {
    if (only && only.coachId !== coachId) continue
    const scope = scopeOfPractice(coachId)
    const before = await listLines(deps.db, scope)
    try {
      await readCustomer(deps, customer, { by })
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error
      deps.log.warn({ err: error, customer }, 'a customer of the payment provider cannot be read')
      continue
    }
    if ((await listLines(deps.db, scope)).length === before.length) continue
    const { email: address, ...state } = await payments.getReport(deps.db, scope)
    mended.push(reportOf(deps, address, state))
  }
  return mended
}

async function note(
  deps: Deps,
  email: string,
  by: ByOperator & { amount?: Money | null },
  factOf: (ledger: Ledger, more: { id: PaymentEntryId; zone: string }) => Fact | undefined,
): Promise<PaymentReport | undefined> {
  const { coachId, timezone: zone } = found(await payments.findCoach(deps.db, email), 'coach.not_found')
  const now = deps.clock.now()
  const state = await deps.db.transaction().execute(async (tx) => {
    const ledger = await openLedger(deps, tx, coachId, now)
    const id = deps.newId<PaymentEntryId>()
    const fact = factOf(ledger, { id, zone })
    return fact && ledger.enter({ key: `operator ${id}`, at: now, provider: 'manual', fact, ...by })
  })
  deps.actors.forgetPractice(coachId)
  return state && reportOf(deps, email, state)
}

function reportOf(deps: Deps, email: string, { status, planId, periodEndsAt }: StoredState): PaymentReport {
  const { paymentStatus } = effectivePayment(status, periodEndsAt, deps.clock.now(), deps.payments.provider)
  return { email, paymentStatus, planId, periodEndsAt: toWire(periodEndsAt) }
}
