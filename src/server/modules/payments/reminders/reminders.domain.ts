import type { PaymentProviderName } from '#contract/payments.ts'
import { addDays, dateOf } from '#time/calendar-date.ts'
import { type EpochMs, epochMs } from '#time/clock.ts'
import { wallToInstant } from '#time/zones.ts'
import type { StoredState } from '../payments.domain.ts'

/** How many days before its end a coach is reminded of a period that nothing pays for by itself. */
export const DAYS_BEFORE = [7, 3, 1] as const

/** 10:00 by the coach's clock, in minutes of the day. */
const REMINDER_MINUTES = 10 * 60

/** A period that is paid, or tried, and ends without a charge: somebody has to pay for the next. */
export type Ending = { endsAt: EpochMs; isTrial: boolean }

/**
 * The end that a coach is reminded of; undefined without one: a card is charged, or the plan was cancelled, or nothing is
 * paid, or has to be, or it never ends.
 */
export function endingOf(
  {
    status,
    periodEndsAt: endsAt,
    renews,
  }: Pick<StoredState, 'status' | 'periodEndsAt'> & { renews: boolean },
  provider: PaymentProviderName,
): Ending | undefined {
  if (provider === 'off' || renews || endsAt === null || (status !== 'active' && status !== 'trial'))
    return undefined
  return { endsAt, isTrial: status === 'trial' }
}

/** When a coach is reminded of the end of a period, by the days before it. */
export function reminderTimes(endsAt: EpochMs, zone: string): { days: number; dueAt: EpochMs }[] {
  return DAYS_BEFORE.map((days) => {
    const dueAt = wallToInstant(addDays(dateOf(endsAt, zone), -days), REMINDER_MINUTES, zone)
    return { days, dueAt: epochMs(dueAt) }
  })
}

/** Whether a reminder comes so late, after a time without a worker, that the period has ended or the next one is due too. */
export function isTooLate(days: number, endsAt: EpochMs, zone: string, now: EpochMs): boolean {
  return (
    now >= endsAt ||
    reminderTimes(endsAt, zone).some(({ days: fewer, dueAt }) => fewer < days && dueAt <= now)
  )
}
