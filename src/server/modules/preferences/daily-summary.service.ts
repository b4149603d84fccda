import type { Transaction } from 'kysely'
import type { UserId } from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { DomainEvent } from '../../domain-events.ts'
import { recordAll } from '#server/events/record.ts'
import { keepDaily } from './preferences.service.ts'
import * as settings from './settings.repository.ts'
import { isOff } from './switches.repository.ts'

/**
 * The timer of a daily summary: it is due in each of the person's spaces, and the timer is set for the next day.
 * `isFirst` answers whether this date has not been summarised before: who moves west meets the same hour again.
 */
export async function sendSummary(
  deps: Deps,
  tx: Transaction<DB>,
  userId: UserId,
  isFirst: (date: string) => Promise<boolean>,
): Promise<void> {
  const daily = await settings.findDaily(tx, userId)
  if (!daily) return
  await keepDaily(deps, tx, userId)
  const on = dateOf(deps.clock.now(), daily.timezone)
  if (await isOff(tx, { userId, email: daily.email }, 'daily', 'email')) return
  if (!(await isFirst(on))) return
  const spaces = await settings.listSpaces(tx, userId)
  await recordAll(
    deps,
    tx,
    spaces.map(({ coachId, clientId }): DomainEvent => ({
      type: 'summary.due',
      coachId,
      actorUserId: null,
      subjectId: userId,
      payload: { clientId, on, timezone: daily.timezone },
    })),
  )
}
