import type { Transaction } from 'kysely'
import { type MemorandumId, type UserId, toWire } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import { fromIso } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { TimerCommand } from '../../domain-events.ts'
import { record, recordAll } from '#server/events/record.ts'
import { TimerNotNow, changeTimers } from '#server/events/timers.ts'
import { type CoachScope, scopeOfPractice } from '../../policy/scope.ts'
import { eventOf } from './memorandum-events.service.ts'
import { inZone, remindAtOf } from './memorandums.domain.ts'
import * as memorandums from './memorandums.repository.ts'

/**
 * The timer of a memorandum: its coach is notified, once for the time it has (product §15). One that was done, deleted
 * or moved meanwhile is left alone.
 * @throws TimerNotNow while another transaction is changing it
 */
export async function remindOfMemorandum(
  deps: Deps,
  tx: Transaction<DB>,
  { memorandumId, coachId, dueAt }: Extract<TimerCommand, { type: 'memorandum.remind' }>,
): Promise<void> {
  const scope = scopeOfPractice(coachId)
  const before = await memorandums.findMemorandum(tx, scope, memorandumId)
  if (!before || remindAtOf(before) !== fromIso(dueAt)) return
  const row = await memorandums.lockIfFree(tx, scope, memorandumId)
  if (!row) throw new TimerNotNow(memorandumId)
  if (remindAtOf(row) !== fromIso(dueAt)) return
  await memorandums.markReminded(tx, row.id, deps.clock.now())
  await record(deps, tx, {
    type: 'memorandum.due',
    coachId,
    actorUserId: null,
    subjectId: row.id,
    payload: { dueAt: toWire(row.dueAt) },
  })
}

/** Memorandums whose timers are set at once. */
const PAGE = 500

/** Sets the timers of all open memorandums of a coach that are not due at `now`: for those that were not written here. */
export async function remindAgain(
  deps: Deps,
  tx: Transaction<DB>,
  coachId: UserId,
  now: EpochMs,
): Promise<void> {
  const by = { coachId, userId: coachId }
  for (let after: MemorandumId | undefined; ;) {
    const open = await memorandums.lockOpen(tx, scopeOfPractice(coachId), { after, most: PAGE })
    const ahead = open.filter(({ dueAt }) => dueAt > now).map((row) => eventOf(by, 'memorandum.added', row))
    await changeTimers(
      tx,
      ahead.flatMap((event) => deps.eventPlans.planTimers(event, now)),
    )
    if (open.length < PAGE) return
    after = open.at(-1)!.id
  }
}

/**
 * Moves the open memorandums of a coach into the zone they chose: 8:00 stays 8:00 there (product §15). Part of the
 * change of the zone; one written meanwhile waits for it.
 */
export async function followZone(
  deps: Deps,
  tx: Transaction<DB>,
  coachId: UserId,
  timezone: string,
): Promise<void> {
  const scope: CoachScope = scopeOfPractice(coachId)
  const open = await memorandums.lockOpen(tx, scope)
  const moved = open.filter((row) => row.timezone !== timezone).map((row) => inZone(row, timezone))
  await memorandums.moveToZone(tx, scope, moved)
  const by = { coachId, userId: coachId }
  await recordAll(
    deps,
    tx,
    moved.map((row) => eventOf(by, 'memorandum.rezoned', row)),
  )
}

/** Removes at most `most` that were deleted before an instant: part of the daily purge. @returns how many */
export function forgetDeletedMemorandums(
  tx: Transaction<DB>,
  before: EpochMs,
  most: number,
): Promise<number> {
  return memorandums.forgetMemorandums(tx, before, most)
}
