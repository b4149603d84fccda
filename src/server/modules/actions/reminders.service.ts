import type { Transaction } from 'kysely'
import type { ActionStatus } from '#contract/actions/actions.ts'
import type { ActionId, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Side, TimerCommand } from '../../domain-events.ts'
import { record } from '#server/events/record.ts'
import { changeTimers } from '#server/events/timers.ts'
import { isOpen, reminderDueAt, takesActions, tellDoneAt } from './actions.domain.ts'
import { type ReminderRow, listForReminders, listOpenOfUser } from './reminders.repository.ts'

type Reminder = Extract<TimerCommand, { type: 'action.remind' }>

/** Sets or drops the reminders of some actions, by what they are now; part of every change of them. */
export async function keepReminders(
  deps: Deps,
  tx: Transaction<DB>,
  ids: readonly ActionId[],
): Promise<void> {
  await setReminders(deps, tx, await listForReminders(tx, ids))
}

/** Moves the reminders of a person whose zone has changed: they stay at 9:00 on their wall. */
export async function moveReminders(deps: Deps, tx: Transaction<DB>, userId: UserId): Promise<void> {
  await setReminders(deps, tx, await listOpenOfUser(tx, userId))
}

async function setReminders(deps: Deps, tx: Transaction<DB>, rows: readonly ReminderRow[]): Promise<void> {
  const now = deps.clock.now()
  await changeTimers(
    tx,
    rows.flatMap((row) => {
      const key = `action.remind:${row.id}`
      const dueAt = row.isDeleted ? undefined : reminderDueAt(row)
      if (dueAt === undefined || row.dueOn === null) return { kind: 'drop' as const, key }
      // None is set for an hour that has passed; one that is there is due and only waits for a worker.
      if (dueAt <= now) return []
      return {
        kind: 'set' as const,
        key,
        dueAt,
        command: { type: 'action.remind' as const, actionId: row.id, dueOn: row.dueOn },
      }
    }),
  )
}

/**
 * Reminds the owner of an action whose day has come, if it is still open on that date and their process runs, and if
 * `isFirst` answers that they were not reminded of this date before: who moves west meets nine o'clock again.
 */
export async function remindAction(
  deps: Deps,
  tx: Transaction<DB>,
  { actionId, dueOn }: Reminder,
  isFirst: () => Promise<boolean>,
): Promise<void> {
  const [action] = await listForReminders(tx, [actionId])
  if (!action || action.isDeleted || !takesActions(action.process)) return
  const isStale = action.dueOn !== dueOn || !action.reminds || !isOpen(action.status)
  if (isStale || !(await isFirst())) return
  const { id: subjectId, coachId, clientId } = action
  await record(deps, tx, { type: 'action.due', coachId, actorUserId: null, subjectId, payload: { clientId } })
}

/** Tells the coach a minute after a client has done an action; one that is taken back meanwhile is not told. */
export async function keepTelling(
  deps: Deps,
  tx: Transaction<DB>,
  id: ActionId,
  { from, to, by }: { from: ActionStatus; to: ActionStatus; by: Side },
): Promise<void> {
  const key = `action.tellDone:${id}`
  if (to === 'done' && by === 'client') {
    const command = { type: 'action.tellDone' as const, actionId: id }
    await changeTimers(tx, [{ kind: 'set', key, dueAt: tellDoneAt(deps.clock.now()), command }])
  } else if (from === 'done') {
    await changeTimers(tx, [{ kind: 'drop', key }])
  }
}

/** Tells the coach of an action that is still done. */
export async function tellDone(deps: Deps, tx: Transaction<DB>, actionId: ActionId): Promise<void> {
  const [action] = await listForReminders(tx, [actionId])
  if (!action || action.isDeleted || action.status !== 'done') return
  const { id: subjectId, coachId, clientId } = action
  await record(deps, tx, {
    type: 'action.done',
    coachId,
    actorUserId: null,
    subjectId,
    payload: { clientId },
  })
}
