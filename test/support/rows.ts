// Rows written straight into a database, for tests of repositories: as little as the constraints allow.

import type { ClientId, MembershipId, UserId } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import { insertCalendar } from '#server/modules/calendars/calendars.repository.ts'
import { DEFAULT_SETTINGS } from '#server/modules/calendars/calendars.domain.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { TestDatabase } from './database.ts'

/** When every row of `rows.ts` was made. */
export const ROWS_AT = fromIso('2027-02-02T15:00:00Z')

const at = toTimestamp(ROWS_AT)
const times = { created_at: at, updated_at: at }

/** A new id of any kind. */
export function newId<Id extends string>(): Id {
  return uuidv7(ROWS_AT) as Id
}

type Person = { name?: string; timezone?: string; language?: string }

async function insertUser(
  { db }: TestDatabase,
  { name = 'Ana', timezone = 'America/Mexico_City', language = 'es-MX' }: Person,
) {
  const id = newId<UserId>()
  await db
    .insertInto('users')
    .values({
      id,
      email: `${id}@correo.example`,
      name,
      last_name: 'López',
      country: 'Mexico',
      timezone,
      language,
      ...times,
    })
    .execute()
  return id
}

async function insertMembership({ db }: TestDatabase, user: UserId, coach: UserId, client: ClientId | null) {
  const id = newId<MembershipId>()
  await db
    .insertInto('memberships')
    .values({
      id,
      user_id: user,
      user_type: client ? 'client' : 'coach',
      coach_id: coach,
      client_id: client,
      created_at: at,
      last_used_at: at,
    })
    .execute()
  return id
}

/** A coach with a calendar of the usual settings. */
export async function coachRow(
  database: TestDatabase,
  person: Person = {},
): Promise<{ coachId: UserId; membershipId: MembershipId }> {
  const coachId = await insertUser(database, person)
  await database.db
    .insertInto('coaches')
    .values({ id: coachId, payment_status: 'active', ...times })
    .execute()
  await database.db.transaction().execute((tx) => insertCalendar(tx, coachId, DEFAULT_SETTINGS, ROWS_AT))
  return { coachId, membershipId: await insertMembership(database, coachId, coachId, null) }
}

/** An active client of a coach, with an account; or, `invited`, without one. */
export async function clientRow(
  database: TestDatabase,
  coachId: UserId,
  { invited = false, timezone = 'America/Mexico_City', ...person }: Person & { invited?: boolean } = {},
): Promise<{ clientId: ClientId; userId: UserId | null; membershipId: MembershipId | null }> {
  const clientId = newId<ClientId>()
  const userId = invited ? null : await insertUser(database, { timezone, ...person })
  await database.db
    .insertInto('clients')
    .values({
      id: clientId,
      coach_id: coachId,
      user_id: userId,
      name: person.name ?? 'Mariana',
      last_name: 'Torres',
      role: 'client' as const,
      email: `${clientId}@registro.example`,
      status: invited ? ('invited' as const) : ('active' as const),
      timezone: 'UTC',
      ...times,
    })
    .execute()
  const membershipId = userId && (await insertMembership(database, userId, coachId, clientId))
  return { clientId, userId, membershipId }
}
