import type { Transaction } from 'kysely'
import type { FailedCharge } from '#contract/payments/snapshot.ts'
import { type UserId, toWire } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import type { DB } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import type { TimerCommand } from '../../../domain-events.ts'
import { record } from '#server/events/record.ts'
import { TimerNotNow, changeTimers } from '#server/events/timers.ts'
import { type CoachScope, scopeOfPractice } from '../../../policy/scope.ts'
import { DAYS_BEFORE, endingOf, isTooLate, reminderTimes } from './reminders.domain.ts'
import * as reminders from './reminders.repository.ts'

/** What of a coach ends without a charge, with their zone; undefined if nothing does. */
async function findEnding(deps: Deps, tx: Transaction<DB>, scope: CoachScope) {
  const { provider } = deps.payments
  const coach = await reminders.findReminded(tx, scope, provider)
  const ending = coach && endingOf(coach, provider)
  return ending && { ...ending, timezone: coach.timezone }
}

/** Sets or drops the reminders of a coach's period, by what it is now. The caller has locked the coach's payment. */
export async function keepReminders(deps: Deps, tx: Transaction<DB>, scope: CoachScope): Promise<void> {
  const { coachId } = scope
  const now = deps.clock.now()
  const ending = await findEnding(deps, tx, scope)
  const keyOf = (days: number) => `payment.remind:${coachId}:${days}`
  if (!ending) {
    await changeTimers(
      tx,
      DAYS_BEFORE.map((days) => ({ kind: 'drop', key: keyOf(days) })),
    )
    return
  }
  const periodEndsAt = toWire(ending.endsAt)
  await changeTimers(
    tx,
    reminderTimes(ending.endsAt, ending.timezone)
      // None is set for an hour that has passed; one that is there is due and only waits for a worker.
      .filter(({ dueAt }) => dueAt > now)
      .map(({ days, dueAt }) => ({
        kind: 'set',
        key: keyOf(days),
        dueAt,
        command: { type: 'payment.remind', coachId, periodEndsAt, days },
      })),
  )
}

/** Moves the reminders of a person whose zone has changed, if they are a coach: they stay at 10:00 on their clock. */
export async function movePaymentReminders(deps: Deps, tx: Transaction<DB>, userId: UserId): Promise<void> {
  const scope = scopeOfPractice(userId)
  // The order of those who pay: the payment, then its timers.
  if (await reminders.lockCoach(tx, scope)) await keepReminders(deps, tx, scope)
}

/**
 * The timer of a reminder: the coach is reminded, unless they have paid or cancelled since, or `isFirst` answers that they were
 * reminded so before: who moves west meets ten o'clock again.
 * @throws TimerNotNow while another transaction changes the payment
 */
export async function remindOfPeriodEnd(
  deps: Deps,
  tx: Transaction<DB>,
  { coachId, periodEndsAt, days }: Extract<TimerCommand, { type: 'payment.remind' }>,
  isFirst: () => Promise<boolean>,
): Promise<void> {
  const scope = scopeOfPractice(coachId)
  const isDue = async () => {
    const ending = await findEnding(deps, tx, scope)
    if (ending?.endsAt !== fromIso(periodEndsAt)) return false
    return !isTooLate(days, ending.endsAt, ending.timezone, deps.clock.now())
  }
  if (!(await isDue())) return
  if (!(await reminders.lockIfFree(tx, scope))) throw new TimerNotNow(coachId)
  // Read again under the lock: it may have been paid a moment ago.
  if (!(await isDue()) || !(await isFirst())) return
  const payload = { periodEndsAt, days }
  await record(deps, tx, { type: 'payment.ending', coachId, actorUserId: null, subjectId: coachId, payload })
}

/** Has a coach told of a refused charge that is new; of none for undefined. */
export async function recordFailedCharge(
  deps: Deps,
  tx: Transaction<DB>,
  coachId: UserId,
  charge: FailedCharge | undefined,
): Promise<void> {
  if (!charge) return
  const payload = { retryAt: toWire(charge.retryAt) }
  await record(deps, tx, {
    type: 'payment.charge_failed',
    coachId,
    actorUserId: null,
    subjectId: coachId,
    payload,
  })
}
