import { type Kysely, type Transaction, type Updateable, sql } from 'kysely'
import type { ClientRole } from '#contract/auth.ts'
import type { ClientId, DateOn, FileId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { refuseViolations } from '../../platform/postgres-constraints.ts'
import { toTimestamp } from '../../platform/postgres.ts'
import type { CoachScope } from '../../policy/scope.ts'
import { type StoredClientStatus, expiredSince } from './clients.domain.ts'

/** What a coach writes of a client; what is undefined is left as it is. */
export type ClientColumns = {
  name?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  role?: ClientRole | undefined
  timezone?: string | undefined
  whatsapp?: string | null | undefined
  phone?: string | null | undefined
  jobOccupation?: string | null | undefined
  companyName?: string | null | undefined
  country?: string | null | undefined
  city?: string | null | undefined
  startedOn?: DateOn | null | undefined
  objective?: string | null | undefined
  tags?: string[] | undefined
  source?: string | null | undefined
  emergencyContact?: string | null | undefined
}

export type NewClient = ClientColumns & {
  id: ClientId
  name: string
  lastName: string
  email: string
  role: ClientRole
  timezone: string
  status: StoredClientStatus
  invitedAt: EpochMs | null
}

/** @throws Refusal `client.email_taken` when the coach has a client of this address */
export async function insertClient(
  tx: Transaction<DB>,
  scope: CoachScope,
  client: NewClient,
  at: EpochMs,
): Promise<void> {
  const { name, lastName, email, role, timezone } = client
  const insert = tx
    .insertInto('clients')
    .values({
      ...toColumns(client),
      id: client.id,
      coach_id: scope.coachId,
      name,
      last_name: lastName,
      email,
      role,
      timezone,
      status: client.status,
      invited_at: client.invitedAt === null ? null : toTimestamp(client.invitedAt),
      created_at: toTimestamp(at),
      updated_at: toTimestamp(at),
    })
    .execute()
  await refuseViolations({ clients_coach_email_unique: 'client.email_taken' }, insert)
}

function toColumns(client: ClientColumns): Updateable<DB['clients']> {
  return {
    name: client.name,
    last_name: client.lastName,
    email: client.email,
    role: client.role,
    timezone: client.timezone,
    whatsapp: client.whatsapp,
    phone: client.phone,
    job_occupation: client.jobOccupation,
    company_name: client.companyName,
    country: client.country,
    city: client.city,
    started_on: client.startedOn,
    objective: client.objective,
    tags: client.tags,
    source: client.source,
    emergency_contact: client.emergencyContact,
  }
}

/** What decides about a client, locked until the transaction ends. */
export function lockClient(tx: Transaction<DB>, scope: CoachScope, id: ClientId) {
  return tx
    .selectFrom('clients')
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .select([
      'status',
      'invited_at as invitedAt',
      'archived_from as archivedFrom',
      'user_id as userId',
      'email',
      'timezone',
      'photo_id as photoId',
    ])
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Writes what is given of a locked client.
 * @throws Refusal `client.email_taken` when the coach has another client of this address
 */
export async function updateClient(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: ClientId,
  columns: ClientColumns & { status?: StoredClientStatus },
  at: EpochMs,
): Promise<void> {
  const update = tx
    .updateTable('clients')
    .set({ ...toColumns(columns), status: columns.status, updated_at: toTimestamp(at) })
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .execute()
  await refuseViolations({ clients_coach_email_unique: 'client.email_taken' }, update)
}

/** Shows another picture of a locked client. */
export async function updatePhoto(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: ClientId,
  photoId: FileId,
  at: EpochMs,
): Promise<void> {
  await tx
    .updateTable('clients')
    .set({ photo_id: photoId, updated_at: toTimestamp(at) })
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .execute()
}

/** The client's state, locked until the transaction ends, with every sending of the invitation, oldest first. */
export async function lockInvitation(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: ClientId,
): Promise<{ status: StoredClientStatus; sentAt: EpochMs[] } | undefined> {
  const client = await tx
    .selectFrom('clients')
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .select('status')
    .forUpdate()
    .executeTakeFirst()
  if (!client) return undefined
  const sent = await tx
    .selectFrom('domain_events')
    .where('subject_id', '=', id)
    .where('type', '=', 'client.invited')
    .orderBy('occurred_at')
    .select('occurred_at')
    .execute()
  return { status: client.status, sentAt: sent.map((event) => event.occurred_at) }
}

/** Opens the invitation of a locked client, anew or for the first time. */
export async function moveToInvited(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: ClientId,
  at: EpochMs,
): Promise<void> {
  await tx
    .updateTable('clients')
    .set({ status: 'invited', invited_at: toTimestamp(at), updated_at: toTimestamp(at) })
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .execute()
}

/** Writes a person's own name into every record of them, in whatever practice: once in, it is theirs to say. */
export async function renamePerson(
  tx: Transaction<DB>,
  userId: UserId,
  { name, lastName }: { name: string | undefined; lastName: string | undefined },
  at: EpochMs,
): Promise<void> {
  await tx
    .updateTable('clients')
    .set({ name, last_name: lastName, updated_at: toTimestamp(at) })
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Gives every record of a person, at each of their coaches, the person's own address.
 * @throws Refusal `user.email_of_another_client` when one of the coaches has another record with it
 */
export async function moveEmailOfPerson(
  tx: Transaction<DB>,
  userId: UserId,
  email: string,
  at: EpochMs,
): Promise<void> {
  const update = tx
    .updateTable('clients')
    .set({ email, updated_at: toTimestamp(at) })
    .where('user_id', '=', userId)
    .execute()
  await refuseViolations({ clients_coach_email_unique: 'user.email_of_another_client' }, update)
}

/** The open invitation of a client, or the newest of an address, of any coach: the one question across practices. */
export function findOpenInvitation(
  db: Kysely<DB>,
  key: { email: string } | { clientId: ClientId },
  now: EpochMs,
): Promise<{ clientId: ClientId; email: string } | undefined> {
  return db
    .selectFrom('clients')
    .where((row) => ('email' in key ? row('email', '=', key.email) : row('id', '=', key.clientId)))
    .where('status', '=', 'invited')
    .where('invited_at', '>', toTimestamp(expiredSince(now)))
    .orderBy('invited_at', 'desc')
    .select(['id as clientId', 'email'])
    .executeTakeFirst()
}

/** How many clients the coach works with, how many invitations are open, and how many clients there are at all. */
export function countClients(db: Kysely<DB>, scope: CoachScope, now: EpochMs) {
  return db
    .selectFrom('clients')
    .where('coach_id', '=', scope.coachId)
    .select([
      sql<number>`count(*) filter (where status = 'active')`.as('active'),
      sql<number>`count(*) filter (where status = 'invited' and invited_at > ${toTimestamp(
        expiredSince(now),
      )})`.as('invited'),
      sql<number>`count(*)`.as('all'),
    ])
    .executeTakeFirstOrThrow()
}
