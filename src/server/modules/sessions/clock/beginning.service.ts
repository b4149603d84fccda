import type { Transaction } from 'kysely'
import { fromIso } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { TimerCommand } from '#server/domain-events.ts'
import { startGroup } from './starting-groups.service.ts'
import * as timers from './timers.repository.ts'

/**
 * A session of a group begins (product §7): with the first of them the group is set to running.
 * @throws TimerNotNow while another transaction is changing the group
 */
export async function beginSession(
  deps: Deps,
  tx: Transaction<DB>,
  { sessionId, startsAt }: Extract<TimerCommand, { type: 'session.begin' }>,
): Promise<void> {
  const session = await timers.findTimedSession(tx, sessionId)
  if (session?.status !== 'confirmed' || session.startsAt !== fromIso(startsAt)) return
  const { coachId, groupId } = session
  if (groupId !== null) await startGroup(deps, tx, { coachId, userId: null, groupId }, { wait: false })
}
