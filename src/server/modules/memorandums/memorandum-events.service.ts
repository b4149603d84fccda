import type { Transaction } from 'kysely'
import { type MemorandumId, type UserId, toWire } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { MemorandumEvent } from '../../domain-events.ts'
import { record } from '#server/events/record.ts'
import { type Memorandum, remindAtOf } from './memorandums.domain.ts'

/** What happens to a memorandum, but for its own notification. */
type ChangeType = Exclude<MemorandumEvent['type'], 'memorandum.due'>

/** One that goes has only its id. */
type Subject = { id: MemorandumId } & Partial<Pick<Memorandum, 'status' | 'remindedAt' | 'dueAt'>>

/** An event of a memorandum; from `remindAt` its timer follows. The text stays out of the history. */
export function eventOf(
  by: { coachId: UserId; userId: UserId },
  type: ChangeType,
  { id, status, remindedAt, dueAt }: Subject,
): MemorandumEvent {
  const isKept = status !== undefined && remindedAt !== undefined && dueAt !== undefined
  return {
    type,
    coachId: by.coachId,
    actorUserId: by.userId,
    subjectId: id,
    payload: { remindAt: isKept ? toWire(remindAtOf({ status, remindedAt, dueAt })) : null },
  }
}

/** Records what happened to a memorandum, with when its notification is due now. */
export function recordOf(
  deps: Deps,
  tx: Transaction<DB>,
  by: { coachId: UserId; userId: UserId },
  type: ChangeType,
  memorandum: Subject,
): Promise<void> {
  return record(deps, tx, eventOf(by, type, memorandum))
}
