import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { NewsChannel, NewsKind } from '#contract/account/news-preferences.ts'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** Whose preferences: those of an account, or of an address without an account. */
export type Person = { userId: UserId } | { email: string }

/** Somebody at their address; what it switched off before they had an account still counts. */
export type Addressee = { userId: UserId | null; email: string }

/** A cell of the matrix of news and channels. */
export type Switch = { kind: NewsKind; channel: NewsChannel }

/** Whether a person switched off a kind of news, now or before they had an account. */
export async function isOff(
  db: Kysely<DB>,
  addressee: Addressee,
  kind: NewsKind,
  channel: NewsChannel,
): Promise<boolean> {
  const row = await ofAddressee(db, addressee)
    .where('event', '=', kind)
    .where('channel', '=', channel)
    .select('event')
    .executeTakeFirst()
  return row !== undefined
}

/** Everything that a person switched off. */
export async function listOff(db: Kysely<DB>, addressee: Addressee): Promise<Switch[]> {
  const rows = await ofAddressee(db, addressee).select(['event as kind', 'channel']).execute()
  // The database has what this product wrote; a kind of a newer release is in no matrix.
  return rows as Switch[]
}

/** Switches off; a second time changes nothing. */
export async function switchOff(
  db: Kysely<DB>,
  person: Person,
  cells: readonly Switch[],
  at: EpochMs,
): Promise<void> {
  if (cells.length === 0) return
  await db
    .insertInto('channel_preferences')
    .values(
      cells.map(({ kind, channel }) => ({
        user_id: 'userId' in person ? person.userId : null,
        email: 'email' in person ? person.email : null,
        event: kind,
        channel,
        muted_at: toTimestamp(at),
      })),
    )
    .onConflict((conflict) => conflict.constraint('channel_preferences_unique').doNothing())
    .execute()
}

/** Switches on, also what was switched off before the person had an account. */
export async function switchOn(
  db: Kysely<DB>,
  addressee: Addressee,
  cells: readonly Switch[],
): Promise<void> {
  if (cells.length === 0) return
  await db
    .deleteFrom('channel_preferences')
    .where((eb) => ofPerson(eb, addressee))
    .where((eb) =>
      eb.or(cells.map(({ kind, channel }) => eb.and([eb('event', '=', kind), eb('channel', '=', channel)]))),
    )
    .execute()
}

/** The address of an account; undefined if the account was deleted. */
export async function findEmail(db: Kysely<DB>, userId: UserId): Promise<string | undefined> {
  const row = await db.selectFrom('users').where('id', '=', userId).select('email').executeTakeFirst()
  return row?.email
}

function ofAddressee(db: Kysely<DB>, addressee: Addressee) {
  return db.selectFrom('channel_preferences').where((eb) => ofPerson(eb, addressee))
}

function ofPerson(
  eb: ExpressionBuilder<DB, 'channel_preferences'>,
  { userId, email }: Addressee,
): Expression<SqlBool> {
  return eb.or([eb('email', '=', email), ...(userId === null ? [] : [eb('user_id', '=', userId)])])
}
