import type { PaymentMethod } from '#contract/payments.ts'
import type {
  FailedCharge,
  Money,
  Payment,
  Refund,
  Snapshot,
  Subscription,
  Voucher,
} from '#contract/payments/snapshot.ts'
import { DAY_MS, type EpochMs, HOUR_MS, epochMs } from '#time/clock.ts'
import { type Entry, type Fact, inOrder } from '../ledger/ledger.domain.ts'

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
    ...payments.flatMap((payment) => ofPayment(payment, context)),
    ...failedCharges.map(({ id, at }) => told(failedKey(id), at, { cause: 'chargeFailed' }, 'card')),
    ...vouchers.flatMap((voucher) => ofVoucher(voucher, context)),
    // Last: in the same moment a cancellation comes after the payment that it is about.
    ...snapshot.subscriptions.flatMap((subscription) => ofSubscription(subscription, snapshot, context)),
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

/** How long after a trial its card is charged: until then it is not over. Stripe takes about an hour. */
const CHARGING_MS = 3 * HOUR_MS

function ofSubscription(
  { id, checkoutId, planId, trialEndsAt, startedAt, periodEndsAt, cancelledAt, endedAt }: Subscription,
  snapshot: Snapshot,
  context: Context,
): Told[] {
  const lines: Told[] = []
  if (trialEndsAt !== null) {
    const trial: Fact = {
      cause: 'trialBegan',
      ...(checkoutId !== null && { for: checkoutId }),
      planId,
      until: epochMs(trialEndsAt + CHARGING_MS),
    }
    lines.push(told(`${id} trial`, startedAt, trial, 'card'))
  }
  if (endedAt === null) lines.push(...ofRenewal(id, cancelledAt, snapshot, context))
  // Somebody ended it at the provider, and not the provider because nothing could be charged. What was paid runs on, unless
  // another one has taken its place.
  const isReplaced = snapshot.subscriptions.some((other) => other.id !== id && other.endedAt === null)
  const isEarly = endedAt !== null && cancelledAt !== null && endedAt < periodEndsAt
  if (isEarly && !isReplaced) lines.push(told(`${id} ended`, endedAt, { cause: 'cancelled' }))
  return lines
}

/** Whether a subscription renews itself, where that is news. */
function ofRenewal(
  id: string,
  cancelledAt: EpochMs | null,
  snapshot: Snapshot,
  { known, now }: Context,
): Told[] {
  const last = inOrder(known).findLast(
    ({ key }) => key.startsWith(`${id} cancelled`) || key.startsWith(`${id} resumed`),
  )
  const isCancelled = last?.fact.cause === 'cancelled'
  if (cancelledAt === null) {
    return isCancelled ? [told(`${id} resumed ${last.at}`, now, { cause: 'resumed' })] : []
  }
  // Stripe moves the time with any later change of it, as by a second tab that cancels as well: that is no other cancellation.
  if (isCancelled && !wasPaidAfter(last.at, snapshot, known)) return []
  const key = `${id} cancelled ${cancelledAt}`
  const isKnown = known.some((entry) => entry.key === key)
  if (isKnown && isCancelled) return []
  // Kept and cancelled again within a second, which is all that the provider's time says: it counts from now.
  const at = last && last.at >= cancelledAt ? now : cancelledAt
  return [told(isKnown ? `${key} after ${last?.at}` : key, at, { cause: 'cancelled' })]
}

/** Whether something was paid or tried since then, which takes a cancellation back. */
const wasPaidAfter = (
  then: EpochMs,
  { payments, subscriptions }: Snapshot,
  known: readonly Entry[],
): boolean =>
  payments.some(({ paidAt }) => paidAt > then) ||
  subscriptions.some(({ trialEndsAt, startedAt }) => trialEndsAt !== null && startedAt > then) ||
  known.some(
    ({ at, fact: { cause } }) =>
      at > then && (cause === 'paid' || cause === 'trialBegan' || cause === 'resumed'),
  )

function ofPayment(payment: Payment, context: Context): Told[] {
  const { zone, now } = context
  const { id, checkoutId, planId, method, amount, paidAt, from, until, isPlanChange } = payment
  const paid: Fact = {
    cause: 'paid',
    of: id,
    ...(checkoutId !== null && { for: checkoutId }),
    planId,
    zone,
    ...(from !== null && { from }),
    until,
    ...(isPlanChange && { replaces: true as const }),
  }
  return [
    told(`${id} paid`, paidAt, paid, method, amount),
    ...ofRefunds(payment, context),
    ...payment.disputes.flatMap((dispute) => [
      told(`${dispute.id} opened`, dispute.openedAt, { cause: 'disputeOpened', of: id }),
      ...(dispute.outcome === 'won' ? [told(`${dispute.id} won`, now, { cause: 'disputeWon', of: id })] : []),
      ...(dispute.outcome === 'lost'
        ? [told(`${dispute.id} lost`, now, { cause: 'disputeLost', of: id })]
        : []),
    ]),
  ]
}

/** One that failed is news only where it had counted. */
function ofRefunds({ id, amount, method, refunds }: Payment, { known, now }: Context): Told[] {
  const { currency } = amount
  const keyOf = (refund: Refund) => `${refund.id} refunded`
  const arrived = refunds
    .filter(({ hasFailed }) => !hasFailed)
    .map((refund) => {
      const fact: Fact = { cause: 'refunded', of: id, part: { minor: refund.minor, total: amount.minor } }
      return told(keyOf(refund), refund.at, fact, method, { minor: refund.minor, currency })
    })
  const failed = refunds
    .filter((refund) => refund.hasFailed && known.some(({ key }) => key === keyOf(refund)))
    .map((refund) => {
      const fact: Fact = { cause: 'refundFailed', of: id, refund: keyOf(refund) }
      return told(`${refund.id} refund failed`, now, fact, method, { minor: refund.minor, currency })
    })
  return [...arrived, ...failed]
}

/** How long a transfer of which nothing has come is waited for. One that comes later counts all the same. */
const TRANSFER_MS = 7 * DAY_MS

/** When a voucher can no longer be paid, or is no longer waited for; null until then. */
export function endOf({ issuedAt, expiresAt, endedAt, amount, how }: Voucher, now: EpochMs): EpochMs | null {
  if (endedAt !== null) return endedAt
  if (expiresAt !== null) return expiresAt <= now ? expiresAt : null
  if (how.method !== 'spei') return null
  const end = transferEnd(issuedAt, how.remainingMinor < amount.minor)
  return end !== null && end <= now ? end : null
}

/** Until when a transfer is waited for; null for one of which a part has come. */
export const transferEnd = (issuedAt: EpochMs, hasPart: boolean): EpochMs | null =>
  hasPart ? null : epochMs(issuedAt + TRANSFER_MS)

/**
 * A part of a transfer may come after it was no longer waited for: then it is waited for again. Those lines follow the one before
 * them whatever the clocks say, so that the last one counts.
 */
function ofVoucher(voucher: Voucher, { known, now }: Context): Told[] {
  const { id, checkoutId, planId, issuedAt, amount, how } = voucher
  const endedAt = endOf(voucher, now)
  const timeOf = (line: string) => known.find(({ key }) => key === `${id} ${line}`)?.at
  const issued = (line: string, at: EpochMs): Told => {
    const fact: Fact = { cause: 'voucherIssued', of: checkoutId, planId }
    return told(`${id} ${line}`, at, fact, how.method, amount)
  }
  const expired = (line: string, at: EpochMs): Told =>
    told(`${id} ${line}`, at, { cause: 'voucherExpired', of: checkoutId }, how.method)
  const lines = [issued('issued', issuedAt)]
  const [firstEnd, again] = [timeOf('expired'), timeOf('issued again')]
  if (endedAt !== null && again === undefined) return [...lines, expired('expired', endedAt)]
  if (endedAt !== null) return [...lines, expired('expired again', epochMs(Math.max(endedAt, again! + 1)))]
  if (firstEnd === undefined || again !== undefined) return lines
  return [...lines, issued('issued again', epochMs(firstEnd + 1))]
}
