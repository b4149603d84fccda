import type Stripe from 'stripe'
import { PlanId } from '#contract/payments.ts'
import { CheckoutId } from '#contract/values.ts'
import { type EpochMs, epochMs } from '#time/clock.ts'
import type { Money } from '#contract/payments/snapshot.ts'
import { PLAN_KEY } from './prices.ts'

/** The name of the checkout in the metadata of what Norte makes at Stripe. */
export const CHECKOUT_KEY = 'norte_checkout'

/** Stripe counts whole seconds. */
export const instantOf = (seconds: number): EpochMs => epochMs(seconds * 1000)
/** The same for what may not have happened. */
export const instantOrNull = (seconds: number | null | undefined): EpochMs | null =>
  seconds == null ? null : instantOf(seconds)

/** Norte writes currencies in capitals, Stripe does not. */
export const moneyOf = (minor: number, currency: string): Money => ({
  minor,
  currency: currency.toUpperCase(),
})

/** The id of what may be an id or the whole object; null for nothing. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value == null) return null
  return typeof value === 'string' ? value : value.id
}

/** The checkout that metadata names; null if they name none of Norte's. */
export function checkoutOf(metadata: Stripe.Metadata | null | undefined): CheckoutId | null {
  const parsed = CheckoutId.safeParse(metadata?.[CHECKOUT_KEY])
  return parsed.success ? parsed.data : null
}

/** The plan that metadata name; undefined if they name none. */
export function planIn(metadata: Stripe.Metadata | null | undefined): PlanId | undefined {
  const parsed = PlanId.safeParse(metadata?.[PLAN_KEY])
  return parsed.success ? parsed.data : undefined
}

/** The nearest language that Stripe's pages have: Latin American Spanish for es-MX. */
export const localeOf = (language: string | undefined): 'es-419' | 'en' | 'auto' =>
  language === undefined ? 'auto' : language.startsWith('es') ? 'es-419' : 'en'
