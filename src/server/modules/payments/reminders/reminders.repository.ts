import { type Kysely, type Transaction, sql } from 'kysely'
import type { PaymentProviderName } from '#contract/payments.ts'
import type { DB } from '../../../db/schema.ts'
import type { CoachScope } from '../../../policy/scope.ts'

/** What decides about the reminders of a coach; undefined for anybody but a coach. */
export function findReminded(db: Kysely<DB>, { coachId }: CoachScope, provider: PaymentProviderName) {
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
      .where('coaches.id', '=', coachId)
      .executeTakeFirst()
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
