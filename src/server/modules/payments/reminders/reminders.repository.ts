import { type Kysely, type Transaction, sql } from 'kysely'
import type { PaymentProviderName } from '#contract/payments.ts'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { DB } from '../../../db/schema.ts'
import type { CoachScope } from '../../../policy/scope.ts'

/** What decides about the reminders of a coach; undefined for anybody but a coach. */
export function findReminded(db: Kysely<DB>, { coachId }: CoachScope, provider: PaymentProviderName) {
  return reminded(db, provider).where('coaches.id', '=', coachId).executeTakeFirst()
}

/** The same of all coaches whose period ends later, a page after another by their id. */
export function listReminded(
  db: Kysely<DB>,
  provider: PaymentProviderName,
  { after, now, most }: { after: UserId | null; now: EpochMs; most: number },
) {
  return reminded(db, provider)
    .where('coaches.period_ends_at', '>', toTimestamp(now))
    .$if(after !== null, (query) => query.where('coaches.id', '>', after!))
    .orderBy('coaches.id')
    .limit(most)
    .execute()
}

function reminded(db: Kysely<DB>, provider: PaymentProviderName) {
  return (
    db
      .selectFrom('coaches')
      .innerJoin('users', 'users.id', 'coaches.id')
      .leftJoin('payment_customers', (join) =>
        join
          .onRef('payment_customers.coach_id', '=', 'coaches.id')
          .on('payment_customers.provider', '=', provider),
      )
      .select([
        'coaches.id as coachId',
        'coaches.payment_status as status',
        'coaches.plan_id as planId',
        'coaches.period_ends_at as periodEndsAt',
        'users.timezone',
      ])
      // What `accounts/held.service.ts` stores, in each of its versions.
      .select(
        sql<boolean>`coalesce((payment_customers.held->'subscription'->>'renews')::boolean, false)`.as(
          'renews',
        ),
      )
  )
}

/** Locks the payment of a coach; false without waiting while another transaction changes it, or for anybody but a coach. */
export async function lockIfFree(tx: Transaction<DB>, { coachId }: CoachScope): Promise<boolean> {
  const row = await tx
    .selectFrom('coaches')
    .select('id')
    .where('id', '=', coachId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

/** The same, waiting for the other transaction. */
export async function lockCoach(tx: Transaction<DB>, { coachId }: CoachScope): Promise<boolean> {
  const row = await tx
    .selectFrom('coaches')
    .select('id')
    .where('id', '=', coachId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}
