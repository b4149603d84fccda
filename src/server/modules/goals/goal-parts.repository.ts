import type { Kysely, Transaction } from 'kysely'
import type { DateOn, GoalId, MilestoneId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'

type OfGoal = { coachId: UserId; goalId: GoalId }

export type MilestoneRow = { id: MilestoneId; text: string; date: DateOn | null; doneOn: DateOn | null }

/** Stores the milestones of a goal in their order, replacing those before; the goal is locked. */
export async function replaceMilestones(
  tx: Transaction<DB>,
  { coachId, goalId }: OfGoal,
  milestones: readonly MilestoneRow[],
): Promise<void> {
  await tx
    .deleteFrom('goal_milestones')
    .where('coach_id', '=', coachId)
    .where('goal_id', '=', goalId)
    .execute()
  if (milestones.length === 0) return
  await tx
    .insertInto('goal_milestones')
    .values(
      milestones.map(({ id, text, date, doneOn }, position) => ({
        id,
        coach_id: coachId,
        goal_id: goalId,
        position,
        text,
        due_on: date,
        done_on: doneOn,
      })),
    )
    .execute()
}

export type WordingRow = { title: string; why: string | null; target: number | null; targetOn: DateOn | null }

/** Keeps how a goal was worded until now. */
export async function insertWording(
  tx: Transaction<DB>,
  { coachId, goalId }: OfGoal,
  wording: WordingRow & { id: string; changedBy: 'coach' | 'client' },
  now: EpochMs,
): Promise<void> {
  await tx
    .insertInto('goal_wordings')
    .values({
      id: wording.id,
      coach_id: coachId,
      goal_id: goalId,
      title: wording.title,
      why: wording.why,
      target: wording.target,
      target_on: wording.targetOn,
      changed_by: wording.changedBy,
      changed_at: toTimestamp(now),
    })
    .execute()
}

/** Entries of a goal that its page shows. */
const MOST_WORDINGS = 50
const MOST_SESSIONS = 20

/** Earlier wordings of a goal, newest first. */
export function listWordings(db: Kysely<DB>, { coachId, goalId }: OfGoal) {
  return db
    .selectFrom('goal_wordings')
    .where('coach_id', '=', coachId)
    .where('goal_id', '=', goalId)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_WORDINGS)
    .select([
      'title',
      'why',
      'target',
      'target_on as targetOn',
      'changed_at as changedAt',
      'changed_by as changedBy',
    ])
    .execute()
}

/**
 * Sessions in which a goal was noted or an action for it was agreed, newest first. Of actions a client
 * reads theirs alone. Found by the goal: a practice has many more sessions than are about one goal.
 */
export function listSessions(db: Kysely<DB>, scope: Scope, goalId: GoalId) {
  const clientId = clientOf(scope)
  const noted = db
    .selectFrom('goal_check_ins as c')
    .where('c.goal_id', '=', goalId)
    .where('c.deleted_at', 'is', null)
    .select('c.session_id')
  const agreed = db
    .selectFrom('actions as a')
    .where('a.goal_id', '=', goalId)
    .where('a.deleted_at', 'is', null)
    .$if(clientId !== undefined, (own) => own.where('a.client_id', '=', clientId!))
    .select('a.session_id')
  return db
    .selectFrom('sessions as s')
    .where('s.coach_id', '=', scope.coachId)
    .where('s.id', 'in', noted.unionAll(agreed))
    .orderBy('s.starts_at', 'desc')
    .orderBy('s.id')
    .limit(MOST_SESSIONS)
    .select(['s.id', 's.starts_at as startsAt'])
    .execute()
}
