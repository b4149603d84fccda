import { type Kysely, sql } from 'kysely'
import type { CalendarDate } from '#time/calendar-date.ts'
import type { DB } from '../../db/schema.ts'
import type { CoachScope } from '../../policy/scope.ts'
import { OPEN_STATUSES } from './memorandums.domain.ts'

/** How many open memorandums of a coach are due by a date. */
export async function countDueMemorandums(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  by: CalendarDate,
): Promise<number> {
  const { count } = await db
    .selectFrom('memorandums')
    .where('coach_id', '=', coachId)
    .where('status', 'in', OPEN_STATUSES)
    .where('deleted_at', 'is', null)
    .where('due_on', '<=', by)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
