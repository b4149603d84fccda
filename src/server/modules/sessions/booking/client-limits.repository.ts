import { type Transaction, sql } from 'kysely'
import type { ClientId, SessionId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { Scope } from '#server/policy/scope.ts'

/** How often a client moved a session, asked to, or sent an excuse for it, since an instant. */
export async function countChanges(
  tx: Transaction<DB>,
  scope: Scope,
  { id, userId, since }: { id: SessionId; userId: UserId; since: EpochMs },
): Promise<number> {
  const { count } = await tx
    .selectFrom('domain_events')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('coach_id', '=', scope.coachId)
    .where('subject_id', '=', id)
    .where('actor_user_id', '=', userId)
    .where('type', 'in', ['session.rescheduled', 'session.move_requested', 'session.excused'])
    .where('occurred_at', '>', toTimestamp(since))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many sessions a client requested since an instant. */
export async function countAsked(
  tx: Transaction<DB>,
  scope: Scope,
  { clientId, userId, since }: { clientId: ClientId; userId: UserId; since: EpochMs },
): Promise<number> {
  const { count } = await tx
    .selectFrom('sessions as s')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('s.coach_id', '=', scope.coachId)
    .where('s.client_id', '=', clientId)
    .where('s.created_at', '>', toTimestamp(since))
    .where((query) =>
      query.exists(
        query
          .selectFrom('domain_events as e')
          .select(sql`1`.as('one'))
          .whereRef('e.subject_id', '=', 's.id')
          .where('e.type', 'in', ['session.requested', 'session.booked'])
          .where('e.actor_user_id', '=', userId),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}
