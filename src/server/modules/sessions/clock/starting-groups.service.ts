import type { Transaction } from 'kysely'
import type { GroupId, UserId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { TimerNotNow } from '#server/events/timers.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import { findGroupStatus, startOpenGroup } from './starting-groups.repository.ts'

type Started = { coachId: UserId; userId: UserId | null; groupId: GroupId }

/**
 * The first session of an open group begins, so the group is set to running (product §7); any other state is kept. With
 * `wait: false`, for timers, it never waits for the group, whose holder may be waiting for the timer.
 * @throws TimerNotNow while another transaction is changing the group
 */
export async function startGroup(
  deps: Deps,
  tx: Transaction<DB>,
  { coachId, userId, groupId }: Started,
  { wait }: { wait: boolean },
): Promise<void> {
  const scope = scopeOfPractice(coachId)
  if ((await findGroupStatus(tx, scope, groupId)) !== 'open') return
  if (!(await startOpenGroup(tx, scope, groupId, { wait }, deps.clock.now()))) {
    if (wait) return
    throw new TimerNotNow(groupId)
  }
  await record(deps, tx, {
    type: 'group.moved',
    coachId,
    actorUserId: userId,
    subjectId: groupId,
    payload: { from: 'open', to: 'running' },
  })
}
