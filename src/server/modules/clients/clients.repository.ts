import { type Kysely, type Selectable, type SelectQueryBuilder, type Transaction, sql } from 'kysely'
import type { ClientStatus } from '#contract/clients.ts'
import type { ClientId, PageQuery, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { refuseViolations } from '../../platform/postgres-constraints.ts'
import { toTimestamp } from '../../platform/postgres.ts'
import type { CoachScope } from '../../policy/scope.ts'
import { type StoredClientStatus, expiredSince } from './clients.domain.ts'

/** A client with what a list tells about the sessions and actions. */
export type ClientRow = Awaited<ReturnType<ReturnType<typeof withActivity>['executeTakeFirstOrThrow']>>

/** One alone, with what the person wrote for their coach. */
export type ClientDetailRow = NonNullable<Awaited<ReturnType<typeof findClient>>>

/** What narrows a list; `statuses` are stored ones or `expired`. */
export type ClientFilter = { search?: string | undefined; statuses: readonly ClientStatus[] }

export type NewClient = {
  id: ClientId
  name: string
  lastName: string
  email: string
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
  const insert = tx
    .insertInto('clients')
    .values({
      id: client.id,
      coach_id: scope.coachId,
      name: client.name,
      last_name: client.lastName,
      email: client.email,
      timezone: client.timezone,
      role: 'client',
      status: client.status,
      invited_at: client.invitedAt === null ? null : toTimestamp(client.invitedAt),
      created_at: toTimestamp(at),
      updated_at: toTimestamp(at),
    })
    .execute()
  await refuseViolations({ clients_coach_email_unique: 'client.email_taken' }, insert)
}

/** The client, with what the list tells about them and what they wrote. */
export function findClient(db: Kysely<DB>, scope: CoachScope, id: ClientId, now: EpochMs) {
  const one = clientsOf(db, scope)
    .where('id', '=', id)
    .selectAll()
    .select(byName.as('sortName'))
    .select(sql<number>`1`.as('total'))
  return withActivity(db, one, now).select(['u.about_me as aboutMe', 'u.expectations']).executeTakeFirst()
}

/** A page by name, accents and case aside, and how many there are in all; one query. */
export async function listClients(
  db: Kysely<DB>,
  scope: CoachScope,
  filter: ClientFilter,
  { direction, items, page }: PageQuery,
  now: EpochMs,
): Promise<{ rows: ClientRow[]; total: number }> {
  const matching = narrow(clientsOf(db, scope), filter, now)
  const count = matching.select(sql<number>`count(*)`.as('total'))
  // Counted beside the page and not over it: the page then walks the index and stops after its last row.
  const ofPage = matching
    .selectAll()
    .select(byName.as('sortName'))
    .select(count.$asScalar().$notNull().as('total'))
    .orderBy(byName, direction)
    .orderBy('id', direction)
    .limit(items)
    .offset((page - 1) * items)
  const rows = await withActivity(db, ofPage, now)
    .orderBy('c.sortName', direction)
    .orderBy('c.id', direction)
    .execute()
  if (rows.length > 0 || page === 1) return { rows, total: rows[0]?.total ?? 0 }
  // A page beyond the last has no row to carry the count.
  return { rows, ...(await count.executeTakeFirstOrThrow()) }
}

function clientsOf(db: Kysely<DB>, scope: CoachScope) {
  return db.selectFrom('clients').where('coach_id', '=', scope.coachId)
}

// The expression of the index clients_by_name.
const byName = sql<string>`fold(name || ' ' || last_name)`

function narrow(clients: ReturnType<typeof clientsOf>, { search, statuses }: ClientFilter, now: EpochMs) {
  const wanted = sql`fold(${search ?? ''})`
  const [open, expired] = [statuses.includes('invited'), statuses.includes('expired')]
  return clients
    .where(
      'status',
      'in',
      statuses.map((status) => (status === 'expired' ? 'invited' : status)),
    )
    .$if(open !== expired, (query) =>
      query.where((row) =>
        row.or([
          row('status', '<>', 'invited'),
          row('invited_at', open ? '>' : '<=', toTimestamp(expiredSince(now))),
        ]),
      ),
    )
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`(position(${wanted} in ${byName}) > 0 or position(${wanted} in fold(email)) > 0)`,
      ),
    )
}

type Chosen = Selectable<DB['clients']> & { sortName: string; total: number }

/** Adds what happened with each of the chosen clients, and with no other. */
function withActivity(db: Kysely<DB>, chosen: SelectQueryBuilder<DB, 'clients', Chosen>, now: EpochMs) {
  return db
    .selectFrom(chosen.as('c'))
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select((row) => [
      'c.id',
      'c.name',
      'c.last_name as lastName',
      'c.email',
      'c.role',
      'c.status',
      'c.invited_at as invitedAt',
      'c.accepted_at as acceptedAt',
      'c.created_at as createdAt',
      'c.updated_at as updatedAt',
      'c.total',
      'u.photo_id as photoId',
      // Once somebody is in, their zone is their own to set.
      row.fn.coalesce('u.timezone', 'c.timezone').as('timezone'),
      row
        .selectFrom('sessions as s')
        .whereRef('s.client_id', '=', 'c.id')
        .where('s.status', '=', 'confirmed')
        .where('s.ends_at', '>', toTimestamp(now))
        .select((session) => session.fn.min('s.starts_at').as('at'))
        .as('nextSessionAt'),
      row
        .selectFrom('sessions as s')
        .whereRef('s.client_id', '=', 'c.id')
        .where('s.status', '=', 'completed')
        .select((session) => session.fn.max('s.starts_at').as('at'))
        .as('lastSessionAt'),
      row
        .selectFrom('actions as a')
        .whereRef('a.client_id', '=', 'c.id')
        .where('a.status', 'in', ['pending', 'inProgress'])
        .select((action) => action.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('openActions'),
    ])
}

/** The client's state, locked until the transaction ends, with every sending of the invitation, oldest first. */
export async function lockInvitation(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: ClientId,
): Promise<{ status: StoredClientStatus; sentAt: EpochMs[] } | undefined> {
  const client = await clientsOf(tx, scope)
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
  return clientsOf(db, scope)
    .select([
      sql<number>`count(*) filter (where status = 'active')`.as('active'),
      sql<number>`count(*) filter (where status = 'invited' and invited_at > ${toTimestamp(
        expiredSince(now),
      )})`.as('invited'),
      sql<number>`count(*)`.as('all'),
    ])
    .executeTakeFirstOrThrow()
}
