import type { Kysely } from 'kysely'
import type { InvoiceDetails } from '#contract/payments/invoice-details.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../../db/schema.ts'
import type { CoachScope } from '../../../policy/scope.ts'

/** What receipts of a coach say of who pays, as it is stored; undefined if the coach has said nothing. */
export function findInvoiceDetails(db: Kysely<DB>, { coachId }: CoachScope) {
  return db
    .selectFrom('invoice_details')
    .select(['tax_id as taxId', 'name', 'regime', 'use', 'postal_code as postalCode'])
    .where('coach_id', '=', coachId)
    .executeTakeFirst()
}

/** Keeps it, in place of what was there. */
export async function putInvoiceDetails(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  { taxId, name, regime, use, postalCode }: InvoiceDetails,
  now: EpochMs,
): Promise<void> {
  const details = { tax_id: taxId, name, regime, use, postal_code: postalCode, updated_at: toTimestamp(now) }
  await db
    .insertInto('invoice_details')
    .values({ coach_id: coachId, ...details })
    .onConflict((conflict) => conflict.column('coach_id').doUpdateSet(details))
    .execute()
}

export async function removeInvoiceDetails(db: Kysely<DB>, { coachId }: CoachScope): Promise<void> {
  await db.deleteFrom('invoice_details').where('coach_id', '=', coachId).execute()
}
