import { type Kysely, type SelectQueryBuilder, type Transaction, type Updateable, sql } from 'kysely'
import type { GroupStatus } from '#contract/groups.ts'
import type { ClientId, GroupId, PageQuery } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { refuseViolations } from '#server/platform/postgres/postgres-constraints.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type CoachScope, type Scope, clientOf } from '../../policy/scope.ts'
import { expiredSince } from '../clients/inviting/invitation-validity.domain.ts'

/** A group with its number of members, its seats held for others, and its members' names. */
export type GroupRow = NonNullable<Awaited<ReturnType<typeof findGroup>>>

/** The fields that a coach writes, by column. */
export type GroupFields = Pick<
  Updateable<DB['groups']>,
  | 'name'
  | 'description'
  | 'objective'
  | 'company_name'
  | 'starts_on'
  | 'ends_on'
  | 'capacity'
  | 'modality'
  | 'channel'
  | 'photo_id'
  | 'status'
>

// The index that keeps names unique.
const unique = { groups_coach_name_unique: 'group.name_taken' } as const

/** @throws Refusal `group.name_taken` if the coach has a group of this name, ignoring accents and case */
export async function insertGroup(
  tx: Transaction<DB>,
  scope: CoachScope,
  group: GroupFields & { id: GroupId; name: string; capacity: number; status: GroupStatus },
  at: EpochMs,
): Promise<void> {
  const times = { created_at: toTimestamp(at), updated_at: toTimestamp(at) }
  const insert = tx
    .insertInto('groups')
    .values({ ...group, coach_id: scope.coachId, ...times })
    .execute()
  await refuseViolations(unique, insert)
}

/** @throws Refusal `group.name_taken` if the coach has another group of this name, ignoring accents and case */
export async function updateGroup(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: GroupId,
  fields: GroupFields,
  at: EpochMs,
): Promise<void> {
  const update = tx
    .updateTable('groups')
    .set({ ...fields, updated_at: toTimestamp(at) })
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .execute()
  await refuseViolations(unique, update)
}

/** The group, locked until the transaction ends: joining, adding and leaving wait for each other. */
export function lockGroup(tx: Transaction<DB>, scope: { coachId: CoachScope['coachId'] }, id: GroupId) {
  return tx
    .selectFrom('groups')
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .select(['status', 'capacity', 'starts_on as startsOn', 'ends_on as endsOn', 'photo_id as photoId'])
    .forUpdate()
    .executeTakeFirst()
}

/**
 * The seats of a group. Query them after its row was locked, in a separate statement: one that waited for a lock still
 * sees the other tables as they were before.
 */
export async function countSeats(
  db: Kysely<DB>,
  id: GroupId,
  now: EpochMs,
): Promise<{ active: number; open: number; taken: number }> {
  const { active, open } = await db
    .selectNoFrom([activeSeats(db, sql.val(id)).as('active'), invitedSeats(db, sql.val(id), now).as('open')])
    .executeTakeFirstOrThrow()
  return { active, open, taken: active + open }
}

/** One group within the scope; for a client only one they are a member of. */
export function findGroup(db: Kysely<DB>, scope: Scope, id: GroupId, now: EpochMs) {
  return withPeople(db, groupsOf(db, scope).where('g.id', '=', id), now, clientOf(scope)).executeTakeFirst()
}

/** The filters of a list: `within` the groups that a person is a member of. */
export type GroupFilter = {
  search?: string | undefined
  statuses: readonly GroupStatus[]
  within?: ClientId
}

/** A page by name, ignoring accents and case, and how many there are in all; one query. */
export async function listGroups(
  db: Kysely<DB>,
  scope: Scope,
  { search, statuses, within }: GroupFilter,
  { direction, items, page }: PageQuery,
  now: EpochMs,
): Promise<{ rows: GroupRow[]; total: number }> {
  const matching = groupsOf(db, scope)
    .where('g.status', 'in', statuses)
    .$if(Boolean(search), (query) =>
      query.where(sql<boolean>`position(fold(${search ?? ''}) in fold(g.name)) > 0`),
    )
    .$if(within !== undefined, (query) => query.where((row) => row.exists(memberRow(db, within!))))
  const count = matching.select(sql<number>`count(*)`.as('total'))
  const rows = await withPeople(db, matching, now, clientOf(scope))
    .select(count.$asScalar().$notNull().as('total'))
    .orderBy(sql`fold(g.name)`, direction)
    .orderBy('g.id', direction)
    .limit(items)
    .offset((page - 1) * items)
    .execute()
  if (rows.length > 0 || page === 1) return { rows, total: rows[0]?.total ?? 0 }
  // A page beyond the last has no row with the count.
  return { rows, ...(await count.executeTakeFirstOrThrow()) }
}

/** A session held and how many attended. */
export type AttendanceRow = Awaited<ReturnType<typeof listAttendance>>[number]

/** How many sessions the attendance strip shows. */
const MOST_HELD = 12

/** The last sessions of a group that were held, newest first, with attendance; excused members are not counted. */
export function listAttendance(db: Kysely<DB>, id: GroupId) {
  return db
    .selectFrom('sessions as s')
    .leftJoin('session_attendances as a', 'a.session_id', 's.id')
    .where('s.group_id', '=', id)
    .where('s.status', '=', 'completed')
    .groupBy(['s.id', 's.starts_at'])
    .select([
      's.id as sessionId',
      's.starts_at as startsAt',
      sql<number>`count(*) filter (where a.state in ('present', 'late'))`.as('present'),
      sql<number>`count(*) filter (where a.state <> 'excused')`.as('expected'),
    ])
    .orderBy('s.starts_at', 'desc')
    .orderBy('s.id')
    .limit(MOST_HELD)
    .execute()
}

// The base of every query of groups: a practice, or the groups of one client.
function groupsOf(db: Kysely<DB>, scope: Scope) {
  const clientId = clientOf(scope)
  return db
    .selectFrom('groups as g')
    .where('g.coach_id', '=', scope.coachId)
    .$if(clientId !== undefined, (groups) => groups.where((row) => row.exists(memberRow(db, clientId!))))
}

function memberRow(db: Kysely<DB>, clientId: ClientId) {
  return db
    .selectFrom('group_members as own')
    .where('own.group_id', '=', sql.ref<GroupId>('g.id'))
    .where('own.client_id', '=', clientId)
    .where('own.status', '=', 'active')
    .select('own.id')
}

function activeSeats(db: Kysely<DB>, groupId: ReturnType<typeof sql.ref<GroupId>>) {
  return db
    .selectFrom('group_members as m')
    .where('m.group_id', '=', groupId)
    .where('m.status', '=', 'active')
    .select(sql<number>`count(*)`.as('count'))
    .$asScalar()
    .$notNull()
}

function invitedSeats(db: Kysely<DB>, groupId: ReturnType<typeof sql.ref<GroupId>>, now: EpochMs) {
  return db
    .selectFrom('group_members as m')
    .innerJoin('clients as c', 'c.id', 'm.client_id')
    .innerJoin('groups as into', 'into.id', 'm.group_id')
    .where('m.group_id', '=', groupId)
    .where('into.status', 'in', ['open', 'running'])
    .where('m.status', '=', 'invited')
    .where('c.status', '=', 'invited')
    .where('c.invited_at', '>', toTimestamp(expiredSince(now)))
    .select(sql<number>`count(*)`.as('count'))
    .$asScalar()
    .$notNull()
}

function withPeople<O>(
  db: Kysely<DB>,
  groups: SelectQueryBuilder<DB & { g: DB['groups'] }, 'g', O>,
  now: EpochMs,
  reader: ClientId | undefined,
) {
  const id = sql.ref<GroupId>('g.id')
  return groups.select([
    'g.id',
    'g.coach_id as coachId',
    'g.name',
    'g.description',
    'g.objective',
    'g.photo_id as photoId',
    'g.company_name as companyName',
    'g.starts_on as startsOn',
    'g.ends_on as endsOn',
    'g.capacity',
    'g.modality',
    'g.channel',
    'g.status',
    'g.created_at as createdAt',
    'g.updated_at as updatedAt',
    activeSeats(db, id).as('active'),
    invitedSeats(db, id, now).as('open'),
    db
      .selectFrom('sessions as s')
      .where('s.group_id', '=', id)
      .where('s.status', '=', 'confirmed')
      .where('s.ends_at', '>', toTimestamp(now))
      .select((session) => session.fn.min('s.starts_at').as('at'))
      .as('nextSessionAt'),
    sql<string[]>`array(
      select c.name from group_members as m join clients as c on c.id = m.client_id
      where m.group_id = g.id and m.status = 'active'
        -- A member reads who else is in it.
        and m.client_id is distinct from ${reader ?? null}::uuid
      order by fold(c.name), c.id
    )`.as('firstNames'),
  ])
}
