import type { Transaction } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { keepReminders } from '#server/modules/actions/reminders.service.ts'
import { keepComing } from '#server/modules/sessions/clock/coming.service.ts'
import { remindAgain } from '#server/modules/memorandums/reminding.service.ts'
import { listDueActions } from './practice.repository.ts'

const PAGE = 500

/**
 * Sets what the clock has to do for a practice that was read back: reminders of what lies ahead, and none for what is past.
 * What ran out meanwhile is over, and nobody is told.
 */
export async function setComing(
  deps: Deps,
  tx: Transaction<DB>,
  coachId: UserId,
  now: EpochMs,
): Promise<void> {
  await keepComing(deps, tx, coachId)
  await remindAgain(deps, tx, coachId, now)
  for (let after: string | undefined; ;) {
    const ids = await listDueActions(tx, coachId, { after, most: PAGE })
    await keepReminders(deps, tx, ids)
    if (ids.length < PAGE) return
    after = ids.at(-1)!
  }
}
