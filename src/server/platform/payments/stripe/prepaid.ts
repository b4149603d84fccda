import type Stripe from 'stripe'
import { addDays, dateOf } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import { wallToInstant } from '#time/zones.ts'
import type { Payment, Voucher } from '#contract/payments/snapshot.ts'
import type { Charges } from './charges.ts'
import { checkoutOf, instantOf, instantOrNull, moneyOf, planIn } from './terms.ts'

type Intent = Stripe.PaymentIntent

/** The prepaid periods that were paid. Those of invoices name no checkout. */
export function prepaidPayments(intents: readonly Intent[], charges: Charges): Payment[] {
  return intents.flatMap((intent): Payment[] => {
    const checkoutId = checkoutOf(intent.metadata)
    const planId = planIn(intent.metadata)
    const paidAt = charges.paidAt(intent.id)
    if (intent.status !== 'succeeded' || !checkoutId || !planId || paidAt === undefined) return []
    return [
      {
        id: intent.id,
        checkoutId,
        planId,
        method: isOxxo(intent) ? 'oxxo' : 'spei',
        amount: moneyOf(intent.amount_received, intent.currency),
        paidAt: instantOf(paidAt),
        from: null,
        until: null,
        isPlanChange: false,
        refunds: charges.refundsOf(intent.id),
        disputes: charges.disputesOf(intent.id),
      },
    ]
  })
}

/** What can be paid in cash or by transfer, and what could be until it ended. */
export function vouchersOf(intents: readonly Intent[]): Voucher[] {
  return intents.flatMap((intent): Voucher[] => {
    const checkoutId = checkoutOf(intent.metadata)
    const planId = planIn(intent.metadata)
    const issued = checkoutId && planId && (isOxxo(intent) ? oxxoOf(intent) : speiOf(intent))
    if (!issued) return []
    return [
      {
        id: intent.id,
        checkoutId,
        planId,
        issuedAt: instantOf(intent.created),
        amount: moneyOf(intent.amount, intent.currency),
        ...issued,
      },
    ]
  })
}

type Issued = Pick<Voucher, 'expiresAt' | 'endedAt' | 'how'>

const isOxxo = ({ payment_method_types: types }: Intent): boolean => types.includes('oxxo')

function oxxoOf(intent: Intent): Issued | undefined {
  const shown = intent.next_action?.oxxo_display_details
  if (shown)
    return {
      expiresAt: instantOrNull(shown.expires_after),
      endedAt: null,
      how: { method: 'oxxo', reference: shown.number ?? '', pageUrl: shown.hosted_voucher_url },
    }
  // Stripe forgets the number of a voucher that expired, and not that an attempt to pay has failed.
  const isOver = intent.status === 'requires_payment_method' && intent.last_payment_error !== null
  if (!isOver && intent.status !== 'canceled') return undefined
  const expiresAt = oxxoExpiry(intent)
  return {
    expiresAt,
    endedAt: instantOrNull(intent.canceled_at) ?? expiresAt,
    how: { method: 'oxxo', reference: '', pageUrl: null },
  }
}

const OXXO_ZONE = 'America/Mexico_City'
const LAST_MINUTE = 24 * 60 - 1

/** Vouchers end at 23:59 in Mexico City, some days after the day on which they were issued. */
function oxxoExpiry({ created, payment_method_options: options }: Intent): EpochMs {
  const days = options?.oxxo && 'expires_after_days' in options.oxxo ? options.oxxo.expires_after_days : 3
  return wallToInstant(addDays(dateOf(instantOf(created), OXXO_ZONE), days), LAST_MINUTE, OXXO_ZONE)
}

function speiOf(intent: Intent): Issued | undefined {
  const shown = intent.next_action?.display_bank_transfer_instructions
  if (shown) {
    const account = shown.financial_addresses?.find(({ spei }) => spei)?.spei
    return {
      expiresAt: null,
      endedAt: null,
      how: {
        method: 'spei',
        clabe: account?.clabe ?? '',
        bank: account?.bank_name ?? '',
        reference: shown.reference ?? '',
        remainingMinor: shown.amount_remaining ?? intent.amount,
        pageUrl: shown.hosted_instructions_url,
      },
    }
  }
  const endedAt = instantOrNull(intent.canceled_at)
  if (endedAt === null) return undefined
  const how = { clabe: '', bank: '', reference: '', remainingMinor: intent.amount, pageUrl: null }
  return { expiresAt: null, endedAt, how: { method: 'spei', ...how } }
}
