import { type Kysely, sql } from 'kysely'
import type { DateOn } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { ClientScope } from '../../policy/scope.ts'
import { OPEN_STATUSES } from './actions.domain.ts'

/** How many open actions of a client are due by a date. */
export async function countDueActions(
  db: Kysely<DB>,
  { coachId, clientId }: ClientScope,
  by: DateOn,
): Promise<number> {
  const { count } = await db
    .selectFrom('actions')
    .where('coach_id', '=', coachId)
    .where('client_id', '=', clientId)
    .where('status', 'in', OPEN_STATUSES)
    .where('deleted_at', 'is', null)
    .where('due_on', '<=', by)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
