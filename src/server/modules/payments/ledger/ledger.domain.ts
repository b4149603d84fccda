import type { PaymentStatus } from '#contract/account/auth.ts'
import type { PaymentCause, PlanId } from '#contract/payments.ts'
import { DAY_MS, type EpochMs } from '#time/clock.ts'
import { type StoredState, periodEnd, statusAt } from '../payments.domain.ts'

/** What happened to the payment of a coach (product §5); `cause` is one of `PaymentCause`. `of` names the checkout or the payment that it is about. */
export type Fact =
  /** What was known of a coach before there was a ledger. */
  | ({ cause: 'carriedOver' } & StoredState)
  | { cause: 'voucherIssued'; of: string; planId: PlanId }
  | { cause: 'voucherExpired'; of: string }
  | { cause: 'trialBegan'; for?: string; planId: PlanId; until: EpochMs }
  /**
   * `from` and `until` as the provider says, else a month or a year by the clock of the coach's zone. `for`: the voucher that was paid.
   * `replaces`: of a changed plan, from which the rest of the one before was taken off.
   */
  | {
      cause: 'paid'
      of: string
      for?: string
      planId: PlanId
      zone: string
      from?: EpochMs
      until: EpochMs | null
      replaces?: true
    }
  | { cause: 'chargeFailed' }
  | { cause: 'cancelled' }
  | { cause: 'resumed' }
  | { cause: 'planChanged'; planId: PlanId; until: EpochMs | null }
  /** `part` is how much went back, of how much was paid; null for all of it. */
  | { cause: 'refunded'; of: string; part: { minor: number; total: number } | null }
  /** A bank did not take what was given back; `refund` is the key of that line. */
  | { cause: 'refundFailed'; of: string; refund: string }
  | { cause: 'disputeOpened' | 'disputeWon' | 'disputeLost'; of: string }
  | { cause: 'exempted' | 'exemptionEnded' }

/** A line of the ledger. The same key twice is the same fact, told twice. */
export type Entry = { key: string; at: EpochMs; fact: Fact }

/** What the facts until now add up to. */
type Account = {
  /** Without what a cancellation or an exemption makes of it. */
  status: Exclude<PaymentStatus, 'cancelled' | 'exempt'>
  isCancelled: boolean
  isExempt: boolean
  /** The plan that was paid or tried last. */
  planId: PlanId | null
  /** Of what is paid or tried; null is without an end. */
  until: EpochMs | null
  /** Vouchers and transfers that are not paid yet, and what they are for. */
  vouchers: ReadonlyMap<string, PlanId>
}

/** A provider charges a card some time around the end of a period. */
const SETTLING_MS = DAY_MS

/**
 * Whether more is paid than until the end of a subscription's period, by more than a charge takes. A change of plan takes off
 * only what is left of that period, and its `replaces` would end the rest.
 */
export const isPaidBeyond = (until: EpochMs | null, subscriptionEnd: EpochMs): boolean =>
  until !== null && until - subscriptionEnd > SETTLING_MS

const NOTHING: Account = {
  status: 'none',
  isCancelled: false,
  isExempt: false,
  planId: null,
  until: null,
  vouchers: new Map(),
}

/**
 * In one second several things may happen, and providers know no more of their order: they count in this one. What ends a
 * payment comes after what makes it.
 */
const ORDER: Record<PaymentCause, number> = {
  carriedOver: 0,
  voucherIssued: 1,
  voucherExpired: 2,
  trialBegan: 3,
  chargeFailed: 4,
  paid: 5,
  planChanged: 6,
  cancelled: 7,
  resumed: 8,
  disputeOpened: 9,
  disputeWon: 10,
  refunded: 11,
  refundFailed: 12,
  disputeLost: 13,
  exempted: 14,
  exemptionEnded: 15,
}

/** The entries in the order in which they count, each once, whatever the order in which they were heard of. */
export function inOrder<Line extends Entry>(entries: readonly Line[]): Line[] {
  const once = new Map(entries.map((entry) => [entry.key, entry]))
  return [...once.values()].toSorted(
    (a, b) => a.at - b.at || ORDER[a.fact.cause] - ORDER[b.fact.cause] || (a.key < b.key ? -1 : 1),
  )
}

/**
 * The payment of a coach after all of these, in any order, some of them twice. What was given back, or lost in a dispute, counts
 * as if it had never been paid: what others bought remains, from when it was paid.
 */
export function stateOf(entries: readonly Entry[]): StoredState {
  const ordered = inOrder(entries)
  const gone = takenBack(ordered)
  return shown(ordered.filter((entry) => !gone.has(paymentOf(entry) ?? '')).reduce(after, NOTHING))
}

/** Each of the last entries in its order, with the payment after it. */
export function historyOf<Line extends Entry>(
  entries: readonly Line[],
  most: number,
): { entry: Line; after: StoredState }[] {
  const ordered = inOrder(entries)
  const first = Math.max(0, ordered.length - most)
  return ordered
    .slice(first)
    .map((entry, index) => ({ entry, after: stateOf(ordered.slice(0, first + index + 1)) }))
}

/** The payments, the first one first, and whether each was given back. What was paid before the ledger counts, too. */
export function paymentsIn<Line extends Entry>(
  entries: readonly Line[],
): { entry: Line; of: string; isBack: boolean }[] {
  const ordered = inOrder(entries)
  const gone = takenBack(ordered)
  return ordered.flatMap((entry) => {
    const of = paymentOf(entry)
    return of === undefined ? [] : [{ entry, of, isBack: gone.has(of) }]
  })
}

/** Whether somebody has paid or tried Norte before: a trial is for a first checkout only (product §5). */
export const hasPaidOrTried = (entries: readonly Entry[]): boolean =>
  entries.some(({ fact }) =>
    fact.cause === 'carriedOver'
      ? fact.status !== 'none' && fact.status !== 'pending'
      : fact.cause === 'paid' || fact.cause === 'trialBegan',
  )

/** By which name the payment is given back that an entry is; undefined for anything else. */
function paymentOf({ key, fact }: Entry): string | undefined {
  if (fact.cause === 'paid') return fact.of
  const isPaid = fact.cause === 'carriedOver' && ['active', 'pastDue', 'cancelled'].includes(fact.status)
  return isPaid ? key : undefined
}

/** What was given back in full and arrived, or lost in a dispute that was not won on appeal. The entries are in their order. */
function takenBack(entries: readonly Entry[]): ReadonlySet<string> {
  const [refunded, lost] = [new Set<string>(), new Set<string>()]
  const failed = new Set(entries.flatMap(({ fact }) => (fact.cause === 'refundFailed' ? [fact.refund] : [])))
  const parts = new Map<string, number>()
  for (const { key, fact } of entries) {
    if (fact.cause === 'refunded' && !failed.has(key)) {
      const back = (parts.get(fact.of) ?? 0) + (fact.part?.minor ?? Infinity)
      parts.set(fact.of, back)
      if (back >= (fact.part?.total ?? 0)) refunded.add(fact.of)
    }
    if (fact.cause === 'disputeLost') lost.add(fact.of)
    if (fact.cause === 'disputeWon') lost.delete(fact.of)
  }
  return new Set([...refunded, ...lost])
}

function shown({ status, isCancelled, isExempt, planId, until, vouchers }: Account): StoredState {
  const wanted = [...vouchers.values()].at(-1)
  return {
    status: isExempt ? 'exempt' : isCancelled ? 'cancelled' : status,
    planId: status === 'pending' ? (wanted ?? planId) : planId,
    periodEndsAt: until,
  }
}

/** The transitions of product §5. What does not fit the present state changes nothing: it was late, or is not about it. */
function after(account: Account, { at, fact }: Entry): Account {
  const now = statusAt(account.isCancelled ? 'cancelled' : account.status, account.until, at)
  const runs = account.until !== null && at < account.until
  switch (fact.cause) {
    case 'carriedOver':
      return carriedOver(fact)
    case 'voucherIssued': {
      const vouchers = new Map(account.vouchers).set(fact.of, fact.planId)
      return now === 'none' || now === 'pending' ? unpaid({ ...account, vouchers }) : { ...account, vouchers }
    }
    case 'voucherExpired':
      return without(account, fact.of, now)
    case 'trialBegan':
      if (!isPaid(now)) return running(without(account, fact.for, now), 'trial', fact)
      // A card for what comes after, given while something is paid: it is charged when that ends, or a day later.
      return account.until === null
        ? account
        : { ...account, isCancelled: false, until: later(account.until, fact.until) }
    case 'paid': {
      const from = account.until !== null && account.until > at ? account.until : at
      // A card that is charged while something else is paid, too: both count.
      const overlaps = isPaid(now) && account.until !== null && account.until - at > SETTLING_MS
      const until =
        fact.until === null
          ? periodEnd(from, fact.planId, fact.zone)
          : fact.replaces
            ? fact.until
            : later(overlaps ? periodEnd(account.until!, fact.planId, fact.zone) : null, fact.until)
      return running(without(account, fact.for, now), 'active', { planId: fact.planId, until })
    }
    case 'chargeFailed':
      // What is paid otherwise goes on.
      return !isPaid(now) || (account.until !== null && account.until - at > SETTLING_MS)
        ? account
        : { ...account, status: 'pastDue' }
    case 'cancelled':
      return runs && isPaid(now) ? { ...account, isCancelled: true } : account
    case 'resumed':
      return runs ? { ...account, isCancelled: false } : account
    case 'planChanged':
      return isPaid(now) ? { ...account, planId: fact.planId, until: fact.until ?? account.until } : account
    case 'exempted':
      return { ...account, isExempt: true }
    case 'exemptionEnded':
      return { ...account, isExempt: false }
    case 'refunded':
    case 'refundFailed':
    case 'disputeOpened':
    case 'disputeWon':
    case 'disputeLost':
      return account
  }
}

const later = (until: EpochMs | null, other: EpochMs): EpochMs =>
  until !== null && until > other ? until : other

const isPaid = (status: PaymentStatus) => status !== 'none' && status !== 'pending'

function carriedOver({ status, planId, periodEndsAt }: StoredState): Account {
  const isExempt = status === 'exempt'
  const isCancelled = status === 'cancelled'
  const known = isExempt ? 'none' : isCancelled ? 'active' : status
  return { ...NOTHING, status: known, isCancelled, isExempt, planId, until: periodEndsAt }
}

/** Paid, or in a trial, until then. */
const running = (
  account: Account,
  status: 'trial' | 'active',
  { planId, until }: { planId: PlanId; until: EpochMs },
): Account => ({ ...account, status, isCancelled: false, planId, until })

/** Nothing is paid; something may be on its way. */
const unpaid = (account: Account): Account => ({
  ...account,
  status: account.vouchers.size > 0 ? 'pending' : 'none',
  isCancelled: false,
  until: null,
})

/** Without a voucher that was paid or has expired. */
function without(account: Account, voucher: string | undefined, now: PaymentStatus): Account {
  if (voucher === undefined) return account
  const vouchers = new Map(account.vouchers)
  vouchers.delete(voucher)
  return now === 'pending' ? unpaid({ ...account, vouchers }) : { ...account, vouchers }
}
