import { type Kysely, sql } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Scope } from '../../policy/scope.ts'
import { roomsOf } from './rooms.repository.ts'

/** In how many rooms of the scope messages of others wait unread for a person. */
export async function countUnreadRooms(db: Kysely<DB>, scope: Scope, reader: UserId): Promise<number> {
  const { count } = await roomsOf(db, scope)
    .leftJoin('message_reads as read', (join) =>
      join.onRef('read.room_id', '=', 'r.id').on('read.user_id', '=', reader),
    )
    .where(
      sql<boolean>`exists (
        select from messages u where u.room_id = r.id and u.seq > coalesce(read.seq, 0)
          and u.sender_user_id <> ${reader} and u.deleted_at is null)`,
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
