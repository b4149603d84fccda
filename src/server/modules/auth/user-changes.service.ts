import type { Transaction } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { listPractices } from './accounts.repository.ts'

/**
 * Records that a person changed what they say of themselves, in every practice they are in: their other tabs
 * and the other side see it at once. Once committed, `deps.actors.forget` makes the next request see it too.
 */
export async function recordUserChange(deps: Deps, tx: Transaction<DB>, userId: UserId): Promise<void> {
  for (const { coachId, clientId } of await listPractices(tx, userId)) {
    const happened = { coachId, actorUserId: userId, payload: {} }
    await record(
      deps,
      tx,
      clientId
        ? { ...happened, type: 'client.changed', subjectId: clientId }
        : { ...happened, type: 'coach.changed', subjectId: coachId },
    )
  }
}
