import type { UserId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import { cutSignIns } from '../auth/sign-in/sign-ins.service.ts'
import * as spaces from './spaces.repository.ts'
import { eraseSoon } from './deletions.service.ts'

/** How many people lose the space of their coach in one transaction, with what waits for them there. */
const TOGETHER = 50

/**
 * Ends the space of a practice for everybody in it: the coach first, so that nobody comes in any more, then the clients. Who has no
 * other space has no account either (product §1 D19): it ends with it, and they were told when the coach asked for this.
 */
export async function closePractice(deps: Deps, coachId: UserId): Promise<void> {
  await spaces.closeDoors(deps.db, coachId)
  for (;;) {
    const gone = await deps.db.transaction().execute(async (tx) => {
      const people = await spaces.removeMembershipsOf(tx, coachId, TOGETHER)
      const userIds = people.map(({ userId }) => userId)
      // Another practice of the same people may end at this moment, or take one of them in.
      await spaces.lockAccounts(tx, userIds)
      const alone = await spaces.beginWithoutSpaces(tx, userIds, deps.clock.now())
      for (const userId of alone) await eraseSoon(deps, tx, userId)
      return people
    })
    for (const { userId, signIns } of gone) cutSignIns(deps, userId, signIns)
    if (gone.length === 0) return
  }
}
