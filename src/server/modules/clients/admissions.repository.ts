import { type Kysely, type Transaction, sql } from 'kysely'
import type { ImportedPerson } from '#contract/client-files.ts'
import type { ClientRole } from '#contract/account/auth.ts'
import type { ClientId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { refuseViolations } from '#server/platform/postgres/postgres-constraints.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '../../policy/scope.ts'

/** A new client, of a file or of a group. */
export type Admissible = Omit<ImportedPerson, 'role'> & { role: ClientRole }

/** A new client record, as stored. */
type Admitted = Admissible & { id: ClientId }

/**
 * Inserts any number of clients with one statement, invited at this instant or not at all.
 * @throws Refusal `client.email_taken` if the coach has a client with one of their addresses
 */
export async function insertClients(
  tx: Transaction<DB>,
  scope: CoachScope,
  people: readonly Admitted[],
  { invite }: { invite: boolean },
  at: EpochMs,
): Promise<void> {
  const invitedAt = invite ? toTimestamp(at) : null
  const insert = sql`
    insert into clients (
      id, coach_id, name, last_name, email, role, timezone, whatsapp, phone, job_occupation, company_name, country,
      city, started_on, objective, tags, source, emergency_contact, status, invited_at, created_at, updated_at
    )
    select
      id, ${scope.coachId}, name, "lastName", email, role, timezone, whatsapp, phone, "jobOcuppation", "companyName",
      country, city, "startDate", objective, coalesce(tags, '{}'), source, "emergencyContact",
      ${invite ? 'invited' : 'notInvited'}, ${invitedAt}, ${toTimestamp(at)}, ${toTimestamp(at)}
    from json_to_recordset(${JSON.stringify(people)}::json) as person (
      id uuid, name text, "lastName" text, email text, role text, timezone text, whatsapp text, phone text,
      "jobOcuppation" text, "companyName" text, country text, city text, "startDate" date, objective text,
      tags text[], source text, "emergencyContact" text
    )`.execute(tx)
  await refuseViolations({ clients_coach_email_unique: 'client.email_taken' }, insert)
}

/** Which of these addresses clients of the coach have, archived ones included. */
export async function listTakenEmails(
  db: Kysely<DB>,
  scope: CoachScope,
  emails: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('clients')
    .where('coach_id', '=', scope.coachId)
    .where('email', '=', sql<string>`any(${sql.val([...emails])}::text[])`)
    .select('email')
    .execute()
  return rows.map(({ email }) => email)
}
