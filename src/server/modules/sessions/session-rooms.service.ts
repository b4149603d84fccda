import type { Kysely } from 'kysely'
import type { SessionId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Actor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { type SessionRoom, findSessionRoom } from './session-rooms.repository.ts'

export type { SessionRoom }

/** A session that somebody sees, for its video room. */
export function sessionRoomOf(db: Kysely<DB>, actor: Actor, id: SessionId): Promise<SessionRoom | undefined> {
  return findSessionRoom(db, scopeOf(actor), id)
}
