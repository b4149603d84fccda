import type { Money } from '#contract/payments/snapshot.ts'
import { addMonths } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import { wallClock, wallToInstant } from '#time/zones.ts'
import { type Entry, type Fact, inOrder, stateOf } from '../ledger/ledger.domain.ts'

/** Value-added tax (IVA) in Mexico, in percent of the price without it. */
const TAX_PERCENT = 16

/** What of a price with tax is the price without it, and the tax: minor units that add up to the price. */
export function taxOf(totalMinor: number): { subtotalMinor: number; taxMinor: number } {
  const subtotalMinor = Math.round((totalMinor * 100) / (100 + TAX_PERCENT))
  return { subtotalMinor, taxMinor: totalMinor - subtotalMinor }
}

type Paid = Extract<Fact, { cause: 'paid' }>
/** Whether there is a receipt of a line: of payments whose amount is known. */
export function isReceipted<Line extends { fact: Fact; amount: Money | null }>(
  line: Line,
): line is Line & { fact: Paid; amount: Money } {
  return line.fact.cause === 'paid' && line.amount !== null
}

/** The period that a payment paid for, as it was when it was paid: what came back later is said beside it. */
export function periodOf(
  entry: Entry & { fact: Paid },
  lines: readonly Entry[],
): { from: EpochMs; until: EpochMs } {
  const { at, fact } = entry
  const ordered = inOrder(lines)
  const index = ordered.findIndex(({ key }) => key === entry.key)
  const before = stateOf(ordered.slice(0, index)).periodEndsAt
  const until = fact.until ?? stateOf(ordered.slice(0, index + 1)).periodEndsAt ?? at
  if (fact.from !== undefined) return { from: fact.from, until }
  if (fact.replaces) return { from: at, until }
  // Of a line without its first day only the end is known, and the period may have begun before its charge was paid.
  if (fact.until !== null) return { from: monthsBefore(until, fact), until }
  return { from: before !== null && before > at && until > before ? before : at, until }
}

function monthsBefore(until: EpochMs, { planId, zone }: Paid): EpochMs {
  const { date, hour, minute } = wallClock(until, zone)
  return wallToInstant(addMonths(date, planId === 'monthly' ? -1 : -12), hour * 60 + minute, zone)
}

/** What came back of a payment, in its order: refunds that arrived, and what a bank gave back in a dispute. */
export function cameBack<Line extends Entry>(
  { fact: { of } }: { fact: Paid },
  lines: readonly Line[],
): Line[] {
  const failed = new Set(lines.flatMap(({ fact }) => (fact.cause === 'refundFailed' ? [fact.refund] : [])))
  return inOrder(lines).filter(
    ({ key, fact }) =>
      (fact.cause === 'refunded' || fact.cause === 'disputeLost') && fact.of === of && !failed.has(key),
  )
}

/** The number of a receipt, which stays the same: the end of the line's id, in groups. */
export function receiptNumber(id: string): string {
  const end = id.replaceAll('-', '').slice(-12).toUpperCase()
  return end.match(/.{4}/g)!.join('-')
}
