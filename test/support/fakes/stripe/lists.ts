import { invalid } from './failure.ts'
import { type Params, numberOf, partOf, refuseUnknown, textOf, textsOf } from './form.ts'
import type * as o from './objects.ts'
import { type World, wholeList } from './world.ts'

type Row = { id: string; object: string; created?: number }

const PAGING = ['limit', 'starting_after', 'ending_before', 'created']

/** A page of the newest first, of those that all filters let through. */
export function page<T extends Row>(
  rows: ReadonlyMap<string, T>,
  url: string,
  params: Params,
  filters: Record<string, (row: T, wanted: string, params: Params) => boolean>,
): o.List<T> {
  refuseUnknown(params, [...PAGING, ...Object.keys(filters)])
  const created = partOf(params, 'created')
  const [from, until] = [numberOf(created, 'gte'), numberOf(created, 'lt')]
  const fitting = [...rows.values()]
    .toReversed()
    .filter(
      (row) =>
        (from === undefined || (row.created ?? 0) >= from) &&
        (until === undefined || (row.created ?? 0) < until) &&
        Object.entries(filters).every(
          ([name, lets]) => params[name] === undefined || lets(row, textOf(params, name) ?? '', params),
        ),
    )
  const limit = numberOf(params, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw invalid('Limit must be from 1 to 100', 'limit')
  const after = textOf(params, 'starting_after')
  const start = after === undefined ? 0 : fitting.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && start === 0) throw invalid(`No such object: '${after}'`, 'starting_after')
  const data = fitting.slice(start, start + limit)
  return { object: 'list', data, has_more: fitting.length > start + limit, url }
}

export const is =
  <T>(name: keyof T) =>
  (row: T, wanted: string): boolean =>
    String(row[name]) === wanted

type Expander = (world: World, row: never) => unknown

/** What may be expanded, and what it is then. */
const EXPANDERS: Record<string, Record<string, Expander>> = {
  charge: {
    balance_transaction: (world, row: o.Charge) =>
      world.balanceTransactions.get(row.balance_transaction ?? '') ?? null,
    customer: (world, row: o.Charge) => world.customers.get(row.customer),
    refunds: (world, row: o.Charge) =>
      page(world.refunds, `/v1/charges/${row.id}/refunds`, { charge: row.id }, { charge: is('charge') }),
  },
  customer: {
    cash_balance: (world, row: o.Customer) => ({
      object: 'cash_balance',
      available: world.cash.has(row.id) ? { mxn: world.cash.get(row.id) } : null,
      customer: row.id,
      customer_account: null,
      livemode: false,
      settings: { reconciliation_mode: 'automatic', using_merchant_default: true },
    }),
  },
  dispute: { charge: (world, row: o.Dispute) => world.charges.get(row.charge) },
  invoice: {
    payments: (world, row: o.Invoice) =>
      wholeList(
        [...world.invoicePayments.values()].filter(({ invoice }) => invoice === row.id),
        `/v1/invoice_payments?invoice=${row.id}`,
      ),
    subscription: (world, row: o.Invoice) =>
      world.subscriptions.get(row.parent.subscription_details.subscription),
  },
  refund: { charge: (world, row: o.Refund) => world.charges.get(row.charge) },
}

/** The answer with what was asked to be expanded, to any depth. */
export function expanded(world: World, answer: object, params: Params): object {
  const copy = structuredClone(answer)
  for (const path of textsOf(params, 'expand')) expand(world, copy, path.split('.'), path)
  return copy
}

function expand(world: World, place: object, path: string[], whole: string): void {
  const [name = '', ...rest] = path
  const row = place as Record<string, unknown>
  if (name === 'data' && Array.isArray(row['data'])) {
    for (const each of row['data']) expand(world, each as object, rest, whole)
    return
  }
  const expander = EXPANDERS[String(row['object'])]?.[name]
  if (!expander) throw invalid(`This property cannot be expanded (${whole}).`, 'expand')
  row[name] = structuredClone(expander(world, row as never))
  if (rest.length > 0 && row[name]) expand(world, row[name], rest, whole)
}
