import { type Kysely, sql } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Scope } from '../../policy/scope.ts'
import { hasUnread, roomsOf } from './rooms.repository.ts'

/** In how many rooms of the scope messages of others wait unread for a person. */
export async function countUnreadRooms(db: Kysely<DB>, scope: Scope, reader: UserId): Promise<number> {
  const { count } = await roomsOf(db, scope)
    .where(hasUnread(reader))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
