import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PaymentState, PlanId } from '../payments.ts'
import { CheckoutId, IsoInstant } from '../values.ts'

const Amount = z.object({ amountMinor: z.int(), currency: z.string() })

const VoucherOf = {
  checkoutId: CheckoutId,
  planId: PlanId,
  ...Amount.shape,
  issuedAt: IsoInstant,
  /** The provider's own page of it; null without one. */
  pageUrl: z.string().nullable(),
}

/** Where and until when a period can be paid in cash or by transfer. */
export const Voucher = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('oxxo'),
    ...VoucherOf,
    /** The number below the barcode. */
    reference: z.string(),
    /** After it nothing can be paid. */
    expiresAt: IsoInstant.nullable(),
  }),
  z.object({
    method: z.literal('spei'),
    ...VoucherOf,
    clabe: z.string(),
    bank: z.string(),
    reference: z.string(),
    /** What is still missing: parts of the amount may have come. */
    remainingMinor: z.int(),
    /** Until when it is waited for; null once a part has come. What comes later counts as well. */
    waitsUntil: IsoInstant.nullable(),
  }),
])
export type Voucher = z.infer<typeof Voucher>

export const getWaitingPayments = endpoint({
  method: 'GET',
  path: '/v1/payment/waiting',
  access: 'coach',
  summary: 'What waits to be paid, what was paid too much, and a charge that will be tried again',
  response: z.object({
    vouchers: z.array(Voucher),
    /** What was transferred and has not paid for anything yet. */
    balance: Amount.nullable(),
    /** When a refused charge is tried again. */
    retryAt: IsoInstant.nullable(),
  }),
  errors: [],
})

/** Each asks the provider, which counts calls too. */
const CALLS_PER_MINUTE = 60

export const previewPlanChange = endpoint({
  method: 'GET',
  path: '/v1/payment/plan-change',
  access: 'coach',
  summary: 'What another plan costs now and next, and when',
  query: z.strictObject({ planId: PlanId }),
  response: z.object({
    /** What is charged now, tax included. */
    dueNow: Amount,
    /** What is left of the old plan beyond that, which later charges use. */
    creditMinor: z.int(),
    next: z.object({ at: IsoInstant, ...Amount.shape }),
  }),
  perMinute: CALLS_PER_MINUTE,
  errors: [
    'payment.plan_unchangeable',
    'payment.plan_unknown',
    'payment.provider_away',
    'payment.provider_refused',
    'payment.card_declined',
    'payment.already_active',
  ],
})

export const changePlan = endpoint({
  method: 'POST',
  path: '/v1/payment/plan-change',
  access: 'coach',
  summary: 'Changes the plan at once; what is left of the old one is taken off',
  body: z.strictObject({ planId: PlanId }),
  response: PaymentState,
  perMinute: CALLS_PER_MINUTE,
  errors: [
    'payment.plan_unchangeable',
    'payment.plan_unknown',
    'payment.provider_away',
    'payment.provider_refused',
    'payment.card_declined',
    'payment.already_active',
  ],
})

export const openPaymentPortal = endpoint({
  method: 'POST',
  path: '/v1/payment/portal',
  access: 'coach',
  summary: 'Answers the page of the provider where the coach changes their card',
  response: z.object({ url: z.string() }),
  perMinute: CALLS_PER_MINUTE,
  errors: [
    'payment.no_portal',
    'payment.provider_away',
    'payment.provider_refused',
    'payment.card_declined',
    'payment.already_active',
  ],
})

/** What a provider signs is small; an invoice with many lines takes some tens of kilobytes. */
const NOTICE_BYTES = 512 * 1024

export const receivePaymentNotice = endpoint({
  method: 'POST',
  path: '/v1/payment/stripe/webhook',
  access: 'signed',
  summary: 'A payment provider says that something has changed',
  raw: { maxBytes: NOTICE_BYTES },
  errors: [],
})
