import type { HistoryEntry } from '#contract/sessions/session-records.ts'
import type { ClientId, UserId } from '#contract/values.ts'
import type { DomainEvent, DomainEventOf } from '#server/domain-events.ts'

/** The events of which a session's history tells; what people write around it and what the clock sends is not news. */
const TOLD = {
  'session.requested': 'requested',
  'session.booked': 'booked',
  'session.confirmed': 'confirmed',
  'session.proposed': 'proposed',
  'session.rejected': 'rejected',
  'session.cancelled': 'cancelled',
  'session.calledOff': 'cancelled',
  'session.expired': 'expired',
  'session.rescheduled': 'rescheduled',
  'session.move_requested': 'moveRequested',
  'session.move_declined': 'moveDeclined',
  'session.move_withdrawn': 'moveWithdrawn',
  'session.excused': 'excused',
  'session.excuse_withdrawn': 'excuseWithdrawn',
  'session.edited': 'edited',
  'session.closed': 'closed',
  'session.corrected': 'corrected',
  'session.summary_mailed': 'summaryMailed',
} as const satisfies Partial<Record<DomainEvent['type'], HistoryEntry['what']>>

/** Their types. */
export const TOLD_TYPES = Object.keys(TOLD) as (keyof typeof TOLD)[]

/** An event as the history tells it. */
export type ToldEvent = DomainEventOf<keyof typeof TOLD>

/** Whose eyes a history is shown to; a client's own id, undefined for the coach. */
type Reader = ClientId | undefined

/** Whether somebody may read of an event: whether and why one member of a group comes is for them and the coach alone. */
export function mayRead(event: ToldEvent, reader: Reader): boolean {
  if (event.type !== 'session.excused' && event.type !== 'session.excuse_withdrawn') return true
  return reader === undefined || event.payload.personId === reader
}

/** What an event says of a session, but for when and by whose name; why a record was corrected is the coach's. */
export function tellEvent(
  event: ToldEvent,
  reader: Reader,
): Pick<HistoryEntry, 'what' | 'by' | 'startsAt' | 'fromStartsAt' | 'reason' | 'late'> {
  const { type, payload, actorUserId, coachId } = event
  const reason = 'reason' in payload ? payload.reason : null
  return {
    what: TOLD[type],
    by: sideOf(actorUserId, coachId),
    startsAt: aboutStart(event),
    fromStartsAt: fromStart(event),
    reason: type === 'session.corrected' && reader !== undefined ? null : reason,
    late: 'late' in payload && payload.late,
  }
}

function sideOf(actorUserId: UserId | null, coachId: UserId): HistoryEntry['by'] {
  if (actorUserId === null) return 'clock'
  return actorUserId === coachId ? 'coach' : 'client'
}

function aboutStart({ payload }: ToldEvent): HistoryEntry['startsAt'] {
  if ('toStartsAt' in payload) return payload.toStartsAt
  return 'times' in payload ? payload.times[0]! : payload.startsAt
}

function fromStart({ payload }: ToldEvent): HistoryEntry['fromStartsAt'] {
  if ('fromStartsAt' in payload) return payload.fromStartsAt
  // A move that was only asked for, and other times that were offered: the one that stood.
  return 'toStartsAt' in payload || 'times' in payload ? payload.startsAt : null
}
