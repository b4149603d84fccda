import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
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
