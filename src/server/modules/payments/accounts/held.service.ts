import { z } from 'zod'
import { PaymentMethod, PlanId } from '#contract/payments.ts'
import type { Snapshot } from '#contract/payments/snapshot.ts'
import { CheckoutId } from '#contract/values.ts'
import { type EpochMs, epochMs } from '#time/clock.ts'
import { endOf } from './snapshot.domain.ts'

// What a coach is shown of their account at the provider besides the ledger, as it was when it was last read: screens ask the
// database and not the provider.

const Instant = z.int().transform((ms): EpochMs => epochMs(ms))
const Minor = z.object({ minor: z.int(), currency: z.string() })
const Waiting = {
  checkoutId: CheckoutId,
  planId: PlanId,
  issuedAt: Instant,
  amount: Minor,
}
const HeldV1 = z.object({
  v: z.literal(1),
  /**
   * The plan of a subscription that runs, whether it renews itself, and the end of its period, which what was kept by an earlier
   * release does not say; null without one.
   */
  subscription: z
    .object({ planId: PlanId, renews: z.boolean(), periodEndsAt: Instant.optional() })
    .nullable(),
  /** When a refused charge is tried again. */
  retryAt: Instant.nullable(),
  balance: Minor.nullable(),
  vouchers: z.array(
    z.discriminatedUnion('method', [
      z.object({
        ...Waiting,
        method: z.literal(PaymentMethod.enum.oxxo),
        reference: z.string(),
        pageUrl: z.string().nullable(),
        expiresAt: Instant.nullable(),
      }),
      z.object({
        ...Waiting,
        method: z.literal(PaymentMethod.enum.spei),
        clabe: z.string(),
        bank: z.string(),
        reference: z.string(),
        remainingMinor: z.int(),
        pageUrl: z.string().nullable(),
        expiresAt: Instant.nullable(),
      }),
    ]),
  ),
})
export type Held = Omit<z.output<typeof HeldV1>, 'v'>

/** A coach of whom no provider has anything. */
const NOTHING_HELD: Held = { subscription: null, retryAt: null, balance: null, vouchers: [] }

/** What a snapshot holds for the screens, as it is stored: a shape with a version. */
export function toHeld({ subscriptions, failedCharges, vouchers, balance }: Snapshot, now: EpochMs): string {
  const live = subscriptions
    .filter(({ endedAt }) => endedAt === null)
    // One that renews itself before the others: its card will be charged.
    .toSorted(
      (a, b) => Number(a.cancelledAt === null) - Number(b.cancelledAt === null) || a.startedAt - b.startedAt,
    )
    .at(-1)
  const retries = failedCharges.flatMap(({ retryAt }) => (retryAt === null ? [] : [retryAt]))
  const held: Held = {
    subscription: live
      ? { planId: live.planId, renews: live.cancelledAt === null, periodEndsAt: live.periodEndsAt }
      : null,
    retryAt: retries.length === 0 ? null : epochMs(Math.min(...retries)),
    balance,
    vouchers: vouchers.flatMap((voucher) => {
      const { how, checkoutId, planId, issuedAt, expiresAt, amount } = voucher
      return endOf(voucher, now) === null ? [{ checkoutId, planId, issuedAt, expiresAt, amount, ...how }] : []
    }),
  }
  return JSON.stringify({ v: 1, ...held })
}

/** When a card is charged next by itself: what was refused before what comes after it; null where nothing is, or not known. */
export function nextChargeAt({ subscription, retryAt }: Held, now: EpochMs): EpochMs | null {
  if (!subscription?.renews) return null
  return retryAt !== null && retryAt > now ? retryAt : (subscription.periodEndsAt ?? null)
}

/** What is stored of a customer. @throws ZodError for a shape that this release does not know */
export function fromHeld(stored: unknown): Held {
  if (stored === null || stored === undefined) return NOTHING_HELD
  const { v: _version, ...held } = HeldV1.parse(stored)
  return held
}
