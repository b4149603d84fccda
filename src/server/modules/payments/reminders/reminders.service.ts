import type { Transaction } from 'kysely'
import type { FailedCharge } from '#contract/payments/snapshot.ts'
import { type UserId, toWire } from '#contract/values.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import type { DB } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import type { TimerCommand } from '../../../domain-events.ts'
import { record } from '#server/events/record.ts'
import { TimerNotNow, changeTimers, startTimers } from '#server/events/timers.ts'
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
  if (!ending) {
    await changeTimers(
      tx,
      DAYS_BEFORE.map((days) => ({ kind: 'drop', key: keyOf(coachId, days) })),
    )
    return
  }
  const timers = timersOf(coachId, ending, now)
  await changeTimers(
    tx,
    timers.map((timer) => ({ kind: 'set', ...timer })),
  )
}

const keyOf = (coachId: UserId, days: number) => `payment.remind:${coachId}:${days}`

/** None is set for an hour that has passed; one that is there is due and only waits for a worker. */
function timersOf(
  coachId: UserId,
  { endsAt, timezone }: { endsAt: EpochMs; timezone: string },
  now: EpochMs,
) {
  const periodEndsAt = toWire(endsAt)
  return reminderTimes(endsAt, timezone)
    .filter(({ dueAt }) => dueAt > now)
    .map(({ days, dueAt }) => ({
      key: keyOf(coachId, days),
      dueAt,
      command: { type: 'payment.remind' as const, coachId, periodEndsAt, days },
    }))
}

/** How many coaches are looked at in one step. */
const PART = 500

/** Sets the reminders that are missing, of periods that were paid before there were reminders. Those that are set stay. */
export async function startReminding(deps: Deps): Promise<void> {
  const { provider } = deps.payments
  for (let after: UserId | null = null; ;) {
    const now = deps.clock.now()
    const part = await reminders.listReminded(deps.db, provider, { after, now, most: PART })
    const missing = part.flatMap(({ coachId, timezone, ...payment }) => {
      const ending = endingOf(payment, provider)
      return ending ? timersOf(coachId, { ...ending, timezone }, now) : []
    })
    await deps.db.transaction().execute((tx) => startTimers(tx, missing))
    if (part.length < PART) return
    after = part.at(-1)!.coachId
  }
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
  for (const type of ['payment.charge_failed', 'payment.charge_refused'] as const)
    await record(deps, tx, { type, coachId, actorUserId: null, subjectId: coachId, payload })
}
