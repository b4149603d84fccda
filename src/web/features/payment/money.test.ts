import { expect, test } from 'vitest'
import { formatMoney, yearlySaving } from './money.ts'

const plan = (id: 'monthly' | 'yearly', amountMinor: number, currency = 'MXN') => ({
  id,
  amountMinor,
  currency,
})

test('amounts are minor units; cents show only if there are some', () => {
  expect(formatMoney({ amountMinor: 49_900, currency: 'MXN' }, 'es-MX')).toBe('$499')
  expect(formatMoney({ amountMinor: 49_950, currency: 'MXN' }, 'es-MX')).toBe('$499.50')
  expect(formatMoney({ amountMinor: 499_000, currency: 'MXN' }, 'es-MX')).toBe('$4,990')
})

test('a year saves compared with twelve months, rounded down', () => {
  expect(yearlySaving([plan('monthly', 49_900), plan('yearly', 499_000)])).toBe(16)
  expect(yearlySaving([plan('monthly', 10_000), plan('yearly', 120_000)])).toBe(0)
  expect(yearlySaving([plan('monthly', 10_000), plan('yearly', 130_000)])).toBe(0)
})

test('a single plan, or two currencies, show no saving', () => {
  expect(yearlySaving([plan('yearly', 1)])).toBe(0)
  expect(yearlySaving([plan('monthly', 10_000), plan('yearly', 1, 'USD')])).toBe(0)
})
