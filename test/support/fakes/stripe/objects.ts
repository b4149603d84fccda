import type Stripe from 'stripe'

// The objects as they go over the wire: of each those fields of the SDK's type that are used, with their names and types. What may
// be expanded is stored as an id.

export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }

export type Product = Pick<Stripe.Product, 'id' | 'object' | 'active' | 'created' | 'metadata' | 'name'>

export type Price = Pick<
  Stripe.Price,
  | 'id'
  | 'object'
  | 'active'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'lookup_key'
  | 'metadata'
  | 'nickname'
  | 'tax_behavior'
  | 'type'
> & {
  product: string
  unit_amount: number
  recurring: { interval: 'month' | 'year'; interval_count: number; usage_type: 'licensed' } | null
}

export type Coupon = Pick<
  Stripe.Coupon,
  'id' | 'object' | 'amount_off' | 'percent_off' | 'currency' | 'duration' | 'duration_in_months' | 'valid'
>

export type PromotionCode = Pick<Stripe.PromotionCode, 'id' | 'object' | 'active' | 'code'> & {
  promotion: { type: 'coupon'; coupon: string }
}

export type Customer = Pick<
  Stripe.Customer,
  'id' | 'object' | 'balance' | 'created' | 'email' | 'livemode' | 'metadata' | 'preferred_locales'
> & { name: string | null; invoice_settings: { default_payment_method: string | null } }

/** A card that was saved. What it does is known by its number. */
export type Card = { id: string; object: 'payment_method'; number: string; customer: string }

export type Session = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'allow_promotion_codes'
  | 'amount_subtotal'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'expires_at'
  | 'livemode'
  | 'locale'
  | 'metadata'
  | 'mode'
  | 'payment_method_types'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'url'
> & {
  customer: string
  invoice: string | null
  payment_intent: string | null
  subscription: string | null
}

/** What a page was opened with, and does not say itself. */
export type SessionOrder = {
  price: Price
  metadata: Record<string, string>
  trialEnd: number | undefined
  oxxoDays: number
}

export type SubscriptionItem = Pick<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'created' | 'current_period_end' | 'current_period_start' | 'metadata' | 'quantity'
> & { price: Price; subscription: string }

export type Subscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'billing_cycle_anchor'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'cancellation_details'
  | 'collection_method'
  | 'created'
  | 'currency'
  | 'ended_at'
  | 'livemode'
  | 'metadata'
  | 'start_date'
  | 'status'
  | 'trial_end'
  | 'trial_start'
> & {
  customer: string
  default_payment_method: string
  items: List<SubscriptionItem>
  latest_invoice: string | null
}

export type Line = Pick<
  Stripe.InvoiceLineItem,
  | 'id'
  | 'object'
  | 'amount'
  | 'currency'
  | 'description'
  | 'discountable'
  | 'metadata'
  | 'period'
  | 'quantity'
> & {
  discount_amounts: { amount: number; discount: string }[]
  invoice: string | null
  parent: Pick<Stripe.InvoiceLineItem.Parent, 'type'> & {
    invoice_item_details: null
    subscription_item_details: {
      invoice_item: null
      proration: boolean
      proration_details: null
      subscription: string
      subscription_item: string
    }
  }
  pricing: {
    type: 'price_details'
    price_details: { price: string; product: string }
    unit_amount_decimal: string
  }
  subscription: string
  subtotal: number
}

export type InvoicePayment = Pick<
  Stripe.InvoicePayment,
  'id' | 'object' | 'amount_paid' | 'amount_requested' | 'created' | 'currency' | 'is_default' | 'livemode'
> & {
  invoice: string
  payment: { type: 'payment_intent'; payment_intent: string }
  status: 'open' | 'paid' | 'canceled'
  status_transitions: { canceled_at: number | null; paid_at: number | null }
}

export type Invoice = Pick<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'amount_due'
  | 'amount_paid'
  | 'amount_remaining'
  | 'attempt_count'
  | 'attempted'
  | 'auto_advance'
  | 'billing_reason'
  | 'collection_method'
  | 'created'
  | 'currency'
  | 'ending_balance'
  | 'hosted_invoice_url'
  | 'livemode'
  | 'metadata'
  | 'next_payment_attempt'
  | 'number'
  | 'period_end'
  | 'period_start'
  | 'starting_balance'
  | 'status'
  | 'status_transitions'
  | 'subtotal'
  | 'total'
> & {
  customer: string
  lines: List<Line>
  parent: {
    type: 'subscription_details'
    quote_details: null
    subscription_details: { metadata: Record<string, string>; subscription: string }
  }
  total_discount_amounts: { amount: number; discount: string }[]
}

export type Intent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'canceled_at'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'metadata'
  | 'payment_method_types'
  | 'status'
> & {
  customer: string
  last_payment_error: { code: string; message: string; type: string } | null
  latest_charge: string | null
  next_action: NextAction | null
  payment_method_options: { oxxo?: { expires_after_days: number } }
}

type NextAction =
  | {
      type: 'oxxo_display_details'
      oxxo_display_details: Required<Stripe.PaymentIntent.NextAction.OxxoDisplayDetails>
    }
  | {
      type: 'display_bank_transfer_instructions'
      display_bank_transfer_instructions: {
        amount_remaining: number
        currency: string
        financial_addresses: SpeiAddress[]
        hosted_instructions_url: string
        reference: string
        type: 'mx_bank_transfer'
      }
    }

export type SpeiAddress = {
  type: 'spei'
  supported_networks: ['spei']
  spei: { account_holder_name: string; bank_code: string; bank_name: string; clabe: string }
}

export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'captured'
  | 'created'
  | 'currency'
  | 'disputed'
  | 'failure_code'
  | 'livemode'
  | 'metadata'
  | 'paid'
  | 'receipt_url'
  | 'refunded'
  | 'status'
> & { balance_transaction: string | null; customer: string; payment_intent: string }

export type BalanceTransaction = Pick<
  Stripe.BalanceTransaction,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'type'
>

export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'reason' | 'status'
> & { charge: string; customer: string; payment_intent: string }

export type Dispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'livemode' | 'metadata' | 'reason' | 'status'
> & { charge: string; payment_intent: string }

export type CashTransaction = {
  id: string
  object: 'customer_cash_balance_transaction'
  created: number
  currency: string
  customer: string
  ending_balance: number
  livemode: false
  net_amount: number
  type: 'funded' | 'applied_to_payment'
}

export type Portal = {
  id: string
  object: 'billing_portal.session'
  created: number
  customer: string
  livemode: false
  locale: string | null
  return_url: string | null
  url: string
}

export type Endpoint = Pick<
  Stripe.WebhookEndpoint,
  | 'id'
  | 'object'
  | 'api_version'
  | 'created'
  | 'description'
  | 'enabled_events'
  | 'livemode'
  | 'status'
  | 'url'
> & { metadata: Record<string, string> }

export type Event = {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: Record<string, unknown> }
  livemode: false
  pending_webhooks: number
  request: null
  type: string
}
