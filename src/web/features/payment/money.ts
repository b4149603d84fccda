import type { Plan } from '#contract/payments.ts'

type Money = Pick<Plan, 'amountMinor' | 'currency'>

/** "$499" or "$499.50": cents only if there are some. */
export function formatMoney({ amountMinor, currency }: Money, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: amountMinor % 100 === 0 ? 0 : 2,
  }).format(amountMinor / 100)
}

/** "$499 MXN": where it is not plain from what is around it which currency it is. */
export const amountText = (money: Money, locale: string): string =>
  `${formatMoney(money, locale)} ${money.currency}`

/** How much less a year costs than twelve months, in whole percent; 0 when it does not. */
export function yearlySaving(plans: readonly Plan[]): number {
  const monthly = plans.find(({ id }) => id === 'monthly')
  const yearly = plans.find(({ id }) => id === 'yearly')
  if (!monthly || !yearly || monthly.currency !== yearly.currency) return 0
  return Math.max(0, Math.floor(100 - (yearly.amountMinor * 100) / (monthly.amountMinor * 12)))
}
