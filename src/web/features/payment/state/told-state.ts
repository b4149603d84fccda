import type { PaymentStatus } from '#contract/account/auth.ts'
import { GRACE_DAYS, type PaymentState } from '#contract/payments.ts'
import { DAY_MS, type EpochMs, epochMs, fromIso } from '#time/clock.ts'

/** A payment as a server says it; that of the release before says nothing of these. */
export type ToldState = Omit<PaymentState, LaterFields> & Partial<Pick<PaymentState, LaterFields>>
type LaterFields = 'allowedActions' | 'renewsAs' | 'chargesAt'

/** With these there is nothing to pay now. */
const PAID: readonly PaymentStatus[] = ['active', 'exempt']

/** Whether the coach may pay now: what the server says, and of one that does not say it, unless it is paid. */
export function mayPay({ paymentStatus, allowedActions = [], renewsAs }: ToldState): boolean {
  return renewsAs === undefined ? !PAID.includes(paymentStatus) : allowedActions.includes('pay')
}

/** Whether nothing is paid, so that it is said how where nothing is sold on the screen. */
export const isDue = ({ paymentStatus }: ToldState): boolean => !PAID.includes(paymentStatus)

/**
 * Why a payment is past due: a card that is charged by itself and was refused, with the next attempt if there is one; a
 * card that is just being charged; or a period that nobody has paid on.
 */
export type PastDue =
  | { kind: 'charging' }
  | { kind: 'retrying'; at: EpochMs }
  | { kind: 'refused' }
  | { kind: 'ended' }

/** How long a provider takes to charge a card after the end of a period, with room to spare. */
const CHARGING_MS = DAY_MS

/** `retryAt` is when a refused charge is tried again; null without one. */
export function pastDueOf(
  { renewsAs, periodEndsAt }: Pick<ToldState, 'renewsAs' | 'periodEndsAt'>,
  retryAt: EpochMs | null,
  now: EpochMs,
): PastDue {
  if (retryAt !== null && retryAt > now) return { kind: 'retrying', at: retryAt }
  if (renewsAs === undefined || renewsAs === null) return { kind: 'ended' }
  const isFresh = periodEndsAt !== null && now < fromIso(periodEndsAt) + CHARGING_MS
  return { kind: retryAt === null && isFresh ? 'charging' : 'refused' }
}

/** Until when an account stays open though its period has ended. */
export const openUntil = (periodEndsAt: string): EpochMs =>
  epochMs(fromIso(periodEndsAt) + GRACE_DAYS * DAY_MS)

/**
 * The end of what is paid or tried, as coaches are told it: the hours in which the card is charged after it are not a
 * day more.
 */
export function toldEnd({
  periodEndsAt,
  chargesAt,
}: Pick<ToldState, 'periodEndsAt' | 'chargesAt'>): EpochMs | null {
  if (periodEndsAt === null) return null
  const end = fromIso(periodEndsAt)
  const charge = chargesAt ? fromIso(chargesAt) : end
  return charge <= end && end - charge < DAY_MS ? charge : end
}

/** A text of `ownPlan` about what a cancellation does, with the day that it names if it names one. */
type CancelEffect = {
  key: 'stays' | 'staysUntil' | 'staysWhileCharging' | 'staysInGrace' | 'staysClosed' | 'staysFree'
  at?: EpochMs
  /** Whether it can be taken back: what ends at once cannot. */
  canResume: boolean
}

/**
 * What it means to cancel now: a plan goes on until the end of what is paid; one whose card was refused ends at once, and
 * the account stays open for its days of grace; a closed account stays closed, one free of charge stays open. A charge
 * that has just begun is not stopped. `retryAt` is when a refused charge is tried again; null without one.
 */
export function cancelEffectOf(mine: ToldState, retryAt: EpochMs | null, now: EpochMs): CancelEffect {
  const { paymentStatus, periodEndsAt } = mine
  if (paymentStatus === 'none' || paymentStatus === 'pending') return { key: 'staysClosed', canResume: false }
  if (paymentStatus === 'exempt') return { key: 'staysFree', canResume: false }
  if (periodEndsAt === null) return { key: 'stays', canResume: true }
  if (paymentStatus === 'pastDue' && fromIso(periodEndsAt) <= now) {
    return pastDueOf(mine, retryAt, now).kind === 'charging'
      ? { key: 'staysWhileCharging', canResume: false }
      : { key: 'staysInGrace', at: openUntil(periodEndsAt), canResume: false }
  }
  return { key: 'staysUntil', at: toldEnd(mine) ?? fromIso(periodEndsAt), canResume: true }
}

/** A text of `mine`, with the day that it names if it names one. */
type Hint = {
  key:
    | `hints.${PaymentStatus}`
    | 'renewsHint'
    | 'firstCharge'
    | 'remindsHint'
    | 'payAhead'
    | 'charging'
    | 'retrying'
    | 'refused'
  at?: EpochMs
}

/** What is said below the state: what happens next. */
export function hintOf(mine: ToldState, retryAt: EpochMs | null, now: EpochMs): Hint {
  const { paymentStatus, periodEndsAt, renewsAs } = mine
  const renews = renewsAs !== undefined && renewsAs !== null
  switch (paymentStatus) {
    case 'active':
      if (renews) return { key: 'renewsHint' }
      if (renewsAs === undefined || periodEndsAt === null) return { key: 'hints.active' }
      return { key: mayPay(mine) ? 'payAhead' : 'remindsHint' }
    case 'trial':
      return { key: renews ? 'firstCharge' : 'hints.trial' }
    case 'pastDue': {
      const why = pastDueOf(mine, retryAt, now)
      if (why.kind === 'ended') return { key: 'hints.pastDue' }
      return why.kind === 'retrying' ? { key: 'retrying', at: why.at } : { key: why.kind }
    }
    default:
      return { key: `hints.${paymentStatus}` }
  }
}
