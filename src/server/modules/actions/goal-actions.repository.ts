import type { Kysely } from 'kysely'
import type { ClientId, GoalId, GroupId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Scope } from '../../policy/scope.ts'
import { OPEN_STATUSES } from './actions.domain.ts'
import { type ActionRow, dueOrder, selectActions } from './actions.repository.ts'

/** The open actions that lead to a goal, by due date. */
export function listOpenOfGoal(db: Kysely<DB>, scope: Scope, goalId: GoalId): Promise<ActionRow[]> {
  const open = selectActions(db, scope)
    .where('a.goal_id', '=', goalId)
    .where('a.deleted_at', 'is', null)
    .where('a.status', 'in', OPEN_STATUSES)
  return open.orderBy(dueOrder('asc')).limit(MOST_OF_GOAL).execute()
}

/** Actions that the page of a goal shows. */
const MOST_OF_GOAL = 100

/** Whether an action of a client may lead to a goal: their own, or one of a group they are in. */
export async function isGoalOf(
  db: Kysely<DB>,
  { coachId }: Scope,
  { goalId, clientId }: { goalId: GoalId; clientId: ClientId },
): Promise<boolean> {
  const found = await db
    .selectFrom('goals as g')
    .leftJoin('group_members as m', (join) =>
      join
        .onRef('m.group_id', '=', 'g.group_id')
        .on('m.client_id', '=', clientId)
        .on('m.status', '=', 'active'),
    )
    .where('g.coach_id', '=', coachId)
    .where('g.id', '=', goalId)
    .where('g.deleted_at', 'is', null)
    .where((goal) => goal.or([goal('g.client_id', '=', clientId), goal('m.id', 'is not', null)]))
    .select('g.id')
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a goal is one of a group, which what its people are asked for may lead to. */
export async function isGoalOfGroup(
  db: Kysely<DB>,
  { coachId }: Scope,
  { goalId, groupId }: { goalId: GoalId; groupId: GroupId },
): Promise<boolean> {
  const found = await db
    .selectFrom('goals')
    .where('coach_id', '=', coachId)
    .where('id', '=', goalId)
    .where('group_id', '=', groupId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}
