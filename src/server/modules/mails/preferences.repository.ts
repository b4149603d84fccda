import type { Kysely } from 'kysely'
import type { MailKind } from '#contract/mails.ts'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** Whose preferences: those of an account, or of an address without an account. */
export type Person = { userId: UserId } | { email: string }

/** Whether a person muted a kind of mails, now or before they had an account. */
export async function isMuted(
  db: Kysely<DB>,
  { userId, email }: { userId: UserId | null; email: string },
  event: MailKind,
): Promise<boolean> {
  const row = await db
    .selectFrom('channel_preferences')
    .where('event', '=', event)
    .where('channel', '=', 'email')
    .where((eb) => eb.or([eb('email', '=', email), ...(userId === null ? [] : [eb('user_id', '=', userId)])]))
    .select('event')
    .executeTakeFirst()
  return row !== undefined
}

/** Mutes a kind of mails; a second time changes nothing. */
export async function mute(db: Kysely<DB>, person: Person, event: MailKind, at: EpochMs): Promise<void> {
  await db
    .insertInto('channel_preferences')
    .values({
      user_id: 'userId' in person ? person.userId : null,
      email: 'email' in person ? person.email : null,
      event,
      channel: 'email',
      muted_at: toTimestamp(at),
    })
    .onConflict((conflict) => conflict.constraint('channel_preferences_unique').doNothing())
    .execute()
}

/** Unmutes a kind of mails, also if it was muted before the person had an account. */
export async function unmute(
  db: Kysely<DB>,
  { userId, email }: { userId: UserId | null; email: string },
  event: MailKind,
): Promise<void> {
  await db
    .deleteFrom('channel_preferences')
    .where('event', '=', event)
    .where('channel', '=', 'email')
    .where((eb) => eb.or([eb('email', '=', email), ...(userId === null ? [] : [eb('user_id', '=', userId)])]))
    .execute()
}

/** The address of an account; undefined if the account was deleted. */
export async function findEmail(db: Kysely<DB>, userId: UserId): Promise<string | undefined> {
  const row = await db.selectFrom('users').where('id', '=', userId).select('email').executeTakeFirst()
  return row?.email
}
