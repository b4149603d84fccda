import { type Kysely, type Transaction, sql } from 'kysely'
import type { ClientStatus } from '#contract/clients.ts'
import type { GoalMeasure } from '#contract/goals/goal-measures.ts'
import type { GoalStatus } from '#contract/goals/goals.ts'
import type { GroupStatus } from '#contract/groups.ts'
import type { ClientId, GoalId, GroupId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'
import { OPEN_STATUSES } from './goals.domain.ts'

/** Whose goals: a person's, a group's, or those of some people and of the group that they meet in. */
export type OwnerKey = { clientId: ClientId } | { groupId: GroupId }

/**
 * The person or group that gets a new goal, with their zone: a group's is its coach's. Locked against a change of their
 * process and another addition; what refers to them goes on.
 */
export function lockOwner(tx: Transaction<DB>, scope: Scope, owner: OwnerKey) {
  return 'clientId' in owner
    ? clientOwner(tx, scope, owner.clientId).forNoKeyUpdate('owner').executeTakeFirst()
    : groupOwner(tx, scope, owner.groupId).forNoKeyUpdate('owner').executeTakeFirst()
}

/** The same of a goal, also of one that was deleted. */
export async function lockOwnerOf(tx: Transaction<DB>, scope: Scope, id: GoalId) {
  const goal = await tx
    .selectFrom('goals')
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .select(['client_id as clientId', 'group_id as groupId'])
    .executeTakeFirst()
  return goal && lockOwner(tx, scope, ownerKeyOf(goal))
}

/** Whose a goal is: of both ids one is null. */
export function ownerKeyOf({
  clientId,
  groupId,
}: {
  clientId: ClientId | null
  groupId: GroupId | null
}): OwnerKey {
  return groupId === null ? { clientId: clientId! } : { groupId }
}

/** The owner of a list, with how many goals are active there. */
export function findOwner(db: Kysely<DB>, scope: Scope, owner: OwnerKey) {
  return 'clientId' in owner
    ? clientOwner(db, scope, owner.clientId)
        .select(countActive(db, 'client_id').as('active'))
        .executeTakeFirst()
    : groupOwner(db, scope, owner.groupId).select(countActive(db, 'group_id').as('active')).executeTakeFirst()
}

/** How many goals of an owner are open. */
export async function countOpen(tx: Transaction<DB>, owner: OwnerKey): Promise<number> {
  return (await openOf(tx, owner).select(open).executeTakeFirstOrThrow()).open
}

/** The same, and an equal one that was added since then, if any. */
export function countOpenAndFind(
  tx: Transaction<DB>,
  owner: OwnerKey,
  { title, measure }: { title: string; measure: GoalMeasure },
  since: EpochMs,
) {
  const isRepeated = sql`title = ${title} and measure = ${measure} and created_at > ${toTimestamp(since)}`
  return openOf(tx, owner)
    .select([open, sql<GoalId | null>`(array_agg(id) filter (where ${isRepeated}))[1]`.as('repeated')])
    .executeTakeFirstOrThrow()
}

const open = sql<number>`count(*)`.as('open')

function openOf(tx: Transaction<DB>, owner: OwnerKey) {
  return tx
    .selectFrom('goals')
    .where((goal) =>
      'clientId' in owner ? goal('client_id', '=', owner.clientId) : goal('group_id', '=', owner.groupId),
    )
    .where('deleted_at', 'is', null)
    .where('status', 'in', OPEN_STATUSES)
}

function clientOwner(db: Kysely<DB>, scope: Scope, clientId: ClientId) {
  const own = clientOf(scope)
  return db
    .selectFrom('clients as owner')
    .leftJoin('users as person', 'person.id', 'owner.user_id')
    .where('owner.coach_id', '=', scope.coachId)
    .where('owner.id', '=', clientId)
    .$if(own !== undefined, (only) => only.where('owner.id', '=', own!))
    .select((eb) => [
      eb.ref('owner.status').$castTo<Exclude<ClientStatus, 'expired'> | GroupStatus>().as('process'),
      eb.fn.coalesce('person.timezone', 'owner.timezone').as('timezone'),
    ])
}

function groupOwner(db: Kysely<DB>, scope: Scope, groupId: GroupId) {
  const own = clientOf(scope)
  return db
    .selectFrom('groups as owner')
    .innerJoin('users as coach', 'coach.id', 'owner.coach_id')
    .where('owner.coach_id', '=', scope.coachId)
    .where('owner.id', '=', groupId)
    .$if(own !== undefined, (only) =>
      only.where((group) =>
        group.exists(
          group
            .selectFrom('group_members as m')
            .whereRef('m.group_id', '=', 'owner.id')
            .where('m.client_id', '=', own!)
            .where('m.status', '=', 'active')
            .select('m.id'),
        ),
      ),
    )
    .select((eb) => [
      eb.ref('owner.status').$castTo<Exclude<ClientStatus, 'expired'> | GroupStatus>().as('process'),
      'coach.timezone',
    ])
}

function countActive(db: Kysely<DB>, column: 'client_id' | 'group_id') {
  return db
    .selectFrom('goals as mine')
    .where(sql.ref(`mine.${column}`), '=', sql.ref('owner.id'))
    .where('mine.deleted_at', 'is', null)
    .where('mine.status', '=', 'active' satisfies GoalStatus)
    .select(sql<number>`count(*)`.as('count'))
    .$asScalar()
    .$notNull()
}
