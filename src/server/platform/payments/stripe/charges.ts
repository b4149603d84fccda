import type Stripe from 'stripe'
import type { Dispute, Refund } from '#contract/payments/snapshot.ts'
import { idOf, instantOf } from './terms.ts'

/** What happened to the charges of each payment intent. */
export type Charges = ReturnType<typeof chargesByIntent>

/** Reads charges, with their refunds and disputes, by the payment intents that they belong to. */
export function chargesByIntent(charges: readonly Stripe.Charge[], disputes: readonly Stripe.Dispute[]) {
  const byIntent = Map.groupBy(charges, ({ payment_intent: intent }) => idOf(intent))
  const of = (intent: string) => byIntent.get(intent) ?? []
  return {
    failedOf: (intent: string) => of(intent).filter(({ status }) => status === 'failed'),
    /** When the money came, in seconds; undefined if it has not. */
    paidAt(intent: string): number | undefined {
      const paid = of(intent).find(({ status }) => status === 'succeeded')
      const booked = paid?.balance_transaction
      // The charge of a voucher may be as old as the voucher. What was booked is as old as the money.
      return booked && typeof booked === 'object' ? booked.created : paid?.created
    },
    refundsOf: (intent: string): Refund[] =>
      of(intent).flatMap(({ refunds }) =>
        (refunds?.data ?? [])
          // One that is on its way counts once it has arrived. One that has may still fail, days later.
          .filter(({ status }) => status === 'succeeded' || status === 'failed')
          .map(({ id, created, amount, status }) => ({
            id,
            at: instantOf(created),
            minor: amount,
            hasFailed: status === 'failed',
          })),
      ),
    disputesOf: (intent: string): Dispute[] =>
      disputes
        .filter(({ charge }) => of(intent).some(({ id }) => id === idOf(charge)))
        .flatMap(({ id, created, status }): Dispute[] => {
          const outcome = OUTCOMES[status]
          return outcome ? [{ id, openedAt: instantOf(created), outcome }] : []
        }),
  }
}

/** Inquiries (`warning_…`) and what was settled before (`prevented`) took no money back. An appeal follows a loss. */
const OUTCOMES: Record<string, Dispute['outcome']> = {
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
}
