import type { Kysely, Transaction } from 'kysely'
import type { MailsToday } from '#contract/mails.ts'
import type { UserId } from '#contract/values.ts'
import { dateOf, startOfDay } from '#time/calendar-date.ts'
import { type EpochMs, epochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { Refusal } from '../../refusal.ts'
import { lastPositions, usedOf } from './mail-days.domain.ts'
import * as mailDays from './mail-days.repository.ts'
import { isResendTooSoon } from './resending.domain.ts'

/**
 * When the next `count` mails that a coach causes are sent (product §4): undefined for those that fit in today, else
 * the beginning of their day, in order.
 */
export async function takeMailTimes(
  deps: Deps,
  tx: Transaction<DB>,
  coachId: UserId,
  count = 1,
): Promise<(EpochMs | undefined)[]> {
  const limit = deps.config.mailsPerCoachPerDay
  const zone = await mailDays.zoneOfCoach(tx, coachId)
  const today = dateOf(deps.clock.now(), zone)
  const filled = await mailDays.takePositions(tx, coachId, { today, count, limit })
  return lastPositions(filled, count, limit).map(({ day, position }) =>
    // A millisecond apart, so that they are sent in order.
    day === today ? undefined : epochMs(startOfDay(day, zone) + position),
  )
}

/**
 * Records that a coach invites these addresses now, under the lock of their records.
 * @throws Refusal `client.resend_too_soon` for an address that was invited too often, through any record
 */
export async function noteInvited(
  deps: Deps,
  tx: Transaction<DB>,
  coachId: UserId,
  emails: readonly string[],
): Promise<void> {
  const tooSoon = await emailsTooSoon(deps, tx, coachId, emails)
  if (tooSoon.size > 0) throw new Refusal('client.resend_too_soon')
  await mailDays.insertInvited(tx, coachId, emails, deps.clock.now())
}

/** Which of these addresses were invited too often to be invited now, through any record (product §4). */
export async function emailsTooSoon(
  deps: Deps,
  db: Kysely<DB>,
  coachId: UserId,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const now = deps.clock.now()
  const byEmail = new Map<string, EpochMs[]>()
  for (const { email, sentAt } of await mailDays.listInvited(db, coachId, emails)) {
    byEmail.set(email, [...(byEmail.get(email) ?? []), sentAt])
  }
  const tooSoon = [...byEmail].filter(([, sentAt]) => isResendTooSoon(sentAt, now))
  return new Set(tooSoon.map(([email]) => email))
}

/** GET mails/today: how many of the day's mails a coach has used, and how many wait. */
export async function mailsToday(deps: Deps, actor: CoachActor): Promise<MailsToday> {
  const limit = deps.config.mailsPerCoachPerDay
  const [zone, filled] = await Promise.all([
    mailDays.zoneOfCoach(deps.db, actor.coachId),
    mailDays.findFilled(deps.db, actor.coachId),
  ])
  return { limit, ...usedOf(filled, dateOf(deps.clock.now(), zone), limit) }
}

/** Removes the instants of invitations that no limit needs any more. */
export const forgetInvited = mailDays.removeOldInvited
