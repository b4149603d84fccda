import { z } from 'zod'
import { PaymentStatus } from './account/auth.ts'
import { endpoint } from './endpoint.ts'
import { CheckoutId, IsoInstant, PaymentEntryId } from './values.ts'

export const PlanId = z.enum(['monthly', 'yearly'])
export type PlanId = z.infer<typeof PlanId>
export const PaymentMethod = z.enum(['card', 'oxxo', 'spei'])
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** How coaches pay (product §5): through Stripe, in test mode, by hand with the operator, or not at all. */
export const PaymentProviderName = z.enum(['stripe', 'sandbox', 'manual', 'off'])
export type PaymentProviderName = z.infer<typeof PaymentProviderName>

/** How long a coach can continue after a period ended unpaid (product §5). */
export const GRACE_DAYS = 14

/** Amounts are integer minor units plus currency (architecture §4); tax included (product §5). */
export const Plan = z.object({ id: PlanId, amountMinor: z.int(), currency: z.string() })
export type Plan = z.infer<typeof Plan>

/** How long a coach may try Norte before anything is charged, and the methods that give it. */
export const Trial = z.object({ days: z.int(), methods: z.array(PaymentMethod) })
export type Trial = z.infer<typeof Trial>

export const listPlans = endpoint({
  method: 'GET',
  path: '/v1/payment/plans',
  access: 'coach',
  summary: 'The plans on offer and the ways to pay them',
  response: z.object({
    plans: z.array(Plan),
    methods: z.array(PaymentMethod),
    provider: PaymentProviderName,
    /** Null without one, and for a coach who has paid or tried before. */
    trial: Trial.nullable(),
  }),
  errors: [],
})

export const PaymentAction = z.enum(['pay', 'cancel', 'resume', 'changePlan', 'openPortal'])
export type PaymentAction = z.infer<typeof PaymentAction>

export const PaymentState = z.object({
  payment: z.boolean(),
  paymentStatus: PaymentStatus,
  planId: PlanId.nullable(),
  periodEndsAt: IsoInstant.nullable(),
  /** The plan that a card is charged for by itself when the period ends; null if somebody has to pay then. */
  renewsAs: PlanId.nullable(),
  /** When that card is charged next, as the provider says; null without one, and where it is not known. */
  chargesAt: IsoInstant.nullable(),
  allowedActions: z.array(PaymentAction),
})
export type PaymentState = z.infer<typeof PaymentState>

export const getMyPayment = endpoint({
  method: 'GET',
  path: '/v1/payment/me',
  access: 'coach',
  summary: "The coach's own payment",
  response: PaymentState,
  errors: [],
})

/** Each asks the provider some times, which counts calls too. */
const CHECKOUTS_PER_MINUTE = 60

export const startCheckout = endpoint({
  method: 'POST',
  path: '/v1/payment/checkout',
  access: 'coach',
  summary: 'Opens a checkout at the payment provider and answers where to pay',
  body: z.strictObject({ planId: PlanId, method: PaymentMethod }),
  response: z.object({ url: z.string(), checkoutId: CheckoutId }),
  status: 201,
  perMinute: CHECKOUTS_PER_MINUTE,
  errors: [
    'payment.already_active',
    'payment.plan_unknown',
    'payment.opening',
    'payment.provider_away',
    'payment.provider_refused',
    'payment.card_declined',
  ],
})

/** Why a plan is cancelled: asked once, and the answer may be left out (product §5). */
export const CancelReason = z.enum(['price', 'unused', 'missing', 'other'])
export type CancelReason = z.infer<typeof CancelReason>
/** The most characters of what is said to it. */
export const CANCEL_COMMENT = 500
export const CancelPlan = z.strictObject({
  reason: CancelReason.optional(),
  comment: z.string().trim().max(CANCEL_COMMENT).optional(),
})
export type CancelPlan = z.infer<typeof CancelPlan>

/** Each is a line of the ledger, which stays. */
const PLAN_CHANGES_PER_MINUTE = 60

export const cancelPlan = endpoint({
  method: 'POST',
  path: '/v1/payment/cancel',
  access: 'coach',
  summary: 'Ends the plan with its period; the data stay',
  body: CancelPlan,
  response: PaymentState,
  perMinute: PLAN_CHANGES_PER_MINUTE,
  errors: [
    'payment.nothing_to_cancel',
    'payment.provider_away',
    'payment.provider_refused',
    'payment.card_declined',
    'payment.already_active',
  ],
})

export const resumePlan = endpoint({
  method: 'POST',
  path: '/v1/payment/resume',
  access: 'coach',
  summary: 'Takes a cancellation back, until the period ends',
  response: PaymentState,
  perMinute: PLAN_CHANGES_PER_MINUTE,
  errors: [
    'payment.not_cancelled',
    'payment.provider_away',
    'payment.provider_refused',
    'payment.card_declined',
    'payment.already_active',
  ],
})

/** What happened to a payment (product §5). */
export const PaymentCause = z.enum([
  'carriedOver',
  'voucherIssued',
  'voucherExpired',
  'trialBegan',
  'paid',
  'chargeFailed',
  'cancelled',
  'resumed',
  'planChanged',
  'refunded',
  'refundFailed',
  'disputeOpened',
  'disputeWon',
  'disputeLost',
  'exempted',
  'exemptionEnded',
])
export type PaymentCause = z.infer<typeof PaymentCause>

/** What happened, with the status of the payment afterwards, and until when where that says something new. */
export const PaymentLine = z.object({
  id: PaymentEntryId,
  at: IsoInstant,
  cause: PaymentCause,
  planId: PlanId.nullable(),
  method: PaymentMethod.nullable(),
  amountMinor: z.int().nullable(),
  currency: z.string().nullable(),
  paymentStatus: PaymentStatus,
  periodEndsAt: IsoInstant.nullable(),
  /** Whether there is a receipt of it. */
  hasReceipt: z.boolean(),
})
export type PaymentLine = z.infer<typeof PaymentLine>

/** How many lines of a ledger are answered. */
export const LEDGER_LINES = 200

export const getLedger = endpoint({
  method: 'GET',
  path: '/v1/payment/ledger',
  access: 'coach',
  summary: "What happened to the coach's own payment, the last first",
  response: z.object({ data: z.array(PaymentLine) }),
  errors: [],
})

const CheckoutParams = z.strictObject({ checkoutId: CheckoutId })

export const CheckoutStatus = z.enum(['open', 'voucher', 'paid', 'declined'])
export type CheckoutStatus = z.infer<typeof CheckoutStatus>

export const SandboxCheckout = z.object({
  checkoutId: CheckoutId,
  planId: PlanId,
  method: PaymentMethod,
  amountMinor: z.int(),
  currency: z.string(),
  status: CheckoutStatus,
})
export type SandboxCheckout = z.infer<typeof SandboxCheckout>

export const getSandboxCheckout = endpoint({
  method: 'GET',
  path: '/v1/payment/sandbox/:checkoutId',
  access: 'public',
  owner: 'secret',
  thisMachine: true,
  summary: 'What the local checkout page shows; 404 with any other provider',
  params: CheckoutParams,
  response: SandboxCheckout,
  errors: ['payment.checkout_not_found'],
})

export const settleSandboxCheckout = endpoint({
  method: 'POST',
  path: '/v1/payment/sandbox/:checkoutId',
  access: 'public',
  owner: 'secret',
  thisMachine: true,
  summary: 'Plays the outcome of a checkout in test mode; 404 with any other provider',
  params: CheckoutParams,
  body: z.strictObject({ outcome: z.enum(['success', 'decline', 'voucher']) }),
  response: SandboxCheckout,
  errors: ['payment.checkout_not_found', 'payment.checkout_settled', 'payment.already_active'],
})
