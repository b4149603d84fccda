import type { Kysely } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'

/** Every practice a person has a place in; without a client record it is their own. */
export function listPlaces(db: Kysely<DB>, userId: UserId) {
  return db
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .select(['coach_id as coachId', 'client_id as clientId'])
    .execute()
}
