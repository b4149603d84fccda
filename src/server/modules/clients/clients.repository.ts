import { type Kysely, type Transaction, type Updateable, sql } from 'kysely'
import type { ClientRole } from '#contract/account/auth.ts'
import type { ClientId, DateOn, FileId, UserId } from '#contract/values.ts'
import { type EpochMs, toIso } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { refuseViolations } from '#server/platform/postgres/postgres-constraints.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Slots, timestampSlot } from '#server/platform/postgres/compiled-query.ts'
import { type Reading, onlyRow, readingOf } from '#server/platform/postgres/reading.ts'
import { type ClientScope, type CoachScope, clientSlots } from '../../policy/scope.ts'
import type { ArchivedFrom, StoredClientStatus } from './clients.domain.ts'
import { expiredSince } from './inviting/invitation-validity.domain.ts'

/** The fields that a coach writes; undefined ones are kept. */
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

/** @throws Refusal `client.email_taken` if the coach has a client with this address */
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

/**
 * The facts for decisions about a client, locked until the transaction ends. `timezone` is the displayed one: the
 * person's own after accepting. Inserting rows that only reference the client (a preparation, a point of an agenda) is
 * not blocked: such a writer already holds the session that ending a process waits for.
 */
export function lockClient(tx: Transaction<DB>, scope: CoachScope, id: ClientId) {
  return tx
    .selectFrom('clients as c')
    .innerJoin('users as coach', 'coach.id', 'c.coach_id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .where('c.coach_id', '=', scope.coachId)
    .where('c.id', '=', id)
    .select((row) => [
      'c.status',
      'c.archived_from as archivedFrom',
      'c.account_ended_at as accountEndedAt',
      'c.user_id as userId',
      'c.email',
      'c.photo_id as photoId',
      row.fn.coalesce('u.timezone', 'c.timezone').as('timezone'),
      row.fn.coalesce('u.language', 'coach.language').as('language'),
    ])
    .forNoKeyUpdate('c')
    .executeTakeFirst()
}

/**
 * Updates the given fields of a locked client.
 * @throws Refusal `client.email_taken` if the coach has another client with this address
 */
export async function updateClient(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: ClientId,
  columns: ClientColumns,
  at: EpochMs,
): Promise<void> {
  const update = ofClient(tx, scope, id, at).set(toColumns(columns)).execute()
  await refuseViolations({ clients_coach_email_unique: 'client.email_taken' }, update)
}

/** Changes the state of a locked client's process. */
export async function transitionClient(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: ClientId,
  { status, archivedFrom }: { status: StoredClientStatus; archivedFrom: ArchivedFrom | null },
  at: EpochMs,
): Promise<void> {
  await ofClient(tx, scope, id, at).set({ status, archived_from: archivedFrom }).execute()
}

/** Archives a locked client whose account ends. @returns false if it had ended */
export async function endAccount(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: ClientId,
  at: EpochMs,
): Promise<boolean> {
  const { numUpdatedRows } = await ofClient(tx, scope, id, at)
    .set((row) => ({
      status: 'archived',
      archived_from: row.fn.coalesce('archived_from', row.val('finished' as const)),
      account_ended_at: toTimestamp(at),
    }))
    .where('account_ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes the invitation of a locked client, archived or not. */
export async function forgetInvitation(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: ClientId,
  status: StoredClientStatus,
  at: EpochMs,
): Promise<void> {
  const never = 'notInvited' as const
  const state = status === 'archived' ? { archived_from: never } : { status: never }
  await ofClient(tx, scope, id, at)
    .set({ ...state, invited_at: null })
    .execute()
}

/** Sets the picture of a locked client. */
export async function updatePhoto(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: ClientId,
  photoId: FileId,
  at: EpochMs,
): Promise<void> {
  await ofClient(tx, scope, id, at).set({ photo_id: photoId }).execute()
}

function ofClient(tx: Transaction<DB>, scope: CoachScope, id: ClientId, at: EpochMs) {
  return tx
    .updateTable('clients')
    .set({ updated_at: toTimestamp(at) })
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
}

/** Opens the invitation of a locked client, again or for the first time. */
export async function transitionToInvited(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: ClientId,
  at: EpochMs,
): Promise<void> {
  await ofClient(tx, scope, id, at)
    .set({ status: 'invited', invited_at: toTimestamp(at) })
    .execute()
}

/** Writes a person's name into all their client records, in any practice: after accepting, the name is theirs. */
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

/** The open invitation of a client, or the newest one of an address, of any coach: the only query across practices. */
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

/** The state of a client's own process. */
export async function findStatus(
  db: Kysely<DB>,
  scope: ClientScope,
): Promise<StoredClientStatus | undefined> {
  return (await selectStatus(db, scope).executeTakeFirst())?.status
}

/** The same as a part of a screen. */
export function readStatus({ coachId, clientId }: ClientScope): Reading<StoredClientStatus | undefined> {
  return statusOf({ coachId, clientId }).map(([found]) => found?.status)
}

const statusOf = readingOf((db, slots: Slots<{ coachId: UserId; clientId: ClientId }>) =>
  selectStatus(db, clientSlots(slots)),
)

function selectStatus(db: Kysely<DB>, { coachId, clientId }: ClientScope) {
  return db.selectFrom('clients').where('coach_id', '=', coachId).where('id', '=', clientId).select('status')
}

/**
 * How many clients are active or paused and how many invitations are open, without members of groups as in the list
 * (product §7), and the number of all records.
 */
export function readCounts({ coachId }: CoachScope, now: EpochMs) {
  return onlyRow(counts({ coachId, since: toIso(expiredSince(now)) }))
}

const counts = readingOf((db, { coachId, since }: Slots<{ coachId: UserId; since: string }>) =>
  db
    .selectFrom('clients')
    .where('coach_id', '=', coachId)
    .select([
      sql<number>`count(*) filter (where status = 'active' and role <> 'member')`.as('active'),
      sql<number>`count(*) filter (
        where status = 'invited' and role <> 'member' and invited_at > ${timestampSlot(since)}
      )`.as('invited'),
      sql<number>`count(*)`.as('all'),
    ]),
)
