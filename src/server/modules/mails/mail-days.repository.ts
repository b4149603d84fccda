import { type Kysely, type Transaction, sql } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { Filled } from './mail-days.domain.ts'

/**
 * Takes the next `count` positions of a coach's days, `limit` each, from `today` on, and returns how far the days are
 * filled then. One statement on one row, so concurrent callers on any server get consecutive positions. A day that was
 * filled further, when the limit was higher, is full and takes nothing from the days after it.
 *
 * The row is locked until the transaction ends, so callers take all other locks before.
 */
export async function takePositions(
  tx: Transaction<DB>,
  coachId: UserId,
  { today, count, limit }: { today: CalendarDate; count: number; limit: number },
): Promise<Filled> {
  const { rows } = await sql<{ day: CalendarDate; taken: number }>`
    insert into mail_days as filled (coach_id, day, taken)
    values (
      ${coachId}, ${today}::date + (${count}::int - 1) / ${limit}::int, (${count}::int - 1) % ${limit}::int + 1
    )
    on conflict (coach_id) do update set (day, taken) = (
      select before.day + (before.taken + ${count}::int - 1) / ${limit}::int,
        (before.taken + ${count}::int - 1) % ${limit}::int + 1
      from (
        select greatest(filled.day, ${today}::date) as day,
          case when filled.day < ${today}::date then 0 else least(filled.taken, ${limit}::int) end as taken
      ) as before
    )
    returning day::text as day, taken`.execute(tx)
  return rows[0]!
}

/** How far a coach's days are filled; undefined before the first mail. */
export async function findFilled(db: Kysely<DB>, coachId: UserId): Promise<Filled | undefined> {
  const row = await db
    .selectFrom('mail_days')
    .where('coach_id', '=', coachId)
    .select([sql<CalendarDate>`day::text`.as('day'), 'taken'])
    .executeTakeFirst()
  return row
}

/** The zone whose days a coach's mails are counted in. */
export async function zoneOfCoach(db: Kysely<DB>, coachId: UserId): Promise<string> {
  const { timezone } = await db
    .selectFrom('users')
    .where('id', '=', coachId)
    .select('timezone')
    .executeTakeFirstOrThrow()
  return timezone
}

/** When a coach invited these addresses, oldest first. */
export function listInvited(db: Kysely<DB>, coachId: UserId, emails: readonly string[]) {
  return db
    .selectFrom('invitation_mails')
    .where('coach_id', '=', coachId)
    .where('email', '=', sql<string>`any(${sql.val([...emails])}::text[])`)
    .orderBy('sent_at')
    .select(['email', 'sent_at as sentAt'])
    .execute()
}

export async function insertInvited(
  tx: Transaction<DB>,
  coachId: UserId,
  emails: readonly string[],
  at: EpochMs,
): Promise<void> {
  await sql`
    insert into invitation_mails (coach_id, email, sent_at)
    select ${coachId}, email, ${toTimestamp(at)} from unnest(${sql.val([...emails])}::text[]) as email`.execute(
    tx,
  )
}

/** Removes invitations sent before an instant: at most `most`. @returns how many */
export async function removeOldInvited(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from invitation_mails where ctid in (
      select ctid from invitation_mails where sent_at < ${toTimestamp(before)} limit ${most}
    )`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
