import type { Transaction } from 'kysely'
import { fromIso } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { DomainEvent, TimerCommand } from '#server/domain-events.ts'
import { recordAll } from '#server/events/record.ts'
import { isReminderTimely } from './reminders.domain.ts'
import { listTimedSessions } from './reminders.repository.ts'
import { sessionEvent } from '../sessions.domain.ts'

type Reminder = Extract<TimerCommand, { type: 'session.remind' }>

/**
 * Sends due reminders (product §17): each if its session is still confirmed at the start the timer was set for, the
 * coach has the kind switched on and it is not too late. Any number at the cost of one, and without locks: a change of
 * a session waits for its timers, which `tx` has locked.
 */
export async function remindSessions(
  deps: Deps,
  tx: Transaction<DB>,
  due: readonly Reminder[],
): Promise<void> {
  const now = deps.clock.now()
  const sessions = await listTimedSessions(
    tx,
    due.map(({ sessionId }) => sessionId),
  )
  const byId = new Map(sessions.map((session) => [session.id, session]))
  const events = due.flatMap(({ sessionId, startsAt, kind }): DomainEvent[] => {
    const session = byId.get(sessionId)
    const isConfirmed = session?.status === 'confirmed' && session.startsAt === fromIso(startsAt)
    if (!isConfirmed || !session.reminders.includes(kind)) return []
    if (!isReminderTimely(kind, session.startsAt, now)) return []
    const { payload, ...happened } = sessionEvent(session, null)
    return kind === 'm10'
      ? [{ ...happened, type: 'session.starting', payload }]
      : [{ ...happened, type: 'session.reminded', payload: { ...payload, kind } }]
  })
  await recordAll(deps, tx, events)
}
