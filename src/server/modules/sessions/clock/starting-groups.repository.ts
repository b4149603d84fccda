import type { Kysely, Transaction } from 'kysely'
import type { GroupStatus } from '#contract/groups.ts'
import type { GroupId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '#server/policy/scope.ts'

/** The state of a group, unlocked. */
export async function findGroupStatus(
  db: Kysely<DB>,
  scope: CoachScope,
  id: GroupId,
): Promise<GroupStatus | undefined> {
  const group = await db
    .selectFrom('groups')
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .select('status')
    .executeTakeFirst()
  return group?.status
}

/**
 * Sets an open group to running; false if it is not open any more or, without `wait`, while another transaction has it.
 */
export async function startOpenGroup(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: GroupId,
  { wait }: { wait: boolean },
  at: EpochMs,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('groups')
    .set({ status: 'running', updated_at: toTimestamp(at) })
    .where('id', '=', (query) =>
      query
        .selectFrom('groups')
        .where('coach_id', '=', scope.coachId)
        .where('id', '=', id)
        .where('status', '=', 'open')
        .select('id')
        .forUpdate()
        .$if(!wait, (open) => open.skipLocked()),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
