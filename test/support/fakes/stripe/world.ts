import { type Clock, type EpochMs, epochMs } from '#time/clock.ts'
import { missing } from './failure.ts'
import type * as o from './objects.ts'

export const API_VERSION = '2026-10-28.endive'

/** All that this Stripe has, by ids, each kind in the order in which it was made. */
export type World = ReturnType<typeof createWorld>

/** `base` is the clock that this one goes with; `advance` makes it run ahead. */
export function createWorld(base: Clock, origin: () => string) {
  let ahead = 0
  let made = 0
  const due = new Map<string, { at: number; run: () => void }>()
  const now = (): EpochMs => epochMs(base.now() + ahead)
  const goTo = (at: number) => {
    if (at > now()) ahead = at - base.now()
  }
  const world = {
    products: new Map<string, o.Product>(),
    prices: new Map<string, o.Price>(),
    coupons: new Map<string, o.Coupon>(),
    promotionCodes: new Map<string, o.PromotionCode>(),
    customers: new Map<string, o.Customer>(),
    cards: new Map<string, o.Card>(),
    sessions: new Map<string, o.Session>(),
    orders: new Map<string, o.SessionOrder>(),
    subscriptions: new Map<string, o.Subscription>(),
    /** By the subscription that it lowers: how often it still does. */
    discounts: new Map<string, { coupon: o.Coupon; left: number }>(),
    invoices: new Map<string, o.Invoice>(),
    invoicePayments: new Map<string, o.InvoicePayment>(),
    intents: new Map<string, o.Intent>(),
    charges: new Map<string, o.Charge>(),
    balanceTransactions: new Map<string, o.BalanceTransaction>(),
    refunds: new Map<string, o.Refund>(),
    disputes: new Map<string, o.Dispute>(),
    /** Cash of customers, in minor units. */
    cash: new Map<string, number>(),
    cashTransactions: new Map<string, o.CashTransaction>(),
    portals: new Map<string, o.Portal>(),
    endpoints: new Map<string, o.Endpoint>(),
    /** The secrets of endpoints: Stripe tells each once. */
    secrets: new Map<string, string[]>(),
    events: new Map<string, o.Event>(),
    now,
    seconds: () => Math.floor(now() / 1000),
    origin,
    newId: (prefix: string) => `${prefix}_${String((made += 1)).padStart(8, '0')}`,
    /** What happens at a time, in seconds. The same key replaces what was there. */
    schedule(key: string, at: number, run: () => void) {
      due.set(key, { at: at * 1000, run })
    },
    unschedule: (key: string) => void due.delete(key),
    /** Lets all happen that is due until then, each at its time. */
    runUntil(target: number) {
      for (;;) {
        const [next] = [...due].toSorted(([, a], [, b]) => a.at - b.at)
        if (!next || next[1].at > target) break
        due.delete(next[0])
        goTo(next[1].at)
        next[1].run()
      }
      goTo(target)
    },
    /** Keeps what happened; who sends it is set by the webhooks. */
    emit(type: string, object: object) {
      const event: o.Event = {
        id: world.newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: world.seconds(),
        data: { object: structuredClone(object) as Record<string, unknown> },
        livemode: false,
        pending_webhooks: world.endpoints.size,
        request: null,
        type,
      }
      world.events.set(event.id, event)
      world.onEvent(event)
    },
    onEvent: (_event: o.Event): void => undefined,
  }
  return world
}

/** The object of that id. @throws ApiFailure as Stripe's API does. */
export function get<T>(
  rows: ReadonlyMap<string, T>,
  kind: string,
  id: string | undefined,
  param?: string,
): T {
  const row = rows.get(id ?? '')
  if (!row) throw missing(kind, id ?? '', param)
  return row
}

export const wholeList = <T>(data: T[], url = ''): o.List<T> => ({
  object: 'list',
  data,
  has_more: false,
  url,
})
