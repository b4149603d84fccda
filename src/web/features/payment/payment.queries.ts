import { queryOptions } from '@tanstack/react-query'
import type { PlanId } from '#contract/payments.ts'
import { type Output, call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

export const plansQuery = queryOptions({
  queryKey: queryKey('payment', 'plans'),
  queryFn: ({ signal }) => call('GET /v1/payment/plans', {}, { signal }),
})

export const myPaymentQuery = queryOptions({
  queryKey: queryKey('payment', 'mine'),
  queryFn: ({ signal }) => call('GET /v1/payment/me', {}, { signal }),
})

export const ledgerQuery = queryOptions({
  queryKey: queryKey('payment', 'ledger'),
  queryFn: ({ signal }) => call('GET /v1/payment/ledger', {}, { signal }),
})

export const waitingQuery = queryOptions({
  queryKey: queryKey('payment', 'waiting'),
  queryFn: ({ signal }) => call('GET /v1/payment/waiting', {}, { signal }),
})

/** How long a screen waits for what is said above it. */
const NOTICE_MS = 2_000

type PastDueFacts = {
  mine: Output<'GET /v1/payment/me'>
  waiting: Output<'GET /v1/payment/waiting'>
}

/** Why a payment is past due; null where the server does not answer in time: the screen below comes without it. */
export const pastDueQuery = queryOptions({
  queryKey: queryKey('payment', 'pastDue'),
  queryFn: async ({ client, queryKey: key }): Promise<PastDueFacts | null> => {
    const signal = AbortSignal.timeout(NOTICE_MS)
    try {
      const [mine, waiting] = await Promise.all([
        call('GET /v1/payment/me', {}, { signal }),
        call('GET /v1/payment/waiting', {}, { signal }),
      ])
      return { mine, waiting }
    } catch {
      // What was known before is still the best answer.
      return client.getQueryData<PastDueFacts>(key) ?? null
    }
  },
})

/** Amounts change with each moment of a period: they are asked for again whenever the dialog opens. */
export const planChangeQuery = (planId: PlanId) =>
  queryOptions({
    queryKey: queryKey('payment', 'planChange', planId),
    queryFn: ({ signal }) => call('GET /v1/payment/plan-change', { query: { planId } }, { signal }),
    gcTime: 0,
  })
export type PlanChangePreview = Output<'GET /v1/payment/plan-change'>

export const invoiceDetailsQuery = queryOptions({
  queryKey: queryKey('payment', 'invoiceDetails'),
  queryFn: ({ signal }) => call('GET /v1/payment/invoice-details', {}, { signal }),
})

export const checkoutQuery = (checkoutId: string) =>
  queryOptions({
    queryKey: queryKey('payment', 'checkout', checkoutId),
    queryFn: ({ signal }) =>
      call('GET /v1/payment/sandbox/:checkoutId', { params: { checkoutId } }, { signal }),
  })
