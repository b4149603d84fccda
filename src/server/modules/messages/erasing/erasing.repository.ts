import { type Kysely, type Transaction, sql } from 'kysely'
import type { MessageId, RoomId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** What of a message `m` is somebody's words; nothing of it is left in one that they deleted. */
const HAS_WORDS = sql<boolean>`(m.deleted_at is null or m.body <> '' or m.file_names <> '' or m.attachment is not null)`

/** A room in which a person wrote something that is still there, with its practice. */
export function findWrittenIn(
  db: Kysely<DB>,
  userId: UserId,
): Promise<{ roomId: RoomId; coachId: UserId } | undefined> {
  return db
    .selectFrom('messages as m')
    .innerJoin('message_rooms as r', 'r.id', 'm.room_id')
    .where('m.sender_user_id', '=', userId)
    .where(HAS_WORDS)
    .select(['r.id as roomId', 'r.coach_id as coachId'])
    .limit(1)
    .executeTakeFirst()
}

/**
 * Takes the texts of some messages of a person in a locked room away, and what is said of their files: each is a change of the
 * room with a separate revision. @returns the last of them; undefined if there was none
 */
export async function eraseSome(
  tx: Transaction<DB>,
  { roomId, userId, most }: { roomId: RoomId; userId: UserId; most: number },
  { revision }: { revision: number },
  now: EpochMs,
): Promise<MessageId | undefined> {
  const { rows } = await sql<{ id: MessageId; revision: number }>`
    with chosen as (
      select m.id, ${revision} + row_number() over (order by m.seq) as revision from messages m
      where m.room_id = ${roomId} and m.sender_user_id = ${userId} and ${HAS_WORDS}
      order by m.seq limit ${most}
    )
    update messages m set body = '', file_names = '', attachment = null, revision = chosen.revision,
      deleted_at = coalesce(m.deleted_at, ${toTimestamp(now)})
    from chosen where chosen.id = m.id returning m.id, m.revision`.execute(tx)
  const last = rows.toSorted((a, b) => b.revision - a.revision).at(0)
  if (!last) return undefined
  await tx.updateTable('message_rooms').set({ revision: last.revision }).where('id', '=', roomId).execute()
  return last.id
}
