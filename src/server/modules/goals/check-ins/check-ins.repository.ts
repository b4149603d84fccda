import { type Kysely, type Transaction, sql } from 'kysely'
import type { NotedMilestone } from '#contract/goals/check-ins.ts'
import type { CheckInId, CheckInKey, ClientId, DateOn, GoalId, SessionId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

type OfGoal = { coachId: UserId; goalId: GoalId }

export type StoredCheckIn = {
  id: CheckInId
  /** Null for the coach. */
  clientId: ClientId | null
  sessionId: SessionId | null
  clientKey: CheckInKey | null
  date: DateOn
  value: number | null
  comment: string | null
  progress: number | null
  milestones: readonly NotedMilestone[] | null
}

export async function insertCheckIn(
  tx: Transaction<DB>,
  { coachId, goalId }: OfGoal,
  { id, clientId, sessionId, clientKey, date, value, comment, progress, milestones }: StoredCheckIn,
  now: EpochMs,
): Promise<void> {
  await tx
    .insertInto('goal_check_ins')
    .values({
      id,
      coach_id: coachId,
      goal_id: goalId,
      client_id: clientId,
      session_id: sessionId,
      client_key: clientKey,
      noted_on: date,
      value,
      comment,
      progress,
      milestones: milestones && JSON.stringify(milestones),
      created_at: toTimestamp(now),
    })
    .execute()
}

/** What was noted of a goal under an id or a sender's key, whether or not it was taken back. */
export function findCheckIn(
  tx: Transaction<DB>,
  { coachId, goalId }: OfGoal,
  key: { id: CheckInId } | { clientKey: CheckInKey },
) {
  return tx
    .selectFrom('goal_check_ins')
    .where('coach_id', '=', coachId)
    .where('goal_id', '=', goalId)
    .where((row) => ('id' in key ? row('id', '=', key.id) : row('client_key', '=', key.clientKey)))
    .select([
      'id',
      'client_id as clientId',
      'noted_on as date',
      'value',
      'comment',
      'milestones',
      'deleted_at as deletedAt',
    ])
    .executeTakeFirst()
}

/** Takes a check-in back, or puts it back with null. */
export async function markTakenBack(
  tx: Transaction<DB>,
  { coachId }: OfGoal,
  id: CheckInId,
  at: EpochMs | null,
): Promise<void> {
  await tx
    .updateTable('goal_check_ins')
    .set({ deleted_at: at === null ? null : toTimestamp(at) })
    .where('coach_id', '=', coachId)
    .where('id', '=', id)
    .execute()
}

/** Everything with milestones that was noted of a goal, in its order, also what was taken back. */
export async function listSteps(tx: Transaction<DB>, { coachId, goalId }: OfGoal) {
  const rows = await tx
    .selectFrom('goal_check_ins')
    .where('coach_id', '=', coachId)
    .where('goal_id', '=', goalId)
    .where('milestones', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', 'noted_on as date', 'milestones', 'progress', 'deleted_at as deletedAt'])
    .execute()
  return rows.map(({ deletedAt, milestones, ...row }) => ({
    ...row,
    milestones: milestones ?? [],
    counts: deletedAt === null,
  }))
}

/** Stores what was before a step, and how far it was after it. */
export async function updateStep(
  tx: Transaction<DB>,
  { coachId }: OfGoal,
  {
    id,
    milestones,
    progress,
  }: { id: CheckInId; milestones: readonly NotedMilestone[]; progress: number | null },
): Promise<void> {
  await tx
    .updateTable('goal_check_ins')
    .set({ milestones: JSON.stringify(milestones), progress })
    .where('coach_id', '=', coachId)
    .where('id', '=', id)
    .execute()
}

/** The last day for which something was noted that counts, and when the goal was last taken up again. */
export async function findMoves(
  tx: Transaction<DB>,
  { coachId, goalId }: OfGoal,
): Promise<{ notedOn: DateOn | null; resumedAt: EpochMs | null }> {
  const noted = await tx
    .selectFrom('goal_check_ins')
    .where('coach_id', '=', coachId)
    .where('goal_id', '=', goalId)
    .where('deleted_at', 'is', null)
    .select(({ fn }) => fn.max('noted_on').as('notedOn'))
    .executeTakeFirstOrThrow()
  const resumed = await tx
    .selectFrom('domain_events')
    .where('coach_id', '=', coachId)
    .where('subject_id', '=', goalId)
    .where('type', '=', 'goal.moved')
    .where(sql<boolean>`payload ->> 'to' = 'active'`)
    .select(({ fn }) => fn.max('occurred_at').as('at'))
    .executeTakeFirstOrThrow()
  return { notedOn: noted.notedOn, resumedAt: resumed.at }
}

/** Entries of a goal that its page shows. */
const MOST_CHECK_INS = 200

/** What was noted of a goal, newest first, with the first name of the client who did. */
export function listCheckIns(db: Kysely<DB>, { coachId, goalId }: OfGoal) {
  return db
    .selectFrom('goal_check_ins as c')
    .leftJoin('clients as by', 'by.id', 'c.client_id')
    .where('c.coach_id', '=', coachId)
    .where('c.goal_id', '=', goalId)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.noted_on', 'desc')
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(MOST_CHECK_INS)
    .select([
      'c.id',
      'c.noted_on as date',
      'c.value',
      'c.milestones',
      'c.comment',
      'c.client_id as clientId',
      'c.session_id as sessionId',
      'by.name',
    ])
    .execute()
}

/** Removes at most `most` check-ins that were taken back before an instant. @returns how many */
export async function forgetCheckIns(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('goal_check_ins')
    .where('id', 'in', (query) =>
      query
        .selectFrom('goal_check_ins')
        .where('deleted_at', '<', toTimestamp(before))
        .select('id')
        .limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
