import type { Kysely, Transaction } from 'kysely'
import { DEFAULT_TIMES, type NewsPreferences } from '#contract/account/news-preferences.ts'
import type { UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'

/** When a person is written to. */
export type Times = Pick<NewsPreferences, 'quiet' | 'daily'>

/** The version of the stored form. A change of the meaning of a column takes the next number. */
const VERSION = 1

/** When a person is written to; the defaults for somebody who never chose. */
export async function findTimes(db: Kysely<DB>, userId: UserId): Promise<Times> {
  const row = await db
    .selectFrom('notification_settings')
    .where('user_id', '=', userId)
    .select(['quiet', 'quiet_from as quietFrom', 'quiet_until as quietUntil', 'daily', 'daily_at as dailyAt'])
    .executeTakeFirst()
  if (!row) return DEFAULT_TIMES
  return {
    quiet: { on: row.quiet, from: row.quietFrom, until: row.quietUntil },
    daily: { on: row.daily, at: row.dailyAt },
  }
}

/** Holds up other changes of a person's preferences until the transaction ends. */
export async function lockPerson(tx: Transaction<DB>, id: UserId) {
  const row = await tx
    .selectFrom('users')
    .where('id', '=', id)
    .select(['email', 'timezone'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row
}

export async function putTimes(tx: Transaction<DB>, userId: UserId, { quiet, daily }: Times): Promise<void> {
  const values = {
    version: VERSION,
    quiet: quiet.on,
    quiet_from: quiet.from,
    quiet_until: quiet.until,
    daily: daily.on,
    daily_at: daily.at,
  }
  await tx
    .insertInto('notification_settings')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** The zone of a person who wants a daily summary, and when; undefined for all others. */
export async function findDaily(db: Kysely<DB>, userId: UserId) {
  const row = await db
    .selectFrom('notification_settings as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('s.user_id', '=', userId)
    .where('s.daily', '=', true)
    .select(['s.daily_at as at', 'u.timezone', 'u.email'])
    .executeTakeFirst()
  return row
}

/** The spaces of a person: a summary is about one practice. */
export function listSpaces(db: Kysely<DB>, userId: UserId) {
  return db
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .orderBy('id')
    .select(['coach_id as coachId', 'client_id as clientId'])
    .execute()
}
