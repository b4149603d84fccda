import type Stripe from 'stripe'
import type { FailedCharge, Payment, Refund } from '#contract/payments/snapshot.ts'
import type { Charges } from './charges.ts'
import type { PlansByPrice } from './prices.ts'
import { checkoutOf, idOf, instantOf, instantOrNull, moneyOf } from './terms.ts'

type Line = Stripe.InvoiceLineItem
type Plans = Awaited<ReturnType<PlansByPrice['of']>>

/**
 * The line of an invoice that sells a plan: of those that cost something the one that ends last. What is taken off for an earlier
 * plan is below zero, and a trial costs nothing, before coupons.
 */
export function planLineOf(lines: readonly Line[]): Line | undefined {
  return lines
    .filter((line) => line.amount > 0 && line.parent?.type === 'subscription_item_details')
    .toSorted((a, b) => b.period.end - a.period.end)[0]
}

/** The ids of the prices that the invoices sell. */
export const pricesIn = (invoices: readonly Stripe.Invoice[]): string[] =>
  invoices.flatMap(({ lines }) => priceOf(planLineOf(lines.data)) ?? [])

const priceOf = (line: Line | undefined): string | null => idOf(line?.pricing?.price_details?.price)

/** The payments of subscriptions: a first one, renewals, and changes of plan with what they took off. */
export function paymentsOfInvoices(
  invoices: readonly Stripe.Invoice[],
  plans: Plans,
  charges: Charges,
): Payment[] {
  return invoices.flatMap((invoice): Payment[] => {
    const line = planLineOf(invoice.lines.data)
    const planId = plans.get(priceOf(line) ?? '')
    const paidAt = instantOrNull(invoice.status_transitions.paid_at)
    if (invoice.status !== 'paid' || !line || !planId || paidAt === null) return []
    const intents = intentsOf(invoice)
    const isFirst = invoice.billing_reason === 'subscription_create'
    return [
      {
        id: invoice.id,
        checkoutId: isFirst ? checkoutOf(invoice.parent?.subscription_details?.metadata) : null,
        planId,
        method: 'card',
        amount: moneyOf(invoice.amount_paid, invoice.currency),
        paidAt,
        from: instantOf(line.period.start),
        until: instantOf(line.period.end),
        isPlanChange: invoice.billing_reason === 'subscription_update',
        refunds: intents.flatMap((intent): readonly Refund[] => charges.refundsOf(intent)),
        disputes: intents.flatMap((intent) => charges.disputesOf(intent)),
      },
    ]
  })
}

/**
 * The refused charges of renewals and changes of plan, without those of first payments: a person who was refused on the page of
 * Checkout sees it there, and nothing has begun.
 */
export function failedChargesOf(invoices: readonly Stripe.Invoice[], charges: Charges): FailedCharge[] {
  return invoices
    .filter(({ billing_reason: reason }) => reason !== 'subscription_create')
    .flatMap((invoice): FailedCharge[] => {
      const failed = intentsOf(invoice)
        .flatMap((intent) => charges.failedOf(intent))
        .toSorted((a, b) => b.created - a.created)
      const retryAt = invoice.status === 'open' ? instantOrNull(invoice.next_payment_attempt) : null
      // Without a card there was nothing to charge, and so no charge.
      const finalizedAt = invoice.status_transitions.finalized_at
      if (failed.length === 0 && invoice.status === 'open' && invoice.attempted && finalizedAt !== null)
        return [{ id: invoice.id, at: instantOf(finalizedAt), retryAt }]
      return failed.map(({ id, created }, index) => ({
        id,
        at: instantOf(created),
        // Only the last one is still to be tried again.
        retryAt: index === 0 ? retryAt : null,
      }))
    })
}

const intentsOf = ({ payments }: Stripe.Invoice): string[] =>
  payments?.data.flatMap(({ payment }) => idOf(payment.payment_intent) ?? []) ?? []
