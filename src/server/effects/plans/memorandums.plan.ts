import { fromIso } from '#time/clock.ts'
import type { DomainEvent, DomainEventType, MemorandumEvent } from '#server/domain-events.ts'
import type { Effect, PlansOf } from '#server/effects/effect.ts'
import type { TimerChange } from '#server/events/timer-change.ts'
import { type ToldOf, onlyCoach } from './told.ts'

type MemorandumEventType = MemorandumEvent['type']

/**
 * What goes out for each event of a memorandum: only the coach's own screens refetch, and when its time has come they are
 * notified (product §15). With their zone all of a coach's screens refetch anyway.
 */
export const MEMORANDUM_PLANS: PlansOf<MemorandumEventType> = {
  'memorandum.added': changed,
  'memorandum.edited': changed,
  'memorandum.postponed': changed,
  'memorandum.done': changed,
  'memorandum.cancelled': changed,
  'memorandum.reopened': changed,
  'memorandum.deleted': changed,
  'memorandum.restored': changed,
  'memorandum.withdrawn': changed,
  'memorandum.rezoned': () => [],
  'memorandum.due': () => [{ kind: 'notify', to: 'coach', type: 'DAY_MEMORANDUM' }],
}

/** Nobody but the coach. */
export const MEMORANDUM_TOLD: ToldOf<MemorandumEventType> = {
  'memorandum.added': onlyCoach,
  'memorandum.edited': onlyCoach,
  'memorandum.postponed': onlyCoach,
  'memorandum.done': onlyCoach,
  'memorandum.cancelled': onlyCoach,
  'memorandum.reopened': onlyCoach,
  'memorandum.deleted': onlyCoach,
  'memorandum.restored': onlyCoach,
  'memorandum.withdrawn': onlyCoach,
  'memorandum.rezoned': onlyCoach,
  'memorandum.due': onlyCoach,
}

/** The timer of its notification: one for each memorandum, set or dropped by every change of it. */
export function planMemorandumTimers(event: DomainEvent): readonly TimerChange[] {
  if (!isChange(event)) return []
  const { subjectId: memorandumId, coachId, payload } = event
  const key = `memorandum.remind:${memorandumId}`
  if (payload.remindAt === null) return [{ kind: 'drop', key }]
  const command = { type: 'memorandum.remind' as const, memorandumId, coachId, dueAt: payload.remindAt }
  return [{ kind: 'set', key, dueAt: fromIso(payload.remindAt), command }]
}

function isChange(event: DomainEvent): event is Exclude<MemorandumEvent, { type: 'memorandum.due' }> {
  const type: DomainEventType = event.type
  return type.startsWith('memorandum.') && type !== 'memorandum.due'
}

function changed({ subjectId }: MemorandumEvent): Effect[] {
  return [{ kind: 'changed', to: ['coach'], subject: 'memorandum', id: subjectId }]
}
