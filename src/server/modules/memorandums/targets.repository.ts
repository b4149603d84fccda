import type { Kysely } from 'kysely'
import type { ClientId, GroupId, SessionId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { CoachScope } from '../../policy/scope.ts'

/** A client that a memorandum may be about, and the state of their process. */
export function findClientTarget(db: Kysely<DB>, { coachId }: CoachScope, id: ClientId) {
  return db
    .selectFrom('clients')
    .where('coach_id', '=', coachId)
    .where('id', '=', id)
    .select('status')
    .executeTakeFirst()
}

export function findGroupTarget(db: Kysely<DB>, { coachId }: CoachScope, id: GroupId) {
  return db
    .selectFrom('groups')
    .where('coach_id', '=', coachId)
    .where('id', '=', id)
    .select('status')
    .executeTakeFirst()
}

export function findSessionTarget(db: Kysely<DB>, { coachId }: CoachScope, id: SessionId) {
  return db
    .selectFrom('sessions')
    .where('coach_id', '=', coachId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
}
