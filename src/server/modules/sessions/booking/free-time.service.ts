import type { Transaction } from 'kysely'
import type { SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { Interval } from '#time/interval.ts'
import type { DB } from '#server/db/schema.ts'
import type { Scope } from '#server/policy/scope.ts'
import { Refusal } from '#server/refusal.ts'
import type { Calendar } from '#server/modules/calendars/calendars.domain.ts'
import { overlapped, withoutSessions } from '#server/modules/calendars/taken/taken-time.domain.ts'
import { takenTimes } from '#server/modules/calendars/taken/taken-time.service.ts'
import { type Wish, bookingRefusal } from './bookings.domain.ts'

type Practice = { scope: Scope; calendar: Calendar; now: EpochMs }

/**
 * Checks a session's new time by the rules for offering and booking (product §8), ignoring its current time and the
 * time it holds. The caller has locked the calendar.
 * @throws Refusal `session.overlap`, `session.not_offered`
 */
export async function requireOffered(
  tx: Transaction<DB>,
  { scope, calendar, now }: Practice,
  session: SessionId,
  wish: Wish,
  by: 'coach' | 'client',
): Promise<void> {
  const taken = await takenBeside(tx, scope, session, wish)
  const refused = bookingRefusal(wish, by, calendar, taken, now)
  if (refused) throw new Refusal(refused)
}

/**
 * Checks that no other session of the coach, and no held time, overlaps a session's new time.
 * @throws Refusal `session.overlap`
 */
export async function requireFree(
  tx: Transaction<DB>,
  scope: Scope,
  session: SessionId,
  time: Interval,
): Promise<void> {
  const taken = await takenBeside(tx, scope, session, time)
  if (overlapped(taken, time)) throw new Refusal('session.overlap')
}

async function takenBeside(
  tx: Transaction<DB>,
  scope: Scope,
  session: SessionId,
  { startsAt, endsAt }: Interval,
) {
  return withoutSessions(await takenTimes(tx, scope, { from: startsAt, to: endsAt }), [session])
}
