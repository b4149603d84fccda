import { type Kysely, type Transaction, sql } from 'kysely'
import type { ClientId, GroupId, MemberId, MembershipId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '../../policy/scope.ts'
import { OPEN_STATUSES } from '../actions/actions.domain.ts'

/** A member of a group with their personal data, as the coach sees them. */
export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]

/** All present, former and invited members of a group, by name. */
export function listMembers(db: Kysely<DB>, scope: CoachScope, groupId: GroupId) {
  return db
    .selectFrom('group_members as m')
    .innerJoin('clients as c', 'c.id', 'm.client_id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .where('m.coach_id', '=', scope.coachId)
    .where('m.group_id', '=', groupId)
    .select((row) => [
      'm.id',
      'm.client_id as clientId',
      'm.status',
      'm.invited_at as invitedAt',
      'm.joined_at as joinedAt',
      'm.left_at as leftAt',
      'c.name',
      'c.last_name as lastName',
      // What is there after the account was deleted is nobody's.
      row.case().when('c.account_ended_at', 'is', null).then(row.ref('c.email')).else('').end().as('email'),
      'c.status as clientStatus',
      'c.invited_at as clientInvitedAt',
      // The person's own picture comes before the coach's.
      row.fn.coalesce('u.photo_id', 'c.photo_id').as('photoId'),
      ...(['open', 'done'] as const).map((kind) =>
        row
          .selectFrom('actions as a')
          .whereRef('a.client_id', '=', 'c.id')
          .where('a.deleted_at', 'is', null)
          .where('a.status', 'in', kind === 'open' ? OPEN_STATUSES : ['done'])
          .select((action) => action.fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as(`${kind}Actions`),
      ),
      ...(['attended', 'held'] as const).map((kind) =>
        row
          .selectFrom('sessions as s')
          .innerJoin('session_attendances as a', 'a.session_id', 's.id')
          .where('s.group_id', '=', groupId)
          .where('s.status', '=', 'completed')
          .whereRef('a.client_id', '=', 'c.id')
          .where('a.state', 'in', kind === 'attended' ? ['present', 'late'] : ['present', 'late', 'absent'])
          .select((session) => session.fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as(kind),
      ),
    ])
    .orderBy(sql`fold(c.name || ' ' || c.last_name)`)
    .orderBy('m.id')
    .execute()
}

/** One member of a group; only stable once the person and the group are locked. */
export function findMember(db: Kysely<DB>, scope: CoachScope, groupId: GroupId, id: MemberId) {
  return db
    .selectFrom('group_members')
    .where('coach_id', '=', scope.coachId)
    .where('group_id', '=', groupId)
    .where('id', '=', id)
    .select(['id', 'client_id as clientId', 'status'])
    .executeTakeFirst()
}

/** The present and former memberships of these people in a group. */
export function listMembersOf(db: Kysely<DB>, groupId: GroupId, clientIds: readonly ClientId[]) {
  return db
    .selectFrom('group_members')
    .where('group_id', '=', groupId)
    .where('client_id', 'in', clientIds)
    .select(['id', 'client_id as clientId', 'status'])
    .execute()
}

/** A person who gets a seat: active, or invited. */
type NewSeat = { id: MemberId; groupId: GroupId; clientId: ClientId; status: 'active' | 'invited' }

/** Adds a member to a group, or a former one again. */
export function putMember(
  tx: Transaction<DB>,
  scope: { coachId: CoachScope['coachId'] },
  member: NewSeat,
  at: EpochMs,
): Promise<void> {
  return putMembers(tx, scope, [member], at)
}

/** The same for any number of people, each once, with one statement. */
export async function putMembers(
  tx: Transaction<DB>,
  { coachId }: { coachId: CoachScope['coachId'] },
  members: readonly NewSeat[],
  at: EpochMs,
): Promise<void> {
  if (members.length === 0) return
  const now = toTimestamp(at)
  await tx
    .insertInto('group_members')
    .values(
      members.map(({ id, groupId, clientId, status }) => ({
        id,
        coach_id: coachId,
        group_id: groupId,
        client_id: clientId,
        status,
        joined_at: status === 'active' ? now : null,
        invited_at: status === 'active' ? null : now,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.constraint('group_members_unique').doUpdateSet({
        status: sql`excluded.status`,
        // The other of the two instants is of an earlier time in the group, and is kept.
        joined_at: sql`coalesce(excluded.joined_at, group_members.joined_at)`,
        invited_at: sql`coalesce(excluded.invited_at, group_members.invited_at)`,
        left_at: null,
        updated_at: now,
      }),
    )
    .execute()
}

/** Ends a membership. */
export async function endMember(
  tx: Transaction<DB>,
  id: MemberId,
  status: 'left' | 'removed',
  at: EpochMs,
): Promise<void> {
  await tx
    .updateTable('group_members')
    .set({ status, left_at: toTimestamp(at), updated_at: toTimestamp(at) })
    .where('id', '=', id)
    .execute()
}

/** The groups that a locked person is in, or invited into, with the groups locked in the order of their ids. */
export function lockSeats(tx: Transaction<DB>, scope: CoachScope, clientId: ClientId) {
  return tx
    .selectFrom('group_members as m')
    .innerJoin('groups as g', 'g.id', 'm.group_id')
    .where('m.coach_id', '=', scope.coachId)
    .where('m.client_id', '=', clientId)
    .where('m.status', 'in', ['active', 'invited'])
    .select(['m.id', 'm.group_id as groupId'])
    .orderBy('g.id')
    .forUpdate('g')
    .execute()
}

/**
 * The open invitations of a locked person into groups, the latest first, with their groups locked in the order of the
 * ids.
 */
export async function lockOpenSeats(tx: Transaction<DB>, clientId: ClientId) {
  const seats = await tx
    .selectFrom('group_members as m')
    .innerJoin('groups as g', 'g.id', 'm.group_id')
    .where('m.client_id', '=', clientId)
    .where('m.status', '=', 'invited')
    .select(['m.id', 'm.invited_at as invitedAt', 'g.id as groupId', 'g.status', 'g.capacity'])
    .orderBy('g.id')
    .forUpdate('g')
    .execute()
  return seats.toSorted((a, b) => (b.invitedAt ?? 0) - (a.invitedAt ?? 0))
}

/** Marks the invitations of a locked person as declined. @returns the groups */
export async function declineOpenSeats(
  tx: Transaction<DB>,
  clientId: ClientId,
  at: EpochMs,
): Promise<GroupId[]> {
  const rows = await tx
    .updateTable('group_members')
    .set({ status: 'declined', updated_at: toTimestamp(at) })
    .where('client_id', '=', clientId)
    .where('status', '=', 'invited')
    .returning('group_id')
    .execute()
  return rows.map((row) => row.group_id)
}

/** The people who were invited into a group and have not answered. */
export async function listInvited(db: Kysely<DB>, groupId: GroupId): Promise<ClientId[]> {
  const rows = await db
    .selectFrom('group_members')
    .where('group_id', '=', groupId)
    .where('status', '=', 'invited')
    .select('client_id')
    .execute()
  return rows.map((row) => row.client_id)
}

/** Whether a person is a member of any group, or invited into one that has not ended. */
export async function hasSeat(db: Kysely<DB>, clientId: ClientId): Promise<boolean> {
  const seat = await db
    .selectFrom('group_members as m')
    .innerJoin('groups as g', 'g.id', 'm.group_id')
    .where('m.client_id', '=', clientId)
    .where((eb) =>
      eb.or([
        eb('m.status', '=', 'active'),
        eb.and([eb('m.status', '=', 'invited'), eb('g.status', 'in', ['open', 'running'])]),
      ]),
    )
    .select('m.id')
    .limit(1)
    .executeTakeFirst()
  return seat !== undefined
}

/** Whether the coach has this client. */
export async function hasClient(db: Kysely<DB>, scope: CoachScope, id: ClientId): Promise<boolean> {
  const client = await db
    .selectFrom('clients')
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
  return client !== undefined
}

/** The memberships of the practice through which a group's members are notified. */
export async function listGroupMemberships(db: Kysely<DB>, groupId: GroupId): Promise<MembershipId[]> {
  const rows = await db
    .selectFrom('group_members as m')
    .innerJoin('clients as c', 'c.id', 'm.client_id')
    // By all three columns of memberships_unique, so that its index finds the one row.
    .innerJoin('memberships as membership', (join) =>
      join
        .onRef('membership.user_id', '=', 'c.user_id')
        .onRef('membership.coach_id', '=', 'c.coach_id')
        .onRef('membership.client_id', '=', 'c.id'),
    )
    .where('m.group_id', '=', groupId)
    .where('m.status', '=', 'active')
    .select('membership.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The group that a person was last invited into and that still accepts people; undefined for an individual process. */
export function findGroupOfInvitation(db: Kysely<DB>, clientId: ClientId) {
  return db
    .selectFrom('group_members as m')
    .innerJoin('groups as g', 'g.id', 'm.group_id')
    .where('m.client_id', '=', clientId)
    .where('m.status', '=', 'invited')
    .where('g.status', 'in', ['open', 'running'])
    .orderBy('m.invited_at', 'desc')
    .orderBy('m.id')
    .select(['g.id', 'g.name'])
    .limit(1)
    .executeTakeFirst()
}

export function findGroupName(db: Kysely<DB>, scope: CoachScope, id: GroupId) {
  return db
    .selectFrom('groups')
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .select(['id', 'name'])
    .executeTakeFirst()
}

/** The people who are in a group now and whose process takes actions, by name. */
export function listPeopleIn(db: Kysely<DB>, scope: CoachScope, groupId: GroupId) {
  return db
    .selectFrom('group_members as m')
    .innerJoin('clients as c', 'c.id', 'm.client_id')
    .where('m.coach_id', '=', scope.coachId)
    .where('m.group_id', '=', groupId)
    .where('m.status', '=', 'active')
    .where('c.status', 'not in', ['declined', 'finished', 'archived'])
    .select(['m.client_id as clientId', 'c.name', 'c.last_name as lastName'])
    .orderBy(sql`fold(c.name || ' ' || c.last_name)`)
    .orderBy('m.id')
    .execute()
}
