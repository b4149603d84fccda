import type { PaymentMethod } from '#contract/payments.ts'
import type {
  FailedCharge,
  Money,
  Payment,
  Snapshot,
  Subscription,
  Voucher,
} from '#contract/payments/snapshot.ts'
import type { EpochMs } from '#time/clock.ts'
import type { Entry, Fact } from '../ledger/ledger.domain.ts'

// What a provider has of a customer, as lines of the ledger (ADR 75). The same snapshot always gives the same lines, so a line
// that is there already is left alone; a later one gives more of them.

/** A line that a snapshot gives; `key` is the provider's name of it. */
export type Told = Entry & { method: PaymentMethod | null; amount: Money | null }

type Context = {
  /** What the ledger has already. */
  known: readonly Entry[]
  /** Of the coach, for periods that Norte counts. */
  zone: string
  now: EpochMs
}

/** The lines of a snapshot. Those without a time of the provider count from `now`. */
export function linesOf(snapshot: Snapshot, context: Context): Told[] {
  const { payments, failedCharges, vouchers } = snapshot
  return [
    ...snapshot.subscriptions.flatMap((subscription) => ofSubscription(subscription, snapshot, context)),
    ...payments.flatMap((payment) => ofPayment(payment, context)),
    ...failedCharges.map(({ id, at }) => told(failedKey(id), at, { cause: 'chargeFailed' }, 'card')),
    ...vouchers.flatMap(ofVoucher),
  ]
}

const failedKey = (id: string) => `${id} failed`

/**
 * The refused charge that the coach is told of: the last of those that are new in the ledger, unless something was paid since.
 * Several are new at once after a time in which nothing was heard, and then one mail says it.
 */
export function failedChargeToTell(
  { failedCharges, payments }: Snapshot,
  added: readonly Entry[],
): FailedCharge | undefined {
  const keys = new Set(added.map(({ key }) => key))
  const last = failedCharges
    .filter(({ id }) => keys.has(failedKey(id)))
    .toSorted((a, b) => a.at - b.at)
    .at(-1)
  return last && !payments.some(({ paidAt }) => paidAt >= last.at) ? last : undefined
}

function told(
  key: string,
  at: EpochMs,
  fact: Fact,
  method: PaymentMethod | null = null,
  amount: Money | null = null,
): Told {
  return { key, at, fact, method, amount }
}

function ofSubscription(
  { id, checkoutId, planId, trialEndsAt, startedAt, cancelledAt, endedAt }: Subscription,
  { subscriptions }: Snapshot,
  { known, now }: Context,
): Told[] {
  const lines: Told[] = []
  if (trialEndsAt !== null) {
    const trial: Fact = {
      cause: 'trialBegan',
      ...(checkoutId !== null && { for: checkoutId }),
      planId,
      until: trialEndsAt,
    }
    lines.push(told(`${id} trial`, startedAt, trial, 'card'))
  }
  if (cancelledAt !== null)
    lines.push(told(`${id} cancelled ${cancelledAt}`, cancelledAt, { cause: 'cancelled' }))
  // Somebody ended it at the provider. What was paid runs on, unless another one has taken its place.
  const isReplaced = subscriptions.some((other) => other.id !== id && other.endedAt === null)
  if (endedAt !== null && !isReplaced) lines.push(told(`${id} ended`, endedAt, { cause: 'cancelled' }))
  if (cancelledAt === null && endedAt === null) lines.push(...keptAfterAll(id, known, now))
  return lines
}

/** It renews itself, though it was cancelled when it was last looked at. */
function keptAfterAll(id: string, known: readonly Entry[], now: EpochMs): Told[] {
  const prefix = `${id} cancelled `
  const last = known
    .filter(({ key }) => key.startsWith(prefix))
    .toSorted((a, b) => a.at - b.at)
    .at(-1)
  return last ? [told(`${id} resumed ${last.key.slice(prefix.length)}`, now, { cause: 'resumed' })] : []
}

function ofPayment(payment: Payment, { zone, now }: Context): Told[] {
  const { id, checkoutId, planId, method, amount, paidAt, until, isPlanChange } = payment
  const paid: Fact = {
    cause: 'paid',
    of: id,
    ...(checkoutId !== null && { for: checkoutId }),
    planId,
    zone,
    until,
    ...(isPlanChange && { replaces: true as const }),
  }
  return [
    told(`${id} paid`, paidAt, paid, method, amount),
    ...ofRefunds(payment),
    ...payment.disputes.flatMap((dispute) => [
      told(`${dispute.id} opened`, dispute.openedAt, { cause: 'disputeOpened', of: id }),
      ...(dispute.outcome === 'won' ? [told(`${dispute.id} won`, now, { cause: 'disputeWon', of: id })] : []),
      ...(dispute.outcome === 'lost'
        ? [told(`${dispute.id} lost`, now, { cause: 'disputeLost', of: id })]
        : []),
    ]),
  ]
}

/** A refund that leaves nothing of the payment is the full one. */
function ofRefunds({ id, amount, method, refunds }: Payment): Told[] {
  let back = 0
  return refunds
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    .map((refund) => {
      back += refund.minor
      const fact: Fact = { cause: 'refunded', of: id, isFull: back >= amount.minor }
      return told(`${refund.id} refunded`, refund.at, fact, method, {
        minor: refund.minor,
        currency: amount.currency,
      })
    })
}

function ofVoucher({ id, checkoutId, planId, issuedAt, endedAt, amount, how }: Voucher): Told[] {
  const issued: Fact = { cause: 'voucherIssued', of: checkoutId, planId }
  return [
    told(`${id} issued`, issuedAt, issued, how.method, amount),
    ...(endedAt === null
      ? []
      : [told(`${id} expired`, endedAt, { cause: 'voucherExpired', of: checkoutId }, how.method)]),
  ]
}
